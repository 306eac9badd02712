/**
 * Words of Chinese, Japanese and Korean text, for concept tags only. Index and search use the bigrams of the one
 * tokeniser; a bigram across two words would make an unreadable theme.
 *
 * @module
 */
import { isStopWord } from "../base/text/stop_words.ts";

/** A word and its UTF-16 offset in the text. */
export interface CjkWord {
  /** As written. */
  readonly text: string;
  /** UTF-16 offset in the text. */
  readonly start: number;
}

/**
 * Returns the words of two or more characters. The runtime's dictionary lacks technical words and gives their characters
 * one by one ("网", "关"); neighbouring single characters are put together again, two by two.
 */
export function cjkWords(text: string): CjkWord[] {
  // Making a segmenter costs more than everything else that is done with a short text.
  if (!CJK.test(text)) return [];
  const found: CjkWord[] = [];
  let singles: CjkWord[] = [];
  const flush = () => {
    if (singles.length === 3) found.push(joined(singles));
    else for (let at = 0; at + 1 < singles.length; at += 2) found.push(joined(singles.slice(at, at + 2)));
    singles = [];
  };
  for (const { segment, index } of new Intl.Segmenter("zh", { granularity: "word" }).segment(text)) {
    if (!CJK_WORD.test(segment) || isStopWord(segment)) flush();
    else if (segment.length === 1) singles.push({ text: segment, start: index });
    else {
      flush();
      found.push({ text: segment, start: index });
    }
  }
  flush();
  return found;
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u;
const CJK_WORD = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u;

function joined(words: readonly CjkWord[]): CjkWord {
  return { text: words.map((word) => word.text).join(""), start: words[0]?.start ?? 0 };
}
