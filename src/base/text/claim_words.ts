/**
 * The words of a claim, as they are compared with what was forgotten (SPEC 7.6).
 *
 * @module
 */
import { cjkUnits, wordUnits } from "./characters.ts";
import { foldText } from "./fold.ts";

/** The words of a text. */
export interface ClaimWords {
  /** In lower case and NFKC, without invisible characters; a CJK character is a word of its own. */
  readonly words: readonly string[];
  /**
   * For each word and the end of the text, whether something other than blanks stands before it: a stop, a bracket, a
   * mark. The beginning and the end of the text count as such.
   */
  readonly isBroken: readonly boolean[];
}

/**
 * Returns the words of a text. Case, width, emphasis and punctuation make no difference; signs that change the meaning
 * do: `C++`, `C#`, `-5`, `10%`.
 */
export function claimWords(text: string): ClaimWords {
  const folded = foldText(foldText(text).toLowerCase());
  const words: string[] = [];
  const isBroken: boolean[] = [];
  let broken = true;
  for (let at = 0; at < folded.length;) {
    const end = wordEnd(folded, at);
    if (end > at) {
      words.push(folded.slice(at, end));
      isBroken.push(broken);
      broken = false;
      at = end;
      continue;
    }
    if (!/\s/.test(folded.charAt(at))) broken = true;
    at++;
  }
  isBroken.push(true);
  return { words, isBroken };
}

/** Returns how much a word counts: a CJK character two, any other one for each of its characters. */
export function wordSize(word: string): number {
  return cjkUnits(word, 0) > 0 ? CJK_SIZE : word.length;
}

/** SPEC 7.4: a CJK character counts two. */
const CJK_SIZE = 2;

/** Signs that belong to a word. */
const SIGNS: ReadonlySet<string> = new Set(["+", "#", "%", "@", "&", "$", "\u20ac", "\u00a3", "\u00a5", "\u00b0"]);
const MINUS: ReadonlySet<string> = new Set(["-", "\u2212"]);

function wordEnd(text: string, start: number): number {
  const cjk = cjkUnits(text, start);
  if (cjk > 0) return start + cjk;
  let at = start;
  // A minus sign, not a hyphen or a dash: a digit follows and no word stands before it.
  if (MINUS.has(text.charAt(at)) && /\d/.test(text.charAt(at + 1)) && isBlankBefore(text, at)) at++;
  while (at < text.length) {
    if (cjkUnits(text, at) > 0) break;
    const units = wordUnits(text, at);
    if (units > 0) at += units;
    else if (SIGNS.has(text.charAt(at))) at++;
    else break;
  }
  return at;
}

function isBlankBefore(text: string, at: number): boolean {
  return at === 0 || /\s/.test(text.charAt(at - 1));
}
