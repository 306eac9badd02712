/** Shortest vector that still has a direction: below it, rounding decides where it points. */
const MIN_LENGTH = 1e-6;

/**
 * Returns a vector of length 1 in the same direction, or what is wrong with it, as the end of a sentence.
 *
 * @param dimensions what its length has to be; `null` takes any
 */
export function unitVector(
  numbers: ArrayLike<number>,
  dimensions: number | null,
): { readonly vector: Float32Array } | { readonly vector: null; readonly fault: string } {
  if (dimensions !== null && numbers.length !== dimensions) {
    return { vector: null, fault: `a vector of ${numbers.length} dimensions, expected ${dimensions}` };
  }
  if (numbers.length === 0) return { vector: null, fault: "a vector without dimensions" };
  const vector = Float32Array.from(numbers);
  let squares = 0;
  for (const each of vector) squares += each * each;
  // A number that is no number, or too big for 32 bits, makes the sum one as well.
  if (!Number.isFinite(squares)) return { vector: null, fault: "a vector with numbers that are not finite" };
  const length = Math.sqrt(squares);
  if (length < MIN_LENGTH) return { vector: null, fault: "a vector of length 0" };
  return { vector: vector.map((each) => each / length) };
}
