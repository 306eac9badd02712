/**
 * The keyword index: FTS5 over text that the application has tokenised. It stores no text; columns are `body`, `parts`
 * (see `KeywordStream`) of the chunk's text and `context`, `context_parts` of its day and headings.
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import type { OriginClass } from "../../provenance/origin.ts";
import type { Tier } from "../../provenance/tier.ts";

/** Filters that act before the cut; every one given must hold. */
export interface KeywordFilters {
  /** Any of these. */
  readonly tiers?: readonly Tier[];
  /** Any of these, as of indexing. */
  readonly origins?: readonly OriginClass[];
  /** Start of the path. */
  readonly pathPrefix?: string;
  /** Dated files of this day or later. */
  readonly since?: LocalDay;
  /** Dated files of this day or earlier. */
  readonly until?: LocalDay;
  /** One of the chunk's project keys; `invalid` matches nothing. */
  readonly project?: string;
}

/** Weights of the four columns in BM25. */
export interface KeywordWeights {
  readonly body: number;
  readonly parts: number;
  readonly context: number;
  readonly contextParts: number;
}

/** How to match. */
export interface KeywordQuery {
  /** The most hits wanted. */
  readonly limit: number;
  readonly filters?: KeywordFilters;
  /** @default all 1 */
  readonly weights?: KeywordWeights;
}

/** One match. */
export interface KeywordHit {
  readonly chunkId: number;
  /** Positive; higher is better (FTS5's own value negated). */
  readonly bm25: number;
}

/** The keyword index; {@linkcode IndexStore.replaceFile} writes it. */
export interface Keywords {
  /**
   * Returns the best matches, best first; equals by id.
   *
   * @param expression an FTS5 query whose strings are tokens of the application, each in double quotes
   */
  match(expression: string, query: KeywordQuery): KeywordHit[];
  /** Returns in how many chunks each token occurs, in any column; a token that occurs nowhere has 0. */
  documentFrequencies(tokens: readonly string[]): Map<string, number>;
}
