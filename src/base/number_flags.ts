/**
 * Flags of whole numbers, in a tenth of the room of a `Map`: for millions of hashes at once.
 *
 * @module
 */

/** Numbers below 2⁵³, each with up to eight flags. */
export class NumberFlags {
  /** Numbers that have flags. */
  size = 0;
  #numbers = new Float64Array(FIRST_ROOM).fill(EMPTY);
  #flags = new Uint8Array(FIRST_ROOM);

  /** Returns the flags of a number; 0 if it has none. */
  get(number: number): number {
    return this.#flags[this.#placeOf(number)] ?? 0;
  }

  /** Adds flags, not 0, to those of a number. */
  add(number: number, flags: number): void {
    if (this.size >= this.#numbers.length * MOST_LOAD) this.#grow();
    const place = this.#placeOf(number);
    if (this.#numbers[place] === EMPTY) {
      this.#numbers[place] = number;
      this.size++;
    }
    this.#flags[place] = (this.#flags[place] ?? 0) | flags;
  }

  #placeOf(number: number): number {
    const room = this.#numbers.length;
    // A remainder of such numbers is a call of its own, ten times as slow as this.
    const high = Math.floor(number / LOW_RANGE);
    const mixed = Math.imul((number - high * LOW_RANGE) ^ Math.imul(high, MIX), MIX);
    const spread = Math.imul(mixed ^ (mixed >>> HIGH_SHIFT), SECOND_MIX);
    let place = Math.floor((spread >>> 0) * (room / LOW_RANGE));
    while (this.#numbers[place] !== EMPTY && this.#numbers[place] !== number) if (++place === room) place = 0;
    return place;
  }

  #grow(): void {
    const [numbers, flags] = [this.#numbers, this.#flags];
    const room = numbers.length * (numbers.length < LARGE_ROOM ? GROWTH : LARGE_GROWTH);
    this.#numbers = new Float64Array(room).fill(EMPTY);
    this.#flags = new Uint8Array(room);
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at] ?? EMPTY;
      if (number === EMPTY) continue;
      const place = this.#placeOf(number);
      this.#numbers[place] = number;
      this.#flags[place] = flags[at] ?? 0;
    }
  }
}

/** No hash is negative. */
const EMPTY = -1;
const FIRST_ROOM = 1_024;
/** Beyond that a search goes past too many neighbours. */
const MOST_LOAD = 0.66;
/** Every number is moved once for each growth: with twice the room each time that would be most of the work. */
const GROWTH = 4;
/** From 1,048,576 on, 9 MB, less: 3,145,728 hold the 2,000,000 hashes of a session in 28 MB. */
const LARGE_ROOM = 1_048_576;
const LARGE_GROWTH = 3;
/** 2³². */
const LOW_RANGE = 4_294_967_296;
/** Brings the upper half, which is mixed best, down. */
const HIGH_SHIFT = 15;
/** Odd numbers that spread neighbouring hashes. */
const MIX = 0x9e3779b1;
const SECOND_MIX = 0x85ebca6b;
