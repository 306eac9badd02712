/**
 * The keyword index: FTS5 over text that the application has tokenised. It stores no text; columns are `body`, `parts`
 * (see `KeywordStream`) of the chunk's text and `context`, `context_parts` of its day and headings.
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import type { OriginClass } from "../../provenance/origin.ts";
import type { Tier } from "../../provenance/tier.ts";
import type { Connection } from "../connect.ts";
import { CHUNK_IDS, type ChunkSource } from "./chunk_ids.ts";
import { chunkClause, type FilterClause, sourceClause } from "./filter_clause.ts";

/** Filters that act before the cut; every one given must hold. */
export interface KeywordFilters {
  /** Any of these. */
  readonly tiers?: readonly Tier[];
  /** A line of any of these, as of indexing. */
  readonly origins?: readonly OriginClass[];
  /** Start of the path. */
  readonly pathPrefix?: string;
  /** Dated files of this day or later. */
  readonly since?: LocalDay;
  /** Dated files of this day or earlier. */
  readonly until?: LocalDay;
  /** One of the chunk's project keys; `invalid` matches nothing. */
  readonly project?: string;
  /** Notes, transcripts, or both. @default notes */
  readonly source?: ChunkSource;
}

/** Weights of the four columns in BM25. */
export interface KeywordWeights {
  /** Words, whole identifiers and CJK bigrams of the text. */
  readonly body: number;
  /** Parts of identifiers and single CJK characters of the text. */
  readonly parts: number;
  /** The same as `body`, of day and headings. */
  readonly context: number;
  /** The same as `parts`, of day and headings. */
  readonly contextParts: number;
}

/** How to match. */
export interface KeywordQuery {
  /** The most hits wanted. */
  readonly limit: number;
  /** What must hold of a hit. @default none */
  readonly filters?: KeywordFilters;
  /** How much each column counts. @default all 1 */
  readonly weights?: KeywordWeights;
}

/** One match. */
export interface KeywordHit {
  /** See {@linkcode ChunkRow.id}. */
  readonly chunkId: number;
  /** Positive; higher is better (FTS5's own value negated). */
  readonly bm25: number;
}

/** The keyword index; {@linkcode IndexStore.replaceFile} writes it. */
export interface Keywords {
  /**
   * Returns the best matches, best first; equals by path and place, so that an index that was built anew gives the same.
   *
   * @param expression an FTS5 query whose strings are tokens of the application, each in double quotes
   */
  match(expression: string, query: KeywordQuery): KeywordHit[];
  /** Returns the files that have a match, each once. */
  pathsOf(expression: string): string[];
  /** Returns in how many chunks each token occurs, in any column; a token that occurs nowhere has 0. */
  documentFrequencies(tokens: readonly string[]): Map<string, number>;
}

/** Returns the keyword index of an open index. */
export function keywordIndex(connection: Connection): Keywords {
  return {
    match: (expression, { limit, filters, weights = EQUAL_WEIGHTS }) => {
      const { body, parts, context, contextParts } = weights;
      const { first, last } = CHUNK_IDS[filters?.source ?? "notes"];
      const scored = [expression, body, parts, context, contextParts, first, last];
      if (filters !== undefined) {
        const { sql, values } = matchFiltered(filters);
        return connection.prepare<KeywordHit>(sql).all(...scored, ...values, limit);
      }
      // One more than asked for: it tells whether equals were cut apart.
      const hits = connection.prepare<KeywordHit>(MATCH).all(...scored, limit + 1);
      const isCutApart = hits.length > limit && hits[limit]?.bm25 === hits[limit - 1]?.bm25;
      return isCutApart
        ? connection.prepare<KeywordHit>(MATCH_EQUALS).all(...scored, limit)
        : inOrder(connection, hits.slice(0, limit));
    },
    pathsOf: (expression) => connection.prepare<{ path: string }>(PATHS_OF).all(expression).map((row) => row.path),
    documentFrequencies: (tokens) => {
      const one = connection.prepare<{ chunks: number }>(DOCUMENT_FREQUENCY);
      return new Map(tokens.map((token) => [token, one.get(token)?.chunks ?? 0]));
    },
  };
}

