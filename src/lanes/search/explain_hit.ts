/**
 * Why a hit stands where it stands (`search --explain`, SPEC 6). The numbers are those the search itself used.
 *
 * @module
 */
import type { SearchHit } from "./hit.ts";
import type { ScoredChunk } from "./score_found.ts";

/** One hit explained. */
export interface HitExplanation {
  /** Of the hit. */
  readonly citation: string;
  /** What the keyword lane says; `null` if only the path lane brought the hit. */
  readonly keyword: {
    /** Place by BM25 among the chunks of this lane, from 1; `null` if it was not among the best. */
    readonly rank: number | null;
    /** BM25, comparable within this question only; 0 without a rank. */
    readonly raw: number;
    /** 0 to 1. */
    readonly calibrated: number;
    /** `strict`: every term of the question is in the chunk. */
    readonly tier: "strict" | "loose";
    /** Share of the question in the chunk and on its best line, 0 to 1. */
    readonly chunkShare: number;
    readonly lineShare: number;
  } | null;
  /** `null` while no vector lane takes part. */
  readonly vector: null;
  /** Tier 3, 2 or 1 and the score it guarantees; `null` if the file was not asked for by name. */
  readonly path: { readonly tier: number; readonly score: number } | null;
  /** 0 to 1. */
  readonly hybrid: number;
  /** Multiplier of age. */
  readonly decay: number;
  /** Multiplier of importance. */
  readonly importance: number;
  /** Multiplier of the project. */
  readonly project: number;
  /** Product of the four; may pass 1. */
  readonly rankScore: number;
  /** Overlap with a higher hit that makes it a near copy, else `null`. */
  readonly copyShare: number | null;
}

/** Returns the explanation of a hit. */
export function explainHit(hit: SearchHit, chunk: ScoredChunk, copyShare: number | null): HitExplanation {
  const { keyword, path, hybrid, decay, importance, project, rankScore } = chunk.scores;
  const { coverage } = chunk;
  return {
    citation: hit.citation,
    keyword: chunk.keyword === null || keyword === null ? null : {
      rank: chunk.keyword.rank,
      raw: chunk.keyword.bm25,
      calibrated: keyword,
      tier: chunk.keyword.isStrict ? "strict" : "loose",
      chunkShare: coverage.chunk,
      lineShare: coverage.best,
    },
    vector: null,
    path: path === null ? null : { tier: chunk.pathTier, score: path },
    hybrid,
    decay,
    importance,
    project,
    rankScore,
    copyShare,
  };
}

/** Returns the explanation as lines for a terminal, without indent. */
export function explanationLines(of: HitExplanation): string[] {
  const lines: string[] = [];
  if (of.keyword === null) lines.push("keyword  no word of the question");
  else {
    const { rank, raw, calibrated, tier, chunkShare, lineShare } = of.keyword;
    const place = rank === null ? "not ranked" : `rank ${rank}`;
    lines.push(
      `keyword  ${place}, ${tier}, BM25 ${raw.toPrecision(3)} -> ${show(calibrated)} ` +
        `(chunk holds ${percent(chunkShare)} of the question, best line ${percent(lineShare)})`,
    );
  }
  lines.push("vector   off");
  if (of.path !== null) lines.push(`path     tier ${of.path.tier} -> ${show(of.path.score)}`);
  lines.push(
    `score    ${show(of.hybrid)} hybrid x ${show(of.decay)} decay x ${show(of.importance)} importance ` +
      `x ${show(of.project)} project = ${show(of.rankScore)}`,
  );
  if (of.copyShare !== null) lines.push(`copy     shares ${percent(of.copyShare)} of its words with a higher hit`);
  return lines;
}

function show(value: number): string {
  return value.toFixed(3);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
