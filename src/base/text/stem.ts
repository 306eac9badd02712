/**
 * Porter stems of English words.
 *
 * @module
 */
import { stemmer } from "stemmer";

/**
 * Stems already worked out. The library stems about a million words a second, but text repeats its words: a caller that
 * reads many files hands one memo to every call and gains several times the speed. A table over the text's own
 * characters rather than a `Map`, which would need a new string for every word it is asked for.
 */
export class StemMemo {
  #slots = new Int32Array(FIRST_SLOTS);
  #words: string[] = [];
  #stems: string[] = [];

  /**
   * Returns the Porter stem of the word at `start` to `end`, which must be ASCII letters in any case, in lower case.
   * Words of one or two letters, and words longer than any in a dictionary, keep all their letters.
   */
  stem(text: string, start: number, end: number): string {
    let slot = hashOf(text, start, end) & (this.#slots.length - 1);
    for (let entry = this.#slots[slot] ?? 0; entry > 0; entry = this.#slots[slot] ?? 0) {
      if (isSameWord(this.#words[entry - 1] ?? "", text, start, end)) return this.#stems[entry - 1] ?? "";
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    return this.#add(text.slice(start, end).toLowerCase());
  }

  #add(word: string): string {
    const isWord = word.length >= STEM_MIN_LETTERS && word.length <= STEM_MAX_LETTERS;
    const stemmed = isWord ? stemmer(word) : word;
    if (this.#words.length >= MAX_WORDS) this.#clear();
    this.#words.push(word);
    this.#stems.push(stemmed);
    // At most half of the slots are taken, so that a search for a free one is short and always ends.
    if (this.#words.length * 2 > this.#slots.length) this.#grow();
    else this.#place(word, this.#words.length);
    return stemmed;
  }

  #place(word: string, entry: number): void {
    let slot = hashOf(word, 0, word.length) & (this.#slots.length - 1);
    while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
    this.#slots[slot] = entry;
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (const [index, word] of this.#words.entries()) this.#place(word, index + 1);
  }

  #clear(): void {
    this.#slots = new Int32Array(FIRST_SLOTS);
    this.#words = [];
    this.#stems = [];
  }
}

/** Porter's algorithm leaves shorter words alone. */
const STEM_MIN_LETTERS = 3;
/** The longest words of English prose have about 30 letters; what is longer is data. */
const STEM_MAX_LETTERS = 40;
/** Words a memo holds, about 5 MB; then it starts afresh. */
const MAX_WORDS = 50_000;
/** Slots of a new memo, a power of two: small, since a question needs only a few. */
const FIRST_SLOTS = 64;
/** The bit that turns an ASCII capital into its small letter. */
const SMALL_BIT = 0x20;
/** FNV-1a over the small letters. */
const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

function hashOf(text: string, start: number, end: number): number {
  let hash = FNV_BASIS;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (text.charCodeAt(at) | SMALL_BIT), FNV_PRIME);
  // The low bits of FNV are its weakest; the table uses the low bits.
  return hash ^ (hash >>> 15);
}

function isSameWord(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at++) {
    if (word.charCodeAt(at) !== (text.charCodeAt(start + at) | SMALL_BIT)) return false;
  }
  return true;
}
