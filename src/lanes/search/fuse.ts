/**
 * Puts the lanes together. Each lane brings a score from 0 to 1 that means the same for every question, so a lane that
 * found nothing simply has nothing to add, and a weight belongs to the lane by name.
 *
 * @module
 */

/** What each lane says of a chunk; `null` where the lane did not look. */
export interface LaneScores {
  /** Calibrated text score, 0 to 1. */
  readonly keyword: number | null;
  /** Absolute similarity of meaning, 0 to 1. */
  readonly vector: number | null;
  /** See {@linkcode PATH_SCORES}; `null` if the question is not the file's name. */
  readonly path: number | null;
}

/** How the question names the file of a chunk, by tier: 3 its whole path, 2 its name, 1 its name without the ending. */
export type PathTier = 0 | 1 | 2 | 3;

/** Least score of a chunk whose file is asked for by name; tier 0 is no match. */
export const PATH_SCORES: Readonly<Record<PathTier, number | null>> = { 3: 1, 2: 0.9, 1: 0.8, 0: null };

/**
 * Returns the hybrid score, 0 to 1: the mean of the keyword and the vector lane where both looked (equal weights measured
 * best over English, Chinese and questions across languages), else that of the one that did; a file asked for by name
 * has at least its path score.
 */
export function fuse(scores: LaneScores): number {
  const { keyword, vector } = scores;
  const content = keyword !== null && vector !== null ? (keyword + vector) / 2 : keyword ?? vector ?? 0;
  return Math.max(content, scores.path ?? 0);
}
