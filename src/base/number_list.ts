/**
 * Whole numbers, each once, in the order in which they came. A `Set` of hashes costs ten times as much, and there are
 * thousands of them in every answer of a tool.
 *
 * @module
 */

/** Numbers from 0 to 2⁵³, each kept once. */
export class NumberList {
  #numbers: Float64Array;
  /** Of each number in the table above, its place in the list, from 1. */
  #places: Int32Array;
  #size = 0;

  /** Is empty. @param expected about how many numbers come; with more it grows. @default few */
  constructor(expected = 0) {
    let room = FIRST_ROOM;
    while (room < 2 * expected) room *= 2;
    this.#numbers = new Float64Array(room / 2);
    this.#places = new Int32Array(room);
  }

  /** Adds a number, unless it is there. */
  add(number: number): void {
    let slot = this.#slotOf(number);
    if (this.#places[slot] !== 0) return;
    if (this.#size === this.#numbers.length) {
      this.#grow();
      slot = this.#slotOf(number);
    }
    this.#numbers[this.#size++] = number;
    this.#places[slot] = this.#size;
  }

  /** Returns the numbers in their order, and is empty again. */
  take(): Float64Array {
    if (this.#size === 0) return NONE;
    const taken = this.#numbers.slice(0, this.#size);
    // What a long text made room for is of no use to the short ones after it.
    if (this.#places.length > MOST_KEPT_ROOM) {
      this.#numbers = new Float64Array(FIRST_ROOM / 2);
      this.#places = new Int32Array(FIRST_ROOM);
    } else this.#places.fill(0);
    this.#size = 0;
    return taken;
  }

  #slotOf(number: number): number {
    const mask = this.#places.length - 1;
    const high = Math.floor(number / LOW_RANGE);
    const mixed = Math.imul((number - high * LOW_RANGE) ^ Math.imul(high, MIX), MIX);
    let slot = (mixed ^ (mixed >>> HIGH_SHIFT)) & mask;
    for (;;) {
      const place = this.#places[slot] ?? 0;
      if (place === 0 || this.#numbers[place - 1] === number) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const numbers = new Float64Array(2 * this.#numbers.length);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
    this.#places = new Int32Array(2 * numbers.length);
    for (let at = 0; at < this.#size; at++) this.#places[this.#slotOf(numbers[at] ?? 0)] = at + 1;
  }
}

const NONE = new Float64Array();

/** A power of two; half of it is filled before there is more. */
const FIRST_ROOM = 1_024;
/** Places of a text of some 100,000 characters. */
const MOST_KEPT_ROOM = 65_536;
/** 2³². */
const LOW_RANGE = 4_294_967_296;
/** Brings the upper half, which is mixed best, down to where places are taken from. */
const HIGH_SHIFT = 15;
/** An odd number that spreads neighbouring hashes. */
const MIX = 0x9e3779b1;
