/**
 * Letters of other scripts that look like a Latin one, so that a copy in mixed letters is known (SPEC 4.3).
 *
 * @module
 */
import { lazily } from "../../base/lazily.ts";
import { isSurrogatePair } from "../../base/text/characters.ts";
import { lookAlikeRows } from "./look_alike_table.ts";

/**
 * Returns a lower-case text in NFKC with the letters of other scripts, and symbols drawn as letters, as the Latin letters
 * and digits they look like (UTS 39 and a table of our own). A letter whose capital and small form look like different
 * ones goes by the small form: capitals and small letters of a text in its own script have to stay the same text. What it
 * returns is for comparison only.
 */
export function foldLookAlikes(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  let folded = "";
  let from = 0;
  // A text has few different ones, and many of each.
  const known = new Map<string, string | undefined>();
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80 || (unit >= FIRST_HAN && unit <= LAST_HAN)) continue;
    const letter = isSurrogatePair(text, at) ? text.slice(at, at + 2) : text.charAt(at);
    if (!known.has(letter)) known.set(letter, latinOf(letter));
    const latin = known.get(letter);
    if (latin !== undefined) {
      folded += text.slice(from, at) + latin;
      from = at + letter.length;
    }
    at += letter.length - 1;
  }
  return from === 0 ? text : folded + text.slice(from);
}

/** Common Han characters, none of which looks like a Latin letter. */
const FIRST_HAN = 0x4e00;
const LAST_HAN = 0x9fff;

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** `latin:letters`, a row a line. Looked up as it is: making a map of it takes a millisecond, and a lookup is seldom. */
const rows = lazily(() => lookAlikeRows().map(([latin, letters]) => `${latin}:${letters}`).join("\n"));

/** Returns what a character looks like, or `undefined`. */
function latinOf(letter: string): string | undefined {
  // Most of what is not Latin: Han, and Hangul. Half of a pair would be found inside of a whole one.
  if (/^[\u3400-\u9fff\uac00-\udfff]$/.test(letter)) return undefined;
  const table = rows();
  const at = table.indexOf(letter);
  if (at < 0) return undefined;
  const start = table.lastIndexOf("\n", at) + 1;
  return table.slice(start, table.indexOf(":", start));
}
