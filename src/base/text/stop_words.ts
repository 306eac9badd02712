/**
 * Words that say nothing about the subject of a question.
 *
 * @module
 */

/** Returns whether a token's text is a function word, English or Chinese. */
export function isStopWord(text: string): boolean {
  return STOP_WORDS.has(text);
}

const STOP_WORDS: ReadonlySet<string> = new Set(["the", "a", "an", "of", "is", "的", "了", "什么"]);
