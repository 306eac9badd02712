/**
 * One bit a dimension: whether a vector is above the mean of all. Vectors of one model point into one corner of space, so
 * that without the mean most bits would be the same in all of them. Pure.
 *
 * @module
 */
import { cosineOf } from "./vector_code.ts";

/** Returns how many bytes the bits of a vector take. */
export function bitBytes(dimensions: number): number {
  return Math.ceil(dimensions / BITS);
}

/** Returns the mean of the vectors of unit length that codes stand for, 0 in every dimension if there are none. */
export function meanOf(codes: Int8Array, dimensions: number): Float32Array {
  const sum = new Float64Array(dimensions);
  const count = Math.floor(codes.length / dimensions);
  for (let start = 0; start < count * dimensions; start += dimensions) {
    const code = codes.subarray(start, start + dimensions);
    const scale = scaleOf(code);
    for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + (code[at] ?? 0) * scale;
  }
  return Float32Array.from(sum, (value) => value / Math.max(1, count));
}

/** Writes the bits of a code to `target` from `offset` on; those behind the last dimension are 0. */
export function writeBits(code: Int8Array, mean: Float32Array, target: { bits: Uint8Array; offset: number }): void {
  const scale = scaleOf(code);
  for (let at = 0; at < code.length; at++) {
    if ((code[at] ?? 0) * scale <= (mean[at] ?? 0)) continue;
    const byte = target.offset + (at >> 3);
    target.bits[byte] = (target.bits[byte] ?? 0) | (1 << (at & 7));
  }
}

/**
 * Returns, for each byte of a vector's bits and each value that it can have, what it adds to the likeness with a question:
 * the question's own components, with the sign of the bits. Their sum over all bytes grows with the cosine.
 */
export function likenessTable(question: Float32Array): Float32Array {
  const table = new Float32Array(bitBytes(question.length) * BYTE_VALUES);
  for (let start = 0; start < question.length; start += BITS) {
    const base = start / BITS * BYTE_VALUES;
    let none = 0;
    for (let bit = 0; bit < BITS; bit++) none -= question[start + bit] ?? 0;
    table[base] = none;
    for (let value = 1; value < BYTE_VALUES; value++) {
      // The value without its lowest bit stands in the table already.
      const lowest = 31 - Math.clz32(value & -value);
      table[base + value] = (table[base + (value & (value - 1))] ?? 0) + 2 * (question[start + lowest] ?? 0);
    }
  }
  return table;
}

/** Returns the likeness of each vector whose bits lie one after the other. */
export function likenesses(table: Float32Array, bits: Uint8Array): Float32Array {
  const end = table.length;
  const result = new Float32Array(Math.floor(bits.length / (end / BYTE_VALUES)));
  let byte = 0;
  for (let at = 0; at < result.length; at++) {
    let sum = 0;
    for (let base = 0; base < end; base += BYTE_VALUES) sum += table[base + (bits[byte++] ?? 0)] ?? 0;
    result[at] = sum;
  }
  return result;
}

/** Returns the cosines between a question of unit length and codes that lie one after the other. */
export function cosinesOf(question: Float32Array, codes: Int8Array): number[] {
  const count = Math.floor(codes.length / question.length);
  return Array.from({ length: count }, (_, at) => {
    return cosineOf(question, codes.subarray(at * question.length, (at + 1) * question.length));
  });
}

const BITS = 8;
const BYTE_VALUES = 256;

/** What makes a vector of unit length of a code. */
function scaleOf(code: Int8Array): number {
  let square = 0;
  for (const value of code) square += value * value;
  return square === 0 ? 0 : 1 / Math.sqrt(square);
}
