/**
 * A vector in few bytes, good enough to tell which vectors deserve a closer look. Pure.
 *
 * Vectors of one model point into one corner of space: what they have in common, their part along the mean of all (the
 * axis), decides most of every cosine. A sketch has that part as it is, and of the rest the sign of each dimension, with
 * the factor that makes the likeness of the signs an unbiased estimate of the likeness of the rest. Signs of the whole
 * vectors, or of their difference from the mean, rank far worse (docs/adr/0030-vectors-as-sketches-and-codes.md).
 *
 * @module
 */
import { dotProduct } from "../../../base/dot_product.ts";
import { decodeVector } from "./vector_code.ts";

/** Returns how many bytes a sketch takes: 52 for 384 dimensions. */
export function sketchBytes(dimensions: number): number {
  return HEAD_BYTES + signBytes(dimensions);
}

/** Returns how many of them hold signs: whole words of four bytes. */
export function signBytes(dimensions: number): number {
  return Math.ceil(dimensions / (BITS * WORD_BYTES)) * WORD_BYTES;
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

/** Writes the sketch of a code. A rebuild of the index draws hundreds of thousands, hence the plain loops. */
export function writeSketch(code: Int8Array, axis: Float32Array, { bytes, offset }: SketchTarget): void {
  let square = 0;
  let product = 0;
  for (let at = 0; at < code.length; at++) {
    const value = code[at] as number;
    square += value * value;
    product += value * (axis[at] as number);
  }
  const scale = square === 0 ? 0 : 1 / Math.sqrt(square);
  const along = product * scale;
  let sum = 0;
  let squares = 0;
  for (let at = 0; at < code.length; at++) {
    const rest = (code[at] as number) * scale - along * (axis[at] as number);
    sum += Math.abs(rest);
    squares += rest * rest;
    if (rest <= 0) continue;
    const byte = offset + HEAD_BYTES + (at >> 3);
    bytes[byte] = (bytes[byte] as number) | (1 << (at & 7));
  }
  writeShare(bytes, offset, (along + 1) / 2);
  writeShare(bytes, offset + SHARE_BYTES, sum === 0 ? 0 : squares / sum);
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
  const along = dotProduct(question, axis);
  const rest = question.map((value, at) => value - along * (axis[at] ?? 0));
  const table = new Float32Array(signBytes(rest.length) * BYTE_VALUES);
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

/** Where estimates go. */
export interface EstimateRun extends SketchQuestion {
  /** The estimated cosine of every slot. */
  readonly cosines: Float32Array;
  /** For each script that a slot can have, in the order of their numbers: how many estimates, their sum, that of their squares. */
  readonly totals: Float64Array;
}

/** Numbers that {@linkcode EstimateRun.totals} has for each script. */
export const TOTALS = 3;

/** Sketches that lie one after the other. */
export interface SketchRow {
  /** The sketches. */
  readonly sketches: Uint8Array;
  /** The script of each. */
  readonly scripts: Uint8Array;
  /** The slot of the first one. */
  readonly start: number;
}

/**
 * Estimates the cosines of sketches and adds them up. Everything is done in one loop without ado: in a process that has
 * just begun it runs before the compiler has looked at it, and takes longer than all reading; so would a second one.
 */
export function estimateCosines(run: EstimateRun, { sketches, scripts, start }: SketchRow): void {
  const { along, table, cosines, totals } = run;
  const width = HEAD_BYTES + table.length / BYTE_VALUES;
  let slot = start;
  for (let head = 0; head + width <= sketches.length; head += width) {
    let byte = head + HEAD_BYTES;
    let likeness = 0;
    for (let base = 0; base < table.length; base += WORD_BYTES * BYTE_VALUES, byte += WORD_BYTES) {
      // All places exist: a sketch has whole words of signs, and the table as many.
      likeness += (table[base + (sketches[byte] as number)] as number) +
        (table[base + BYTE_VALUES + (sketches[byte + 1] as number)] as number) +
        (table[base + 2 * BYTE_VALUES + (sketches[byte + 2] as number)] as number) +
        (table[base + 3 * BYTE_VALUES + (sketches[byte + 3] as number)] as number);
    }
    const own = ((sketches[head] as number) | ((sketches[head + 1] as number) << BITS)) / WHOLE * 2 - 1;
    const factor = ((sketches[head + 2] as number) | ((sketches[head + 3] as number) << BITS)) / WHOLE;
    // As it is read again from the list.
    const cosine = Math.fround(own * along + factor * likeness);
    const total = (scripts[slot - start] as number) * TOTALS;
    cosines[slot++] = cosine;
    totals[total] = (totals[total] as number) + 1;
    totals[total + 1] = (totals[total + 1] as number) + cosine;
    totals[total + 2] = (totals[total + 2] as number) + cosine * cosine;
  }
}

/** Returns the step that a cosine lies in; `scale`: half as many steps as there are, less half a one. */
export function stepOf(cosine: number, scale: number): number {
  return Math.max(0, Math.min(2 * scale, Math.floor((cosine + 1) * scale)));
}

/** Part along the axis and factor of the signs come first, two bytes each. */
const SHARE_BYTES = 2;
const HEAD_BYTES = 2 * SHARE_BYTES;
/** Signs are read four bytes at a time; what is missing at the end is filled up. */
const WORD_BYTES = 4;
const BITS = 8;
const BYTE_VALUES = 256;
/** Largest number of two bytes: 1. */
const WHOLE = 65_535;

function writeShare(bytes: Uint8Array, offset: number, share: number): void {
  const value = Math.round(Math.min(1, Math.max(0, share)) * WHOLE);
  bytes[offset] = value & 0xff;
  bytes[offset + 1] = value >> BITS;
}
