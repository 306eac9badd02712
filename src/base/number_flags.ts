/**
 * Flags of whole numbers, in a tenth of the room of a `Map`: for millions of hashes at once.
 *
 * @module
 */

/** Numbers below 2⁵³, each with up to eight flags. */
export class NumberFlags {
  /** Numbers that have flags. */
  size = 0;
  #room = FIRST_ROOM;
  /** Two words a place, side by side: the lower half of a number, and the upper half with the flags. Flags of 0: nothing. */
  #words = new Uint32Array(2 * FIRST_ROOM);
  readonly #leapFrom: number;

  /**
   * Has no number yet.
   *
   * @param leapFrom room, in numbers, from which on it takes {@linkcode FULL_ROOM} at once: while it grows the room before is
   * there as well
   */
  constructor(leapFrom = LARGE_ROOM) {
    this.#leapFrom = leapFrom;
  }

  /** Returns the flags of a number; 0 if it has none. */
  get(number: number): number {
    const high = Math.floor(number / LOW_RANGE);
    const low = lowerHalf(number, high);
    const words = this.#words;
    return (words[placeOf(words, low, high) + 1] ?? 0) & FLAGS;
  }

  /** Adds flags, not 0, to those of a number. */
  add(number: number, flags: number): void {
    if (this.size >= this.#room * MOST_LOAD) this.#grow();
    const high = Math.floor(number / LOW_RANGE);
    const low = lowerHalf(number, high);
    const words = this.#words;
    const place = placeOf(words, low, high);
    if (words[place + 1] === 0) this.size++;
    words[place] = low;
    words[place + 1] = (words[place + 1] ?? 0) | (high << FLAG_BITS) | flags;
  }

  /**
   * Adds the same flags, not 0, to many numbers, until so many have flags.
   *
   * @param most numbers that have flags then, at most, whichever they are
   * @returns how many of the list were taken; those that come behind may have flags or not
   */
  addAll(numbers: Float64Array, flags: number, most: number): number {
    let at = 0;
    for (; at < numbers.length && this.size < most; at++) this.add(numbers[at] ?? 0, flags);
    return at;
  }

  /** Returns those numbers that have one of some flags, with all flags that they have. */
  having(flags: number): NumberFlags {
    const found = new NumberFlags(this.#leapFrom);
    const words = this.#words;
    for (let at = 0; at < words.length; at += 2) {
      const upper = words[at + 1] ?? 0;
      if ((upper & flags) === 0) continue;
      found.add((upper >>> FLAG_BITS) * LOW_RANGE + ((words[at] ?? 0) | 0) + SIGNED, upper & FLAGS);
    }
    return found;
  }

  #grow(): void {
    const before = this.#words;
    if (this.#room < this.#leapFrom) this.#room *= GROWTH;
    else this.#room = Math.max(FULL_ROOM, LARGE_GROWTH * this.#room);
    const words = this.#words = new Uint32Array(2 * this.#room);
    for (let from = 0; from < before.length; from += 2) {
      const upper = before[from + 1] ?? 0;
      if (upper === 0) continue;
      const low = (before[from] ?? 0) | 0;
      const to = placeOf(words, low, upper >>> FLAG_BITS);
      words[to] = low;
      words[to + 1] = upper;
    }
  }
}

/** Returns the lower 32 bits of a number, whose upper ones are known. A remainder of such numbers is a call of its own. */
function lowerHalf(number: number, high: number): number {
  // In the range of whole numbers with a sign, since bits of others are a call, too.
  return (number - high * LOW_RANGE - SIGNED) | 0;
}

/** Returns the first word of the place that a number has, or would get. */
function placeOf(words: Uint32Array, low: number, high: number): number {
  const mixed = Math.imul(low ^ Math.imul(high, MIX), MIX);
  const spread = Math.imul(mixed ^ (mixed >>> HIGH_SHIFT), SECOND_MIX);
  let place = 2 * Math.floor((spread >>> 0) * (words.length / (2 * LOW_RANGE)));
  for (;;) {
    const upper = words[place + 1] ?? 0;
    if (upper === 0 || (upper >>> FLAG_BITS === high && ((words[place] ?? 0) | 0) === low)) return place;
    place += 2;
    if (place === words.length) place = 0;
  }
}

const FLAG_BITS = 8;
const FLAGS = 2 ** FLAG_BITS - 1;
const FIRST_ROOM = 1_024;
/** Beyond that a search goes past too many neighbours, although eight of them lie side by side in memory. */
const MOST_LOAD = 0.77;
/** Every number is moved once for each growth: with twice the room each time that would be most of the work. */
const GROWTH = 4;
/** From 8 MB on, less. */
const LARGE_ROOM = 1_048_576;
const LARGE_GROWTH = 2.5;
/** Holds the 2,000,000 hashes of a session, in 21 MB. */
const FULL_ROOM = LARGE_GROWTH * LARGE_ROOM;
/** 2³². */
const LOW_RANGE = 4_294_967_296;
/** 2³¹. */
const SIGNED = 2_147_483_648;
/** Brings the upper half, which is mixed best, down. */
const HIGH_SHIFT = 15;
/** Odd numbers that spread neighbouring hashes. */
const MIX = 0x9e3779b1;
const SECOND_MIX = 0x85ebca6b;
