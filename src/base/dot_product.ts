/**
 * Returns the sum of the products of what stands in the same place: of two vectors of unit length, their cosine. Where
 * the second one is shorter the rest counts nothing. A plain loop: it runs in processes that have just begun.
 */
export function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
