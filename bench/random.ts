/**
 * Random numbers that are the same in every run.
 *
 * @module
 */

/** A source of random choices that depends on its seed only. */
export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  /** Returns a whole number from 0 up to, but not including, `bound`. */
  below(bound: number): number;
  /** Returns one of the values, which must not be empty. */
  pick<T>(values: readonly T[]): T;
}

/** Returns a random source for a seed (the 32-bit generator known as mulberry32: short, and good enough for texts). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  const pick = <T>(values: readonly T[]): T => {
    const value = values[below(values.length)];
    if (value === undefined) throw new RangeError("Cannot pick from no values");
    return value;
  };
  return { next, below, pick };
}
