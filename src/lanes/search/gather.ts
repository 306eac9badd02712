/**
 * Asks the lanes and puts together what they found: one row for each chunk, whichever lanes named it.
 *
 * @module
 */
import type { ChunkRow } from "../../store/index/chunks.ts";
import type { IndexStore } from "../../store/index/open_index.ts";
import type { KeywordFilters } from "../../store/index/keywords.ts";
import { byEntry } from "./by_entry.ts";
import { byKeyword, type KeywordCandidate } from "./by_keyword.ts";
import { byPath, type NamedFile } from "./by_path.ts";
import { passesFilters } from "./filters.ts";
import type { TermFinder } from "./find_terms.ts";
import type { PathTier } from "./fuse.ts";
import { matchExpressions } from "./match_expression.ts";
import type { Question } from "./question.ts";

/** A chunk and the lanes that named it. */
export interface Found {
  /** The chunk in the index. */
  readonly row: ChunkRow;
  /** `null` if it holds none of the words. */
  readonly keyword: KeywordCandidate | null;
  /** 0 if the question does not name its file. */
  readonly pathTier: PathTier;
}

/** Everything the lanes found. */
export interface Gathered {
  /** Each chunk once. */
  readonly found: readonly Found[];
  /** Nothing holds the phrases that the question demands, so they were taken apart. */
  readonly isPhraseIgnored: boolean;
}

/** What {@linkcode gather} is asked. */
export interface GatherRequest {
  /** What is looked for. */
  readonly question: Question;
  /** Of the question's terms. */
  readonly find: TermFinder;
  /** What the search is limited to. */
  readonly filters: KeywordFilters;
  /** Results wanted. */
  readonly limit: number;
  /** `search.candidates`. */
  readonly candidates: number;
}

/** Hits looked at beyond the limit, for those whose file changes in this very moment. */
export const SPARE = 4;
/** With fewer chunks to choose from than this many times the results, multipliers would have nothing to act on. */
const WINDOW_PER_RESULT = 2;

/** Returns what the keyword lane and the path lane find inside the filters. */
export function gather(index: IndexStore, request: GatherRequest): Gathered {
  const { question, find } = request;
  const filters = Object.keys(request.filters).length === 0 ? undefined : request.filters;
  const limit = Math.max(request.candidates, WINDOW_PER_RESULT * request.limit);
  const expressions = matchExpressions(question);
  const enough = request.limit + SPARE;
  const ask = (strict: string, loose: string) => byKeyword(index, { strict, loose, filters, limit, enough });
  const exact = expressions === null ? [] : ask(expressions.strict, expressions.loose);
  const fallback = exact.length === 0 ? expressions?.fallback ?? null : null;
  const keyword = fallback === null ? exact : ask(fallback, fallback);

  const found = new Map<number, Found>();
  const candidates = new Map(keyword.map((candidate) => [candidate.chunkId, candidate]));
  for (const row of index.chunks.get([...candidates.keys()])) {
    found.set(row.id, { row, keyword: candidates.get(row.id) ?? null, pathTier: 0 });
  }
  const hasPhrase = question.phrases.length > 0 && !question.isSentence && fallback === null;
  const entries = hasPhrase ? [] : byEntry(index, { filters, find, termCount: question.terms.length });
  for (const entry of entries) if (!found.has(entry.row.id)) found.set(entry.row.id, entry);
  for (const file of byPath(index, question.text, request.filters.source ?? "notes")) {
    for (const hit of chunksOf(index, file, { filters, limit, loose: expressions?.loose ?? null })) {
      found.set(hit.row.id, { ...hit, keyword: found.get(hit.row.id)?.keyword ?? hit.keyword });
    }
  }
  return { found: [...found.values()], isPhraseIgnored: fallback !== null && keyword.length > 0 };
}

interface FileRequest {
  readonly filters: KeywordFilters | undefined;
  readonly limit: number;
  readonly loose: string | null;
}

/** Returns the chunks of a named file that hold words of the question, and its first one. */
function chunksOf(index: IndexStore, file: NamedFile, { filters = {}, limit, loose }: FileRequest): Found[] {
  if (filters.pathPrefix !== undefined && !file.path.startsWith(filters.pathPrefix)) return [];
  const inFile = { ...filters, pathPrefix: file.path };
  const hits = loose === null ? [] : byKeyword(index, { strict: loose, loose, filters: inFile, limit, enough: limit });
  const candidates = new Map(hits.map((hit) => [hit.chunkId, { ...hit, rank: null, isStrict: false }]));
  const rows = index.chunks.get([...candidates.keys()]).filter((row) => row.path === file.path);
  const first = index.chunks.ofPath(file.path).slice(0, 1)
    .filter((row) => !candidates.has(row.id) && passesFilters(row, row.origin, filters));
  return [...rows, ...first].map((row) => ({ row, keyword: candidates.get(row.id) ?? null, pathTier: file.tier }));
}
