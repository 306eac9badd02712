/**
 * A vector in few bytes, good enough to tell which vectors deserve a closer look. Pure.
 *
 * Vectors of one model point into one corner of space: what they have in common, their part along the mean of all (the
 * axis), decides most of every cosine. A sketch has that part as it is, and of the rest the sign of each dimension, with
 * the factor that makes the likeness of the signs an unbiased estimate of the likeness of the rest. Signs of the whole
 * vectors, or of their difference from the mean, rank far worse (docs/adr).
 *
 * @module
 */
import { decodeVector } from "./vector_code.ts";

/** Returns how many bytes a sketch takes: 52 for 384 dimensions. */
export function sketchBytes(dimensions: number): number {
  return HEAD_BYTES + Math.ceil(dimensions / BITS);
}

/** Returns the direction of the mean of vectors whose codes lie one after the other; zeros if there are none. */
export function axisOf(codes: Int8Array, dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  for (let start = 0; start + dimensions <= codes.length; start += dimensions) {
    const vector = decodeVector(codes.subarray(start, start + dimensions));
    for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

/** Where a sketch is written. */
export interface SketchTarget {
  /** Zeros before. */
  readonly bytes: Uint8Array;
  /** The first byte of the sketch. */
  readonly offset: number;
}

/** Writes the sketch of a code. */
export function writeSketch(code: Int8Array, axis: Float32Array, { bytes, offset }: SketchTarget): void {
  const vector = decodeVector(code);
  const along = dot(vector, axis);
  let sum = 0;
  let square = 0;
  for (let at = 0; at < vector.length; at++) {
    const rest = (vector[at] ?? 0) - along * (axis[at] ?? 0);
    sum += Math.abs(rest);
    square += rest * rest;
    if (rest <= 0) continue;
    const byte = offset + HEAD_BYTES + (at >> 3);
    bytes[byte] = (bytes[byte] ?? 0) | (1 << (at & 7));
  }
  writeShare(bytes, offset, (along + 1) / 2);
  writeShare(bytes, offset + SHARE_BYTES, sum === 0 ? 0 : square / sum);
}

/** A question made ready for sketches. */
export interface SketchQuestion {
  /** The cosine between question and axis. */
  readonly along: number;
  /**
   * For each byte of signs and each value that it can have, what it adds to the likeness: the question's components at a
   * right angle to the axis, with the signs of the value.
   */
  readonly table: Float32Array;
}

/** Makes a question of unit length ready. */
export function sketchQuestion(question: Float32Array, axis: Float32Array): SketchQuestion {
  const along = dot(question, axis);
  const rest = question.map((value, at) => value - along * (axis[at] ?? 0));
  const table = new Float32Array(Math.ceil(rest.length / BITS) * BYTE_VALUES);
  for (let start = 0; start < rest.length; start += BITS) {
    const base = start / BITS * BYTE_VALUES;
    let none = 0;
    for (let bit = 0; bit < BITS; bit++) none -= rest[start + bit] ?? 0;
    table[base] = none;
    for (let value = 1; value < BYTE_VALUES; value++) {
      // The value without its lowest bit stands in the table already.
      const lowest = 31 - Math.clz32(value & -value);
      table[base + value] = (table[base + (value & (value - 1))] ?? 0) + 2 * (rest[start + lowest] ?? 0);
    }
  }
  return { along, table };
}

/** Writes the estimated cosines of sketches that lie one after the other to `target`, from `at` on. */
export function estimateCosines(
  { along, table }: SketchQuestion,
  sketches: Uint8Array,
  { cosines, at }: { readonly cosines: Float32Array; readonly at: number },
): void {
  const width = HEAD_BYTES + table.length / BYTE_VALUES;
  let slot = at;
  for (let start = 0; start + width <= sketches.length; start += width) {
    let byte = start + HEAD_BYTES;
    let likeness = 0;
    for (let base = 0; base < table.length; base += BYTE_VALUES) {
      likeness += table[base + (sketches[byte++] ?? 0)] ?? 0;
    }
    const own = readShare(sketches, start) * 2 - 1;
    cosines[slot++] = own * along + readShare(sketches, start + SHARE_BYTES) * likeness;
  }
}

/** Part along the axis and factor of the signs come first, two bytes each. */
const SHARE_BYTES = 2;
const HEAD_BYTES = 2 * SHARE_BYTES;
const BITS = 8;
const BYTE_VALUES = 256;
/** Largest number of two bytes: 1. */
const WHOLE = 65_535;

function writeShare(bytes: Uint8Array, offset: number, share: number): void {
  const value = Math.round(Math.min(1, Math.max(0, share)) * WHOLE);
  bytes[offset] = value & 0xff;
  bytes[offset + 1] = value >> BITS;
}

function readShare(bytes: Uint8Array, offset: number): number {
  return ((bytes[offset] ?? 0) | ((bytes[offset + 1] ?? 0) << BITS)) / WHOLE;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
