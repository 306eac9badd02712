/**
 * Asks the lanes and puts together what they found: one row for each chunk, whichever lanes named it.
 *
 * @module
 */
import type { ChunkRow } from "../../store/index/chunks.ts";
import type { IndexStore } from "../../store/index/open_index.ts";
import type { KeywordFilters } from "../../store/index/keywords.ts";
import type { Background, ByScript } from "../../store/index/vectors.ts";
import { byEntry } from "./by_entry.ts";
import { byKeyword, type KeywordCandidate } from "./by_keyword.ts";
import { byPath, type NamedFile } from "./by_path.ts";
import { byVector, type Meaning, type VectorCandidate } from "./by_vector.ts";
import { passesFilters } from "./filters.ts";
import type { TermFinder } from "./find_terms.ts";
import type { PathTier } from "./fuse.ts";
import { matchExpressions } from "./match_expression.ts";
import type { Question } from "./question.ts";

/** A chunk and the lanes that named it. */
export interface Found {
  /** The chunk in the index. */
  readonly row: ChunkRow;
  /** `null` if it holds none of the words, or is not among the many that do best. */
  readonly keyword: KeywordCandidate | null;
  /** `null` if it has no vector, or no vector lane takes part. */
  readonly vector: VectorCandidate | null;
  /** 0 if the question does not name its file. */
  readonly pathTier: PathTier;
}

/** Everything the lanes found. */
export interface Gathered {
  /** Each chunk once. */
  readonly found: readonly Found[];
  /** Nothing holds the phrases that the question demands, so they were taken apart. */
  readonly isPhraseIgnored: boolean;
  /** How much the vector lane can know, 0 to 1; `null` if it takes no part. */
  readonly knowledge: number | null;
  /** See {@linkcode VectorFinding.backgrounds}; `null` if the vector lane takes no part. */
  readonly backgrounds: ByScript<Background> | null;
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
  /** With so many chunks that hold every word, those that hold some are not asked for. @default limit and spare ones */
  readonly enough?: number;
  /** The question as a vector of the model of the index; `null` leaves the vector lane out. */
  readonly meaning: Meaning | null;
}

/** Hits looked at beyond the limit, for those whose file changes in this very moment. */
export const SPARE = 4;
/** With fewer chunks to choose from than this many times the results, multipliers would have nothing to act on. */
const WINDOW_PER_RESULT = 2;

/**
 * BM25 is known of so many where the vector lane brings chunks of its own: the value of a chunk that both name must not
 * depend on which of them looks at it closely. Asking for more values takes no longer; reading more texts would.
 */
const DEEP = 100;

/** Returns what the lanes find inside the filters. */
export function gather(index: IndexStore, request: GatherRequest): Gathered {
  const { question, find, meaning } = request;
  const filters = Object.keys(request.filters).length === 0 ? undefined : request.filters;
  const limit = Math.max(request.candidates, WINDOW_PER_RESULT * request.limit);
  const depth = meaning === null ? limit : Math.max(limit, DEEP);
  const expressions = matchExpressions(question);
  const { enough = request.limit + SPARE } = request;
  const ask = (strict: string, loose: string) => byKeyword(index, { strict, loose, filters, limit: depth, enough });
  const exact = expressions === null ? [] : ask(expressions.strict, expressions.loose);
  const fallback = exact.length === 0 ? expressions?.fallback ?? null : null;
  const keyword = fallback === null ? exact : ask(fallback, fallback);
  const candidates = new Map(keyword.map((candidate) => [candidate.chunkId, candidate]));
  const near = meaning === null ? [] : keyword.slice(0, limit);

  const found = new Map<number, Found>();
  const hasPhrase = question.phrases.length > 0 && !question.isSentence && fallback === null;
  const entries = hasPhrase ? [] : byEntry(index, { filters, find, termCount: question.terms.length });
  const others = [...near.map(({ chunkId }) => chunkId), ...entries.map(({ row }) => row.id)];
  const nearest = meaning === null ? null : byVector(index, { meaning, filters, limit, others });
  const named = hasPhrase ? [] : [...(nearest?.found.keys() ?? [])];
  const ids = new Set([...(meaning === null ? keyword : near).map(({ chunkId }) => chunkId), ...named]);
  for (const row of index.chunks.get([...ids])) {
    const vector = nearest?.found.get(row.id) ?? null;
    found.set(row.id, { row, keyword: candidates.get(row.id) ?? null, vector, pathTier: 0 });
  }
  for (const entry of entries) if (!found.has(entry.row.id)) found.set(entry.row.id, entry);
  for (const file of byPath(index, question.text, request.filters.source ?? "notes")) {
    for (const hit of chunksOf(index, file, { filters, limit, loose: expressions?.loose ?? null })) {
      const known = found.get(hit.row.id);
      found.set(hit.row.id, { ...hit, keyword: known?.keyword ?? hit.keyword, vector: known?.vector ?? null });
    }
  }
  return {
    found: [...found.values()],
    isPhraseIgnored: fallback !== null && keyword.length > 0,
    knowledge: nearest?.knowledge ?? null,
    backgrounds: nearest?.backgrounds ?? null,
  };
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
    .filter((row) => !candidates.has(row.id) && passesFilters(row, row.classes, filters));
  return [...rows, ...first].map((row) => ({
    row,
    keyword: candidates.get(row.id) ?? null,
    vector: null,
    pathTier: file.tier,
  }));
}
