/**
 * Which texts have which hashes, in memory: a few bytes each, for whoever asks about thousands of lines.
 *
 * @module
 */
import type { KnownText } from "./known_text.ts";

/** Leads from hashes to texts. */
export class GramPostings {
  /** Texts in it. */
  size = 0;
  readonly #texts: KnownText[] = [];
  /** Places of hashes, and for each the newest entry of its chain, from 1. */
  #grams = new Uint32Array(FIRST_ROOM);
  #heads = new Int32Array(FIRST_ROOM);
  #count = 0;
  /** Entries: which text, and the entry before in the same chain. */
  #textOf = new Int32Array(FIRST_ROOM);
  #before = new Int32Array(FIRST_ROOM);
  #entries = 0;

  /** Adds a text under its hashes, each of which is given once. */
  add(text: KnownText, grams: Iterable<number>): void {
    this.#texts.push(text);
    this.size++;
    for (const gram of grams) this.#link(gram, this.#texts.length - 1);
  }

  /** Calls a function with each text that has a hash. */
  visit(gram: number, look: (text: KnownText) => void): void {
    for (let entry = this.#heads[this.#slotOf(gram)] ?? 0; entry !== 0; entry = this.#before[entry - 1] ?? 0) {
      const text = this.#texts[this.#textOf[entry - 1] ?? 0];
      if (text !== undefined) look(text);
    }
  }

  #link(gram: number, text: number): void {
    if (this.#entries === this.#textOf.length) {
      this.#textOf = enlarged(this.#textOf);
      this.#before = enlarged(this.#before);
    }
    if (2 * this.#count >= this.#grams.length) this.#spread();
    const slot = this.#slotOf(gram);
    if (this.#heads[slot] === 0) {
      this.#grams[slot] = gram;
      this.#count++;
    }
    this.#textOf[this.#entries] = text;
    this.#before[this.#entries] = this.#heads[slot] ?? 0;
    this.#heads[slot] = ++this.#entries;
  }

  #spread(): void {
    const [grams, heads] = [this.#grams, this.#heads];
    this.#grams = new Uint32Array(2 * grams.length);
    this.#heads = new Int32Array(2 * grams.length);
    for (let at = 0; at < grams.length; at++) {
      if (heads[at] === 0) continue;
      const slot = this.#slotOf(grams[at] ?? 0);
      this.#grams[slot] = grams[at] ?? 0;
      this.#heads[slot] = heads[at] ?? 0;
    }
  }

  /** The hashes are mixed well already. */
  #slotOf(gram: number): number {
    const mask = this.#grams.length - 1;
    let slot = gram & mask;
    while (this.#heads[slot] !== 0 && this.#grams[slot] !== gram) slot = (slot + 1) & mask;
    return slot;
  }
}

/** A power of two; it doubles when it is half full. */
const FIRST_ROOM = 4_096;

function enlarged(list: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * list.length);
  longer.set(list);
  return longer;
}
