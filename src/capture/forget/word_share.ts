/**
 * What forgotten texts share with others by their words (SPEC 7.6): words that only they have, and texts that say nearly the
 * same.
 *
 * @module
 */
import { tellingWords } from "../../store/state/forgotten_words.ts";

/** Returns the telling words of some texts, each once. */
export function wordsToLose(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => [...tellingWords(text)]));
}

/** Takes out of a set the words that a text which stays has. */
export function keepWords(words: Set<string>, text: string): void {
  if (words.size === 0) return;
  for (const word of tellingWords(text)) words.delete(word);
}

/** Part of the words of a forgotten text that a similar one has: a paraphrase has fewer, and a copy with a word changed more. */
const SIMILAR_SHARE = 0.7;

/** Returns a test whether a text has most words of one of the given ones. */
export function similarTo(texts: readonly string[]): (text: string) => boolean {
  const sizes = texts.map((text) => tellingWords(text).size);
  const byWord = new Map<string, number[]>();
  for (const [at, text] of texts.entries()) {
    for (const word of tellingWords(text)) {
      const known = byWord.get(word);
      if (known === undefined) byWord.set(word, [at]);
      else known.push(at);
    }
  }
  return (text) => {
    const shared = new Map<number, number>();
    for (const word of tellingWords(text)) {
      for (const at of byWord.get(word) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
    }
    return [...shared].some(([at, count]) => count >= SIMILAR_SHARE * (sizes[at] ?? 0));
  };
}
