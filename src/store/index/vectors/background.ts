/**
 * How near a question is to anything at all. Raw cosines are compressed and shift with the language of question and text,
 * so what a hit is worth shows only against this. Pure.
 *
 * @module
 */
import type { Estimates } from "./shortlist.ts";

/** The cosines between a question and all pieces, whatever the filters. */
export interface Background {
  /** Their mean; off by at most 0.05 of the spread where it follows from sketches. */
  readonly mean: number;
  /** Their standard deviation; off by about 3 in 100 there, at most 10. */
  readonly spread: number;
  /** How many pieces there are. */
  readonly count: number;
}

/** Returns the background from the exact cosines of all pieces. */
export function exactBackground(cosines: readonly number[]): Background {
  return { ...summaryOf(cosines), count: cosines.length };
}

/**
 * Returns the background from the estimates of all pieces. Estimates scatter more than what they estimate, by their own
 * error, which shows in the few that are known exactly.
 *
 * @param known exact cosines by place, of places that were not chosen for their cosines
 */
export function estimatedBackground(estimates: Estimates, known: ReadonlyMap<number, number>): Background {
  const { cosines, mean, spread } = estimates;
  const error = summaryOf([...known].map(([at, cosine]) => (cosines[at] ?? 0) - cosine)).spread;
  return { mean, spread: Math.sqrt(Math.max(0, spread ** 2 - error ** 2)), count: cosines.length };
}

function summaryOf(values: readonly number[]): { mean: number; spread: number } {
  if (values.length === 0) return { mean: 0, spread: 0 };
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  let square = 0;
  for (const value of values) square += (value - mean) ** 2;
  return { mean, spread: Math.sqrt(square / values.length) };
}
