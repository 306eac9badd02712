/**
 * Porter stems of English words.
 *
 * @module
 */
import { stemmer } from "stemmer";

/**
 * Stems already worked out. The library stems about a million words a second, but text repeats its words: a caller that
 * reads many files hands one memo to every call and gains several times the speed.
 */
export class StemMemo {
  readonly #stems = new Map<string, string>();

  /**
   * Returns the Porter stem of the word at `start` to `end`, which must be ASCII letters in any case, in lower case.
   * Words of one or two letters, and words longer than any in a dictionary, keep all their letters.
   */
  stem(text: string, start: number, end: number): string {
    const word = text.slice(start, end).toLowerCase();
    const known = this.#stems.get(word);
    if (known !== undefined) return known;
    const isWord = word.length >= STEM_MIN_LETTERS && word.length <= STEM_MAX_LETTERS;
    const stem = isWord ? stemmer(word) : word;
    if (this.#stems.size >= MAX_WORDS) this.#stems.clear();
    this.#stems.set(word, stem);
    return stem;
  }
}

/** Porter's algorithm leaves shorter words alone. */
const STEM_MIN_LETTERS = 3;
/** The longest words of English prose have about 30 letters; what is longer is data. */
const STEM_MAX_LETTERS = 40;
/** Words a memo holds, about 5 MB; then it starts afresh. */
const MAX_WORDS = 50_000;
