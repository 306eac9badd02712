/**
 * The words that a text is made of, for telling whether one text has all its words from another (SPEC 8.6).
 *
 * @module
 */
import { isStopWord } from "../base/text/stop_words.ts";
import { tokenise } from "../base/text/tokenise.ts";

/**
 * Returns the content words of a text in order, with repetitions: stems, identifiers and pairs of Chinese characters. Words
 * that say nothing by themselves are left out; what makes another fact of a text is compared apart (`tellingFacts`).
 */
export function contentWords(text: string): string[] {
  const tokens = tokenise(text);
  // A text of one Chinese character has no pair.
  const isPair = tokens.some(({ kind }) => kind !== "char" && kind !== "part");
  return tokens.filter(({ kind }) => isPair ? kind !== "char" && kind !== "part" : kind === "char")
    .map((token) => token.text).filter((word) => !isStopWord(word));
}

/** Returns whether the words of a list stand in another one, in the same order. */
export function isInOrder(words: readonly string[], among: readonly string[]): boolean {
  let at = 0;
  for (const word of words) {
    at = among.indexOf(word, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
