/**
 * Turns what a caller gave for a note into one safe line (SPEC 7.1): what is written is a bullet, whatever the text holds.
 *
 * @module
 */
import { stripControls } from "../base/text/display.ts";
import { codePoints } from "../base/text/measure.ts";
import { MemoryError } from "../base/errors.ts";

/**
 * Returns the text as one line: line breaks and tabs are blanks, control sequences are gone, a list marker of its own is
 * taken off, and neither a comment, a code fence nor a `<memory-data>` tag can begin in it.
 *
 * @param maxChars the longest text, in chars
 * @throws {MemoryError} usage, if no word is left or the text is too long
 */
export function noteText(text: string, maxChars: number): string {
  const plain = stripControls(text.replace(LINE_BREAKS, " "));
  const line = plain.replace(/\t/g, " ").trim().replace(/^[-*+]\s+/, "");
  if (!HAS_WORD.test(line)) {
    throw new MemoryError("Cannot note a text without a word", {
      kind: "usage",
      hint: 'write it as in memory note "The port is 18789"',
    });
  }
  // After everything that takes characters away: what is left must not close up to a comment.
  const safe = line.replaceAll("<!--", "<! --").replace(DATA_TAG, "< ").replace(/^(?=`{3}|~{3})/, "\\");
  const length = codePoints(safe);
  if (length <= maxChars) return safe;
  throw new MemoryError(`Cannot note a text of ${length} chars: a note is one claim of at most ${maxChars}`, {
    kind: "usage",
    hint: "split it, or save it as a file under memory/",
  });
}

/** A run of anything that breaks a line, with the blanks around it: LF, VT, FF, CR, NEL, and the two separators. */
const LINE_BREAKS = /[ \t]*[\n\v\f\r\u0085\u2028\u2029]+[ \t]*/g;

/** Begins one of the tags that frame what agents are given (SPEC 4.7). A blank takes it apart, as it does a comment. */
const DATA_TAG = /<(?=\/?\s*memory-data)/gi;

/** A letter, a digit or a picture: a line of dashes would be a rule, not a claim. */
const HAS_WORD = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;
