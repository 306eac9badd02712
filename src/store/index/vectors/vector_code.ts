/**
 * How a vector is stored: one signed byte a dimension. That is the form of sqlite-vec's `int8` vectors. Pure.
 *
 * @module
 */

/** The largest component of a vector becomes this or its negative. */
const LARGEST = 127;

/** Returns the code of a vector; all zeros for a vector of zeros. */
export function encodeVector(vector: Float32Array): Int8Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest === 0 ? 0 : LARGEST / largest;
  return Int8Array.from(vector, (value) => Math.round(value * scale));
}

/** Returns the vector of unit length that a code stands for. A search decodes hundreds, hence the plain loops. */
export function decodeVector(code: Int8Array): Float32Array {
  let square = 0;
  for (let at = 0; at < code.length; at++) square += (code[at] as number) ** 2;
  const scale = 1 / (Math.sqrt(square) || 1);
  const vector = new Float32Array(code.length);
  for (let at = 0; at < code.length; at++) vector[at] = (code[at] as number) * scale;
  return vector;
}

/**
 * Returns the cosine between a vector of unit length and what a code stands for; 0 for a code of zeros. One loop: a
 * search works out dozens in a process that has just begun.
 */
export function cosineWith(unit: Float32Array, code: Int8Array): number {
  let dot = 0;
  let square = 0;
  for (let at = 0; at < code.length; at++) {
    const value = code[at] as number;
    dot += value * (unit[at] as number);
    square += value * value;
  }
  return dot / (Math.sqrt(square) || 1);
}

/** Returns a vector scaled to length 1; one of zeros stays as it is. */
export function unitVector(vector: Float32Array): Float32Array {
  const scale = 1 / (norm(vector) || 1);
  return vector.map((value) => value * scale);
}

/**
 * Returns the cosine distance of two codes of the same length, 0 to 2, neither all zeros. Sums of whole numbers up to
 * 127² · 1,040 are exact in 32-bit floats, too, which is what sqlite-vec adds in; only the last step rounds.
 */
export function distanceOf(a: Int8Array, b: Int8Array): number {
  let dot = 0;
  let squareA = 0;
  let squareB = 0;
  for (let at = 0; at < a.length; at++) {
    const valueA = a[at] ?? 0;
    const valueB = b[at] ?? 0;
    dot += valueA * valueB;
    squareA += valueA * valueA;
    squareB += valueB * valueB;
  }
  return Math.fround(1 - dot / (Math.sqrt(squareA) * Math.sqrt(squareB)));
}

/** Returns bytes of SQLite as a code, without copying. */
export function codeOf(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns a code as bytes for SQLite, without copying. */
export function bytesOf(code: Int8Array | Uint32Array | Float32Array): Uint8Array {
  return new Uint8Array(code.buffer, code.byteOffset, code.byteLength);
}

function norm(vector: Float32Array): number {
  let square = 0;
  for (const value of vector) square += value * value;
  return Math.sqrt(square);
}
