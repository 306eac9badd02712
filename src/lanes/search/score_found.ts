/**
 * From what the lanes found to an order: calibrated lanes, hybrid, multipliers.
 *
 * @module
 */
import type { Tier } from "../../provenance/tier.ts";
import type { ChunkRow } from "../../store/index/chunks.ts";
import { calibrate, type Coverage, coverageOf } from "./calibrate.ts";
import type { TermFinder } from "./find_terms.ts";
import { fuse, type LaneWeights, laneWeights, PATH_SCORES } from "./fuse.ts";
import type { Found, Gathered } from "./gather.ts";
import type { HitScores } from "./hit.ts";
import { multipliersOf, type RankContext, rankScoreOf } from "./rank.ts";
import type { TermWeights } from "./weigh_terms.ts";

/** A found chunk with its scores. */
export interface ScoredChunk extends Found {
  /** Of its file. */
  readonly tier: Tier;
  /** Of the chunk. */
  readonly text: string;
  /** See {@linkcode HitScores.rankScore}. */
  readonly rankScore: number;
  /** How it holds the terms. */
  readonly coverage: Coverage;
  /** Every part of the score. */
  readonly scores: HitScores;
}

/** What the scores depend on beside the chunks. */
export interface ScoreContext extends RankContext {
  /** Of the question's terms. */
  readonly find: TermFinder;
  /** Of the terms. */
  readonly terms: TermWeights;
  /** The least relevance of a chunk that holds no word of the question; `search.minScore`. */
  readonly minScore: number;
}

/** The chunks of an answer and what the lanes counted. */
export interface Scored {
  /** Best first. */
  readonly chunks: readonly ScoredChunk[];
  /** Of the question. */
  readonly weights: LaneWeights;
}

/** Returns the chunks with their scores, best first: by path tier, rank score, BM25, then place in the index. */
export function scoreFound({ found, knowledge }: Gathered, context: ScoreContext): Scored {
  const bestBm25 = found.reduce((best, hit) => Math.max(best, hit.keyword?.bm25 ?? 0), 0);
  const read = found.map((hit) => readWords(hit, bestBm25, context));
  const weights = laneWeights(read.reduce((best, { words }) => Math.max(best, words ?? 0), 0), knowledge);
  const chunks = read
    .filter(({ hit, words }) => words !== null || hit.pathTier > 0 || (hit.vector?.relevance ?? 0) >= context.minScore)
    .map((each) => scoreOne(each, weights, context))
    .sort((a, b) =>
      b.pathTier - a.pathTier || b.rankScore - a.rankScore ||
      (b.keyword?.bm25 ?? 0) - (a.keyword?.bm25 ?? 0) || placeOrder(a.row, b.row)
    );
  return { chunks, weights };
}

/** By path and line: row numbers differ after a rebuild, and deleting the index changes no answer. */
function placeOrder(a: ChunkRow, b: ChunkRow): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.startLine - b.startLine || a.ordinal - b.ordinal;
}

/** A found chunk with what it holds of the question. */
interface ReadChunk {
  readonly hit: Found;
  readonly coverage: Coverage;
  /** The calibrated text score; `null` if it holds no term: clues alone are no answer. */
  readonly words: number | null;
}

function readWords(hit: Found, bestBm25: number, { find, terms }: ScoreContext): ReadChunk {
  const coverage = coverageOf(hit.row, find, terms.weights);
  const relative = bestBm25 > 0 ? (hit.keyword?.bm25 ?? 0) / bestBm25 : 0;
  return { hit, coverage, words: coverage.chunk > 0 ? calibrate(coverage, relative, terms.reach) : null };
}

function scoreOne({ hit, coverage, words }: ReadChunk, weights: LaneWeights, context: ScoreContext): ScoredChunk {
  const { row } = hit;
  const lanes = { keyword: words, vector: hit.vector?.relevance ?? null, path: PATH_SCORES[hit.pathTier] };
  const hybrid = fuse(lanes, weights);
  const multipliers = multipliersOf(row, context);
  const rankScore = rankScoreOf(hybrid, multipliers);
  const keywordWeight = lanes.vector === null ? 1 : weights.keyword;
  return {
    ...hit,
    coverage,
    rankScore,
    text: row.text,
    tier: row.tier,
    scores: { ...lanes, keywordWeight, hybrid, ...multipliers, rankScore },
  };
}
