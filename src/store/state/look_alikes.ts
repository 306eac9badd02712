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
  for (const letter of text) folded += letter < "\u0080" ? letter : LATIN.get(letter) ?? letter;
  return folded;
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

const LATIN: ReadonlyMap<string, string> = new Map(
  LOOK_ALIKE_ROWS.flatMap(([latin, letters]) => [...letters].map((letter) => [letter, latin] as const)),
);
