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
  /** What the vector lane says; `null` if the chunk has no vector, or the lane took no part. */
  readonly vector: {
    /** Place among all chunks, from 1; `null` if it was not among the nearest. */
    readonly rank: number | null;
    /** Cosine of the best piece, -1 to 1. */
    readonly raw: number;
    /** 0 to 1. */
    readonly calibrated: number;
  } | null;
  /** Tier 3, 2 or 1 and the score it guarantees; `null` if the file was not asked for by name. */
  readonly path: { readonly tier: number; readonly score: number } | null;
  /** What the keyword lane counted, 0 to 1; the vector lane counted the rest. */
  readonly keywordWeight: number;
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
  const { keyword, vector, path, keywordWeight, hybrid, decay, importance, project, rankScore } = chunk.scores;
  const { coverage } = chunk;
  return {
    citation: hit.citation,
    keyword: keyword === null ? null : {
      rank: chunk.keyword?.rank ?? null,
      raw: chunk.keyword?.bm25 ?? 0,
      calibrated: keyword,
      tier: chunk.keyword?.isStrict === true ? "strict" : "loose",
      chunkShare: coverage.chunk,
      lineShare: coverage.best,
    },
    vector: chunk.vector === null || vector === null
      ? null
      : { rank: chunk.vector.rank, raw: chunk.vector.cosine, calibrated: vector },
    path: path === null ? null : { tier: chunk.pathTier, score: path },
    keywordWeight,
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
    lines.push(
      `keyword  ${placeText(rank)}, ${tier}, BM25 ${raw.toPrecision(3)} -> ${show(calibrated)} ` +
        `(chunk holds ${percent(chunkShare)} of the question, best line ${percent(lineShare)})`,
    );
  }
  if (of.vector === null) lines.push("vector   none");
  else {
    const { rank, raw, calibrated } = of.vector;
    lines.push(`vector   ${placeText(rank)}, cosine ${raw.toFixed(3)} -> ${show(calibrated)}`);
  }
  if (of.path !== null) lines.push(`path     tier ${of.path.tier} -> ${show(of.path.score)}`);
  if (of.vector !== null) {
    lines.push(
      `hybrid   ${show(of.keywordWeight)} x ${show(of.keyword?.calibrated ?? 0)} keyword + ` +
        `${show(1 - of.keywordWeight)} x ${show(of.vector.calibrated)} vector`,
    );
  }
  lines.push(
    `score    ${show(of.hybrid)} hybrid x ${show(of.decay)} decay x ${show(of.importance)} importance ` +
      `x ${show(of.project)} project = ${show(of.rankScore)}`,
  );
  if (of.copyShare !== null) lines.push(`copy     shares ${percent(of.copyShare)} of its words with a higher hit`);
  return lines;
}

function placeText(rank: number | null): string {
  return rank === null ? "not ranked" : `rank ${rank}`;
}

function show(value: number): string {
  return value.toFixed(3);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
