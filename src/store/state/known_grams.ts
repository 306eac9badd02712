/**
 * The hashes of tainted texts in memory: as bits, which keep away what no tainted text has, and with the texts that have them.
 *
 * @module
 */
import type { StemMemo } from "../../base/text/stem.ts";
import { FORM_END, gramsOf } from "./bring_to_fold.ts";
import { copyBeginnings, type GramFilter } from "./copy_grams.ts";
import { GramPostings } from "./gram_postings.ts";
import { KnownText } from "./known_text.ts";
import type { Taint } from "./taints.ts";

/** See the module. */
export class KnownGrams {
  /** Lets pass what some text may have. */
  readonly filter: GramFilter;
  /** The newest text that was added. */
  lastId = 0;
  readonly #grams = new Uint32Array(FILTER_BITS >>> WORD_SHIFT);
  readonly #beginnings = new Uint32Array(FILTER_BITS >>> WORD_SHIFT);
  #postings: GramPostings | null = new GramPostings();

  /**
   * Knows nothing yet.
   *
   * @param stems stems to reuse
   * @param mostTexts texts that are kept with their hashes; of more only the bits
   */
  constructor(readonly stems: StemMemo, readonly mostTexts = MOST_TEXTS) {
    this.filter = { mayKnow: testOf(this.#grams), mayBegin: testOf(this.#beginnings) };
  }

  /** The texts by their hashes; `null` if they are too many to be kept, or if one of them may be taken back. */
  get postings(): GramPostings | null {
    return this.#postings;
  }

  /**
   * Adds a text.
   *
   * @param isSettled `false`: a transaction wrote it that may be taken back, so that its id may become that of another text
   */
  add({ id, origin, text }: Taint, isSettled: boolean): void {
    const forms = text.split(FORM_END);
    const { shingles, windows } = gramsOf(forms, this.stems);
    setBits(this.#grams, shingles);
    setBits(this.#grams, windows);
    for (const form of forms) setBits(this.#beginnings, copyBeginnings(form));
    if (!isSettled || (this.#postings?.size ?? 0) >= this.mostTexts) this.#postings = null;
    const known = new KnownText({ id, origin, forms, size: shingles.length }, this.stems);
    this.#postings?.add(known, new Set([...shingles, ...windows]));
  }
}

/** Texts that are kept in memory with their hashes, at most: some 10 MB. Of more, each question is one to the database. */
const MOST_TEXTS = 20_000;

/**
 * 2²² bits, 512 KB each: with 150,000 hashes, those of some 5,000 lines, one other hash in 28 is taken for known, and as many
 * beginnings; both together are looked up for nothing one time in 800.
 */
const FILTER_BITS = 2 ** 22;
const BIT_MASK = FILTER_BITS - 1;
/** 32 bits to a word. */
const WORD_SHIFT = 5;

function testOf(bits: Uint32Array): (gram: number) => boolean {
  return (gram) => ((bits[(gram & BIT_MASK) >>> WORD_SHIFT] ?? 0) & (1 << (gram & 31))) !== 0;
}

function setBits(bits: Uint32Array, grams: readonly number[]): void {
  for (const gram of grams) {
    const word = (gram & BIT_MASK) >>> WORD_SHIFT;
    bits[word] = (bits[word] ?? 0) | (1 << (gram & 31));
  }
}