const EQUAL_WEIGHTS: KeywordWeights = { body: 1, parts: 1, context: 1, contextParts: 1 };

/** Puts equals, all of which are there, into the order of path and place. */
function inOrder(connection: Connection, hits: readonly KeywordHit[]): KeywordHit[] {
  const isEqual = (at: number) => [at - 1, at + 1].some((other) => hits[other]?.bm25 === hits[at]?.bm25);
  const equals = hits.filter((_, at) => isEqual(at));
  if (equals.length === 0) return [...hits];
  const one = connection.prepare<{ readonly path: string; readonly ordinal: number }>(PLACE);
  const places = new Map(equals.map(({ chunkId }) => [chunkId, one.get(chunkId)]));
  return hits.toSorted((a, b) => {
    const [placeA, placeB] = [places.get(a.chunkId), places.get(b.chunkId)];
    if (a.bm25 !== b.bm25 || !placeA || !placeB) return b.bm25 - a.bm25;
    return placeA.path === placeB.path ? placeA.ordinal - placeB.ordinal : placeA.path < placeB.path ? -1 : 1;
  });
}

function matchFiltered(filters: KeywordFilters): FilterClause {
  const clauses = [sourceClause(filters), chunkClause(filters)];
  const sql = `${MATCH_FILTERED} AND ${clauses.map((clause) => clause.sql).join(" AND ")} ${BEST_FIRST}`;
  return { sql, values: clauses.flatMap(({ values }) => values) };
}

const SCORE = "bm25(chunk_keywords, ?2, ?3, ?4, ?5)";
// The full-text index seeks to a range of rows.
const MATCHES = "chunk_keywords MATCH ?1 AND rowid BETWEEN ?6 AND ?7";
const MATCH = `SELECT rowid AS chunkId, -${SCORE} AS bm25 FROM chunk_keywords WHERE ${MATCHES}
  ORDER BY bm25 DESC LIMIT ?8`;
const PLACE = "SELECT s.path, c.ordinal FROM chunks AS c JOIN sources AS s ON s.id = c.source_id WHERE c.id = ?";
// Looks up the place of the best and their equals only, not of every match.
const MATCH_EQUALS = `
  WITH hits AS MATERIALIZED (
      SELECT rowid AS id, -${SCORE} AS bm25 FROM chunk_keywords WHERE ${MATCHES}),
    best AS MATERIALIZED (
      SELECT * FROM hits WHERE bm25 >= (SELECT min(bm25) FROM (SELECT bm25 FROM hits ORDER BY bm25 DESC LIMIT ?8)))
  SELECT best.id AS chunkId, best.bm25
  FROM best JOIN chunks AS c ON c.id = best.id JOIN sources AS s ON s.id = c.source_id
  ORDER BY best.bm25 DESC, s.path, c.ordinal LIMIT ?8`;
const MATCH_FILTERED = `SELECT k.rowid AS chunkId, -${SCORE} AS bm25
  FROM chunk_keywords AS k JOIN chunks AS c ON c.id = k.rowid JOIN sources AS s ON s.id = c.source_id
  JOIN chunk_origins AS o ON o.chunk_id = c.id LEFT JOIN chunk_notes AS n ON n.chunk_id = c.id
  WHERE chunk_keywords MATCH ?1 AND k.rowid BETWEEN ?6 AND ?7`;
const BEST_FIRST = "ORDER BY bm25 DESC, s.path, c.ordinal LIMIT ?";
const PATHS_OF = `SELECT DISTINCT s.path FROM chunk_keywords AS k JOIN chunks AS c ON c.id = k.rowid
  JOIN sources AS s ON s.id = c.source_id WHERE chunk_keywords MATCH ?`;
const DOCUMENT_FREQUENCY = "SELECT doc AS chunks FROM chunk_terms WHERE term = ?";
