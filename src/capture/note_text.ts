/**
 * Turns what a caller gave for a note into one safe line (SPEC 7.1): what is written is a bullet, whatever the text holds.
 *
 * @module
 */
import { codePoints } from "../base/text/measure.ts";
import { MemoryError } from "../base/errors.ts";
import { safeLine } from "./safe_lines.ts";

/**
 * Returns the text as one line: line breaks and tabs are blanks, control sequences are gone, a list marker of its own is
 * taken off, and neither a comment, a code fence nor a `<memory-data>` tag can begin in it.
 *
 * @param maxChars the longest text, in chars
 * @throws {MemoryError} usage, if no word is left or the text is too long
 */
export function noteText(text: string, maxChars: number): string {
  const safe = safeLine(text);
  if (!HAS_WORD.test(safe)) {
    throw new MemoryError("Cannot note a text without a word", {
      kind: "usage",
      hint: 'write it as in memory note "The port is 18789"',
    });
  }
  const length = codePoints(safe);
  if (length <= maxChars) return safe;
  throw new MemoryError(`Cannot note a text of ${length} chars: a note is one claim of at most ${maxChars}`, {
    kind: "usage",
    hint: "split it, or save it as a file under memory/",
  });
}

/** A letter, a digit or a picture: a line of dashes would be a rule, not a claim. */
const HAS_WORD = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;
