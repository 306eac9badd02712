/**
 * Takes tensors out of the weights in the form that the graph needs.
 *
 * @module
 */
import type { StoredTensor, Weights } from "../weights/read_weights.ts";

/** Flips the highest bit of both weights of a byte: from 0…15 around 8 to −8…7 around 0. */
const SIGN_BITS = 0x88;

/**
 * Returns a stored tensor of 4-bit blocks.
 *
 * @throws {Error} if there is none of that name, or it is of another type
 */
export function storedOf(weights: Weights, name: string): StoredTensor {
  return tensorOf(weights, name, "q4");
}

/**
 * Returns the values of a stored tensor of 32-bit floating-point numbers.
 *
 * @throws {Error} if there is none of that name, or it is of another type
 */
export function numbersOf(weights: Weights, name: string): Float32Array {
  // Copied, since nothing in the file is aligned.
  return new Float32Array(tensorOf(weights, name, "f32").bytes.slice().buffer);
}

/** Returns 4-bit weights as signed ones, which need no table of zero points. */
export function signedNibbles(nibbles: Uint8Array): Uint8Array {
  return nibbles.map((pair) => pair ^ SIGN_BITS);
}

/** Returns the bytes of several tensors behind one another. */
export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** Returns the numbers of several tensors behind one another. */
export function joinedNumbers(parts: readonly Float32Array[]): Float32Array {
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

function tensorOf(weights: Weights, name: string, type: StoredTensor["type"]): StoredTensor {
  const tensor = weights.tensors.get(name);
  if (tensor?.type !== type) throw new Error(`The tensor "${name}" is ${tensor?.type ?? "missing"}, expected ${type}`);
  return tensor;
}
