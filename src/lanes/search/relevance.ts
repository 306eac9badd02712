/**
 * The score of the vector lane, 0 to 1. A raw cosine says little: with one model everything lies between 0.7 and 0.9, and
 * where depends on the two languages. What counts is how far a piece stands out from the question's own background, the
 * cosines between the question and all pieces (SPEC 6).
 *
 * @module
 */
import type { Background } from "../../store/index/vectors.ts";

/**
 * Standard deviations from the mean that are worth 0 and 1. The best pieces of questions with an answer lie between 2 and
 * 8, the best ones of questions without around 2; nearby borders change the order of results by less than half a point.
 */
const NOTHING_AT = -1;
const EVERYTHING_AT = 6;

/**
 * A few pieces have no spread to speak of. So many further cosines with a spread of {@linkcode USUAL_SPREAD} are taken
 * with them; beside hundreds of real ones they do not matter.
 */
const PRIOR_COUNT = 8;
/** Standard deviation of the cosines between texts that have nothing to do with each other, of usual models at least. */
const USUAL_SPREAD = 0.03;

/** Returns the background of two sets of cosines together. */
export function together(a: Background, b: Background): Background {
  const count = a.count + b.count;
  if (count === 0) return a;
  const mean = (a.count * a.mean + b.count * b.mean) / count;
  const square = ({ mean: own, spread, count: n }: Background) => n * (spread ** 2 + (own - mean) ** 2);
  return { mean, spread: Math.sqrt((square(a) + square(b)) / count), count };
}

/** Returns the background that cosines are. */
export function backgroundFrom(cosines: readonly number[]): Background {
  const one = (cosine: number): Background => ({ mean: cosine, spread: 0, count: 1 });
  return cosines.map(one).reduce(together, { mean: 0, spread: 0, count: 0 });
}

/** Returns the score of a cosine against a background, 0 to 1. */
export function relevanceOf(cosine: number, background: Background): number {
  const z = (cosine - background.mean) / steadySpread(background);
  return Math.min(1, Math.max(0, (z - NOTHING_AT) / (EVERYTHING_AT - NOTHING_AT)));
}

/**
 * Returns how much the vector lane can know, 0 to 1: among a handful of pieces nearly nothing stands out, whatever it
 * says.
 */
export function knowledgeOf({ count }: Background): number {
  return count / (count + PRIOR_COUNT);
}

function steadySpread({ spread, count }: Background): number {
  return Math.sqrt((count * spread ** 2 + PRIOR_COUNT * USUAL_SPREAD ** 2) / (count + PRIOR_COUNT));
}
