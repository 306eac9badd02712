/**
 * The keyword lane: chunks that hold the words of a question (SPEC 6).
 *
 * @module
 */
import type { IndexStore } from "../../store/index/open_index.ts";
import type { KeywordFilters, KeywordWeights } from "../../store/index/keywords.ts";

/** A chunk that the lane found. */
export interface KeywordCandidate {
  /** Of the index. */
  readonly chunkId: number;
  /** Comparable within one question only; 0 where it was not among the best. */
  readonly bm25: number;
  /** Place by BM25 among all that the lane found, from 1; `null` if it was not among the best. */
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
  /** `undefined` if there are none: the index has a shorter way then. */
  readonly filters: KeywordFilters | undefined;
  /** Chunks that each tier may bring. */
  readonly limit: number;
  /** With so many in the strict tier, the loose one is not asked. */
  readonly enough: number;
}

/**
 * A word of the text counts full, one half of an identifier or a single character half, and so do the day and the
 * headings, which every chunk of a section shares.
 */
export const COLUMN_WEIGHTS: KeywordWeights = { body: 1, parts: 0.5, context: 1, contextParts: 0.5 };

/**
 * Returns what the lane finds, best BM25 first: the strict tier (every term), and the loose one (any term) unless the
 * strict one was enough.
 */
export function byKeyword(index: Pick<IndexStore, "keywords">, request: KeywordRequest): KeywordCandidate[] {
  const { strict, loose, filters, limit, enough } = request;
  const query = { limit, weights: COLUMN_WEIGHTS, ...(filters === undefined ? {} : { filters }) };
  const found = new Map<number, { bm25: number; isStrict: boolean }>();
  for (const { chunkId, bm25 } of index.keywords.match(strict, query)) found.set(chunkId, { bm25, isStrict: true });
  if (strict !== loose && found.size < enough) {
    for (const { chunkId, bm25 } of index.keywords.match(loose, query)) {
      if (!found.has(chunkId)) found.set(chunkId, { bm25, isStrict: false });
    }
  }
  return [...found]
    .map(([chunkId, hit]) => ({ chunkId, ...hit }))
    // Equal ones stay in the order of the index: by path and place, which a rebuild does not change.
    .sort((a, b) => b.bm25 - a.bm25)
    .map((hit, at) => ({ ...hit, rank: at + 1 }));
}
