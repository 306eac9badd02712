/**
 * The score of the vector lane, 0 to 1. A raw cosine says little: with one model everything lies between 0.7 and 0.9, and
 * where depends on the two languages. What counts is how far a piece stands out from the question's own background, the
 * cosines between the question and all pieces of the same script (SPEC 6).
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
/**
 * The least spread that counts. Notes that are all of one make have nearly the same cosine with any question, and what is
 * least like the others would stand out for each. Chosen so that questions without an answer get no confident score, and
 * evidence in another language, 0.04 to 0.12 above the mean, still comes in.
 */
const LEAST_SPREAD = 0.02;

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
  const steady = Math.sqrt((count * spread ** 2 + PRIOR_COUNT * USUAL_SPREAD ** 2) / (count + PRIOR_COUNT));
  return Math.max(LEAST_SPREAD, steady);
}
