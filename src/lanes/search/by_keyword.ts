/**
 * The keyword lane: chunks that hold the words of a question (SPEC 6).
 *
 * @module
 */
import type { IndexStore } from "../../store/index/open_index.ts";
import type { KeywordFilters, KeywordWeights } from "../../store/index/keywords.ts";

/** A chunk that the lane found. */
export interface KeywordCandidate {
  readonly chunkId: number;
  /** Above 0; comparable within one question only. */
  readonly bm25: number;
  /** Place by BM25 among all that the lane found, from 1; `null` if the lane had not found it by itself. */
  readonly rank: number | null;
  /** Whether it holds every term of the question. */
  readonly isStrict: boolean;
}

/** What the lane is asked. */
export interface KeywordRequest {
  /** FTS5 expression that every term satisfies; see {@linkcode MatchExpressions}. */
  readonly strict: string;
  /** FTS5 expression that any term satisfies; the same as `strict` where there is no difference. */
  readonly loose: string;
  readonly filters: KeywordFilters;
  /** Chunks that each tier may bring. */
  readonly limit: number;
  /** Curated entries that are looked for beside them; 0 if none are wanted. */
  readonly curated: number;
}

/**
 * A word of the text counts full, one half of an identifier or a single character half, and so do the day and the
 * headings, which every chunk of a section shares.
 */
export const COLUMN_WEIGHTS: KeywordWeights = { body: 1, parts: 0.5, context: 0.5, contextParts: 0.25 };

/**
 * Returns what the lane finds, best BM25 first: the strict tier (every term), the loose one (any term) unless the strict
 * one was enough, and the best curated entries, so that a busy diary cannot keep them from being looked at.
 */
export function byKeyword(index: Pick<IndexStore, "keywords">, request: KeywordRequest): KeywordCandidate[] {
  const { strict, loose, filters, limit } = request;
  const found = new Map<number, { bm25: number; isStrict: boolean }>();
  const take = (expression: string, tier: KeywordFilters, most: number) => {
    const hits = index.keywords.match(expression, { limit: most, filters: tier, weights: COLUMN_WEIGHTS });
    for (const { chunkId, bm25 } of hits) {
      if (!found.has(chunkId)) found.set(chunkId, { bm25, isStrict: expression === strict });
    }
    return hits.length;
  };
  const strictCount = take(strict, filters, limit);
  if (strict !== loose && strictCount < limit) take(loose, filters, limit);
  if (request.curated > 0) take(loose, { ...filters, tiers: ["curated"] }, request.curated);
  return [...found]
    .map(([chunkId, hit]) => ({ chunkId, ...hit }))
    .sort((a, b) => b.bm25 - a.bm25 || a.chunkId - b.chunkId)
    .map((hit, at) => ({ ...hit, rank: at + 1 }));
}
