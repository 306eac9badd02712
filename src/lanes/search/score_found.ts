/**
 * From what the lanes found to an order: calibrated lanes, hybrid, multipliers.
 *
 * @module
 */
import type { Tier } from "../../provenance/tier.ts";
import type { ChunkRow } from "../../store/index/chunks.ts";
import { calibrate, type Coverage, coverageOf } from "./calibrate.ts";
import type { TermFinder } from "./find_terms.ts";
import { fuse, PATH_SCORES } from "./fuse.ts";
import type { Found } from "./gather.ts";
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
}

/** Returns the chunks with their scores, best first: by path tier, rank score, BM25, then place in the index. */
export function scoreFound(found: readonly Found[], context: ScoreContext): ScoredChunk[] {
  const bestBm25 = found.reduce((best, hit) => Math.max(best, hit.keyword?.bm25 ?? 0), 0);
  return found
    .map((hit) => scoreOne(hit, bestBm25, context))
    // What holds clues only is no answer.
    .filter((hit) => hit.coverage.chunk > 0 || hit.pathTier > 0)
    .sort((a, b) =>
      b.pathTier - a.pathTier || b.rankScore - a.rankScore ||
      (b.keyword?.bm25 ?? 0) - (a.keyword?.bm25 ?? 0) || placeOrder(a.row, b.row)
    );
}

/** By path and line: row numbers differ after a rebuild, and deleting the index changes no answer. */
function placeOrder(a: ChunkRow, b: ChunkRow): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.startLine - b.startLine || a.ordinal - b.ordinal;
}

function scoreOne(found: Found, bestBm25: number, context: ScoreContext): ScoredChunk {
  const { row } = found;
  const coverage = coverageOf(row, context.find, context.terms.weights);
  const relative = bestBm25 > 0 ? (found.keyword?.bm25 ?? 0) / bestBm25 : 0;
  const keyword = found.keyword === null ? null : calibrate(coverage, relative, context.terms.reach);
  const path = PATH_SCORES[found.pathTier];
  const hybrid = fuse({ keyword, vector: null, path });
  const multipliers = multipliersOf(row, context);
  const rankScore = rankScoreOf(hybrid, multipliers);
  return {
    ...found,
    coverage,
    rankScore,
    text: row.text,
    tier: row.tier,
    scores: { keyword, vector: null, path, hybrid, ...multipliers, rankScore },
  };
}
