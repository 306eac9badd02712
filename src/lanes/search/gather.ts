/**
 * Asks the lanes and puts together what they found: one row for each chunk, whichever lanes named it.
 *
 * @module
 */
import type { ChunkRow } from "../../store/index/chunks.ts";
import type { IndexStore } from "../../store/index/open_index.ts";
import type { KeywordFilters } from "../../store/index/keywords.ts";
import { MEMORY_FILE, USER_FILE } from "../../workspace/layout.ts";
import { byKeyword, COLUMN_WEIGHTS, type KeywordCandidate } from "./by_keyword.ts";
import { byPath, type NamedFile } from "./by_path.ts";
import { passesFilters } from "./filters.ts";
import type { PathTier } from "./fuse.ts";
import { type MatchExpressions, matchExpressions } from "./match_expression.ts";
import type { Question } from "./question.ts";

/** A chunk and the lanes that named it. */
export interface Found {
  readonly row: ChunkRow;
  /** `null` if it holds none of the words. */
  readonly keyword: KeywordCandidate | null;
  readonly pathTier: PathTier;
}

/** Everything the lanes found. */
export interface Gathered {
  readonly found: readonly Found[];
  /** Nothing holds the phrases of the question, so they were taken apart. */
  readonly isPhraseIgnored: boolean;
}

/** What {@linkcode gather} is asked. */
export interface GatherRequest {
  readonly question: Question;
  readonly filters: KeywordFilters;
  /** Results wanted. */
  readonly limit: number;
  /** `search.candidates`. */
  readonly candidates: number;
}

/** With fewer chunks to choose from than this many times the results, multipliers would have nothing to act on. */
const WINDOW_PER_RESULT = 2;

/** Returns what the keyword lane and the path lane find inside the filters. */
export function gather(index: IndexStore, request: GatherRequest): Gathered {
  const expressions = matchExpressions(request.question);
  const window = Math.max(request.candidates, WINDOW_PER_RESULT * request.limit);
  const curated = hasCurated(index, request.filters) ? request.limit : 0;
  const ask = (strict: string, loose: string) =>
    byKeyword(index, { strict, loose, filters: request.filters, limit: window, curated });
  const exact = expressions === null ? [] : ask(expressions.strict, expressions.loose);
  const fallback = exact.length === 0 ? expressions?.fallback ?? null : null;
  const keyword = fallback === null ? exact : ask(fallback, fallback);
  const found = new Map<number, Found>();
  const candidateOf = new Map(keyword.map((candidate) => [candidate.chunkId, candidate]));
  for (const row of index.chunks.get(keyword.map((candidate) => candidate.chunkId))) {
    found.set(row.id, { row, keyword: candidateOf.get(row.id) ?? null, pathTier: 0 });
  }
  for (const file of byPath(index, request.question.text)) {
    for (const hit of chunksOf(index, file, { ...request, expressions, window })) {
      const known = found.get(hit.row.id)?.keyword;
      found.set(hit.row.id, { ...hit, keyword: known ?? hit.keyword });
    }
  }
  return { found: [...found.values()], isPhraseIgnored: fallback !== null && keyword.length > 0 };
}

function hasCurated(index: IndexStore, filters: KeywordFilters): boolean {
  if (filters.tiers !== undefined && !filters.tiers.includes("curated")) return false;
  return [MEMORY_FILE, USER_FILE].some((path) => index.sources.get(path) !== null);
}

/** Returns the chunks of a named file that hold words of the question, and its first one. */
function chunksOf(
  index: IndexStore,
  file: NamedFile,
  request: GatherRequest & { readonly expressions: MatchExpressions | null; readonly window: number },
): Found[] {
  const { expressions, filters, window } = request;
  if (filters.pathPrefix !== undefined && !file.path.startsWith(filters.pathPrefix)) return [];
  const inFile = { ...filters, pathPrefix: file.path };
  const hits = expressions === null ? [] : index.keywords.match(expressions.loose, {
    limit: window,
    filters: inFile,
    weights: COLUMN_WEIGHTS,
  });
  const byId = new Map(hits.map((hit) => [hit.chunkId, hit.bm25]));
  const first = index.chunks.ofPath(file.path).slice(0, 1).filter((row) => passesFilters(row, row.origin, filters));
  const rows = index.chunks.get([...byId.keys()]).filter((row) => row.path === file.path);
  return [...rows, ...first.filter((row) => !byId.has(row.id))].map((row) => ({
    row,
    keyword: candidate(row.id, byId.get(row.id)),
    pathTier: file.tier,
  }));
}

function candidate(chunkId: number, bm25: number | undefined): KeywordCandidate | null {
  return bm25 === undefined ? null : { chunkId, bm25, rank: null, isStrict: false };
}
