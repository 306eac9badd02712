/**
 * The form of a line in which copies are compared, and the hashes that lead from one text to those it may repeat
 * (SPEC 4.3). Neither bullets nor annotations, punctuation, case, invisible characters or spacing between CJK characters
 * make a copy look different.
 *
 * @module
 */
import { cjkUnits } from "../../base/text/characters.ts";
import { foldText } from "../../base/text/fold.ts";
import { shingles } from "../../base/text/shingles.ts";

/** The least width of a text that taints or is tainted, in characters; a CJK character counts two (SPEC 4.3). */
export const LEAST_COPY_WIDTH = 12;

/** A text made ready for comparison. */
export interface CopyText {
  /** Words and CJK runs in lower case, one space between. */
  readonly folded: string;
  /** Hashes of its runs of words; empty for a short text. */
  readonly shingles: readonly number[];
  /**
   * Hashes of the first {@linkcode LEAST_COPY_WIDTH} of width from each word on. A text that contains another one, at
   * the beginning of a word, has the first window of the other among its own.
   */
  readonly windows: readonly number[];
}

/** Returns a line or entry ready for comparison, or `null` if it is too short to be told from chance. */
export function copyText(line: string): CopyText | null {
  const folded = foldForCopies(line);
  const windows = windowsOf(folded);
  if (windows.length === 0) return null;
  return { folded, shingles: [...shingles(folded)].map((hash) => Math.abs(hash) % GRAM_RANGE), windows };
}

/** Returns a line without comments and list marks, in lower case, as words and CJK runs with one space between. */
function foldForCopies(line: string): string {
  const visible = line.replace(COMMENT, "").replace(LINE_MARKS, "");
  return foldText(visible).toLowerCase().replace(NOT_TEXT, " ").replace(SPACE_AT_CJK, "").trim();
}

/** Hashes are kept as integers that a JavaScript number holds exactly. */
const GRAM_RANGE = 2 ** 52;

const COMMENT = /<!--[\s\S]*?-->/g;
const LINE_MARKS = /^(?:\s*(?:[-*+>]|\d{1,9}[.)]|#{1,6}|\[[ xX]\])(?=\s))+/gm;
const NOT_TEXT = /[^\p{L}\p{N}\p{M}]+/gu;
const SPACE_AT_CJK =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]) | (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}])/gu;

function windowsOf(folded: string): number[] {
  const windows: number[] = [];
  let isStart = true;
  for (let at = 0; at < folded.length;) {
    const cjk = cjkUnits(folded, at);
    if (isStart || cjk > 0) {
      const end = windowEnd(folded, at);
      // Nothing further on is wide enough either.
      if (end === undefined) break;
      windows.push(Bun.hash.xxHash32(folded.slice(at, end)));
    }
    // A Latin word right behind a CJK character begins there.
    isStart = cjk > 0 || folded[at] === " ";
    at += Math.max(1, cjk);
  }
  return windows;
}

function windowEnd(folded: string, start: number): number | undefined {
  let width = 0;
  for (let at = start; at < folded.length;) {
    const cjk = cjkUnits(folded, at);
    width += cjk > 0 ? 2 : 1;
    at += Math.max(1, cjk);
    if (width >= LEAST_COPY_WIDTH) return at;
  }
  return undefined;
}
