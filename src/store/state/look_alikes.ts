/**
 * Letters of other scripts that look like a Latin one, so that a copy in mixed letters is known (SPEC 4.3).
 *
 * @module
 */
import { LOOK_ALIKE_ROWS } from "./look_alike_table.ts";

/**
 * Returns a lower-case text in NFKC with the letters of other scripts, and symbols drawn as letters, as the Latin letters
 * and digits they look like (UTS 39 and a table of our own). A letter whose capital and small form look like different
 * ones goes by the small form: capitals and small letters of a text in its own script have to stay the same text. What it
 * returns is for comparison only.
 */
export function foldLookAlikes(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  let folded = "";
  for (const letter of text) folded += letter < "\u0080" ? letter : latinOf(letter) ?? letter;
  return folded;
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

/**
 * `latin:letters`, a row a line. Looked up as it is: making a map of it takes a millisecond at every start of the program, and
 * a lookup is seldom.
 */
const ROWS = LOOK_ALIKE_ROWS.map(([latin, letters]) => `${latin}:${letters}`).join("\n");

/** Returns what a character looks like, or `undefined`. */
function latinOf(letter: string): string | undefined {
  // Most of what is not Latin: Han, and Hangul. Half of a pair would be found inside of a whole one.
  if (/^[\u3400-\u9fff\uac00-\udfff]$/.test(letter)) return undefined;
  const at = ROWS.indexOf(letter);
  if (at < 0) return undefined;
  const start = ROWS.lastIndexOf("\n", at) + 1;
  return ROWS.slice(start, ROWS.indexOf(":", start));
}
