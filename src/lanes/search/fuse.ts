/**
 * Puts the lanes together. Each lane brings a score from 0 to 1 that means the same for every question, so a lane that
 * found nothing simply has nothing to add, and a weight belongs to the lane by name.
 *
 * @module
 */

/** What each lane says of a chunk. */
export interface LaneScores {
  /** Calibrated text score, 0 to 1; `null` if it holds no word of the question. */
  readonly keyword: number | null;
  /** Relevance by meaning, 0 to 1; `null` if it has no vector, or the lane took no part. */
  readonly vector: number | null;
  /** See {@linkcode PATH_SCORES}; `null` if the question is not the file's name. */
  readonly path: number | null;
}

/** How the question names the file of a chunk, by tier: 3 its whole path, 2 its name, 1 its name without the ending. */
export type PathTier = 0 | 1 | 2 | 3;

/** Least score of a chunk whose file is asked for by name; tier 0 is no match. */
export const PATH_SCORES: Readonly<Record<PathTier, number | null>> = { 3: 1, 2: 0.9, 1: 0.8, 0: null };

/** What the lanes count, 0 to 1; together 1. */
export interface LaneWeights {
  /** Of the keyword lane. */
  readonly keyword: number;
  /** Of the vector lane. */
  readonly vector: number;
}

/**
 * A best text score from which on the keyword lane counts full. Below, the question's words are not there, as in a
 * question in another language, and what the lane has to say of single words counts less and less.
 */
const KNOWN_FROM = 0.5;

/**
 * Returns what each lane counts for one question: both the same if both know something (measured best over English,
 * Chinese and questions across languages), else the one that does.
 *
 * @param bestKeyword best text score of any chunk, 0 to 1
 * @param knowledge how much the vector lane can know, 0 to 1; `null` if it takes no part
 */
export function laneWeights(bestKeyword: number, knowledge: number | null): LaneWeights {
  const vector = knowledge ?? 0;
  if (vector === 0) return { keyword: 1, vector: 0 };
  const keyword = Math.min(1, bestKeyword / KNOWN_FROM);
  return { keyword: keyword / (keyword + vector), vector: vector / (keyword + vector) };
}

/**
 * Returns the hybrid score, 0 to 1: the weighted mean of the lanes. A chunk without a vector is judged by its words alone;
 * one without the words has 0 from that lane. A file asked for by name has at least its path score.
 */
export function fuse(scores: LaneScores, weights: LaneWeights): number {
  const { keyword, vector } = scores;
  const words = keyword ?? 0;
  const content = vector === null ? words : weights.keyword * words + weights.vector * vector;
  return Math.max(content, scores.path ?? 0);
}
