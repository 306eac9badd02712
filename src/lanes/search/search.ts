/**
 * Search (SPEC 6): `final = hybrid × temporal decay × importance × project`. The driver reads as a table of contents; the
 * command brings the index up to date before it, and logs recalls after the answer is printed.
 *
 * @module
 */
import type { Clock } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import type { OriginClass } from "../../provenance/origin.ts";
import type { IndexStore } from "../../store/index/open_index.ts";
import type { KeywordFilters } from "../../store/index/keywords.ts";
import type { Background, ByScript } from "../../store/index/vectors.ts";
import type { LineRange } from "../../workspace/claims.ts";
import type { SearchConfig } from "../config.ts";
import { type LiveDeps, type LiveFiles, liveFiles } from "../live_files.ts";
import { keepCuratedShare } from "./curated_share.ts";
import { diversify } from "./diversify.ts";
import { explainHit, type HitExplanation } from "./explain_hit.ts";
import { type FilterRequest, passesFilters, readFilters } from "./filters.ts";
import { termFinder } from "./find_terms.ts";
import { SPARE } from "./gather.ts";
import { presentHit, type SearchHit } from "./hit.ts";
import { trustedPart } from "./trusted_part.ts";
import { firstMatch } from "./match_tokens.ts";
import type { Meaning } from "./by_vector.ts";
import { isWordless, type Question, readQuestion } from "./question.ts";
import { type ScoredChunk, scoreFound } from "./score_found.ts";
import { readMeaning } from "./read_meaning.ts";
import { gatherEnough, placeOf } from "./gather_enough.ts";
import { weighTerms } from "./weigh_terms.ts";

/** What {@linkcode search} works with. */
export interface SearchDeps extends LiveDeps {
  /** Up to date: the command syncs before. */
  readonly index: IndexStore;
  /** For the age of diaries. */
  readonly clock: Clock;
  /** Limits and laws; see `SearchConfig`. */
  readonly settings: SearchConfig;
  /** Project keys that are active for this caller (SPEC 9.4). */
  readonly activeProjects: ReadonlySet<string>;
  /** Reads the files of the answer that the search is part of. @default a reader of its own */
  readonly files?: LiveFiles;
}

/** A question and its bounds. */
export interface SearchRequest extends FilterRequest {
  /** Any text. */
  readonly query: string;
  /** Results, 1 to 200. @default search.limit */
  readonly limit?: number | undefined;
  /** What of {@linkcode Question.asked} a model made; left out, only words are looked for. */
  readonly meaning?: Meaning | undefined;
}

/** What a lane did: `off` did not look, `partial` looked at a part, `failed` could not look. */
export type LaneState = "ok" | "off" | "partial" | "failed";

/** The answer as scripts see it (SPEC 14). */
export interface SearchResult {
  /** As asked. */
  readonly query: string;
  /** Best first. */
  readonly results: readonly SearchHit[];
  /** What each lane did. */
  readonly lanes: { readonly keyword: LaneState; readonly vector: LaneState };
  /** Whole sentences for people; usually empty. */
  readonly notices: readonly string[];
}

/** The answer with what `--explain` and the recall log need of it. */
export interface SearchAnswer {
  /** What is printed. */
  readonly result: SearchResult;
  /** One for each result, in order. */
  readonly explanations: readonly HitExplanation[];
  /** The question, taken apart. */
  readonly question: Question;
  /** Weight of each term of the question; their sum is 1. */
  readonly weights: readonly number[];
  /** How near the question is to anything of a script; `null` if the vector lane took no part. */
  readonly backgrounds: ByScript<Background> | null;
  /** Lines of the piece of each result that is nearest in meaning; `null` where the lane has not found it. */
  readonly pieces: readonly (LineRange | null)[];
  /** Of each untrusted result what its other lines alone make, for agents (SPEC 4.5); `null` where none is left, and of any other. */
  readonly trusted: readonly (SearchHit | null)[];
  /** The classes that lines had to be of; left out, any. */
  readonly origins?: readonly OriginClass[] | undefined;
  /** The files of the results as they were read. */
  readonly files: LiveFiles;
}

/** Most results of one search. */
const MAX_LIMIT = 200;

/**
 * Returns the answer to a question from the index as it is. Nothing is written or logged.
 *
 * @throws {MemoryError} usage, when the question holds nothing to look for or a bound cannot be read
 */
export function search(deps: SearchDeps, request: SearchRequest): SearchAnswer {
  const question = readQuestion(request.query);
  const filters = readFilters(request);
  const limit = readLimit(request.limit ?? deps.settings.limit);

  const { index, settings, activeProjects } = deps;
  const find = termFinder(question.terms);
  const { meaning, lane, notice } = readMeaning(index, isWordless(question) ? undefined : request.meaning);
  const { candidates, minScore } = settings;
  const files = deps.files ?? liveFiles(deps, true);
  const gathered = gatherEnough(index, { question, find, filters, limit, candidates, meaning }, files);
  const terms = weighTerms(gathered.found.length === 0 ? [] : question.terms, index, question.asides);
  const context = { find, terms, settings, minScore, activeProjects, today: deps.clock.now().day };
  const placed = place(scoreFound(gathered, context).chunks, limit, settings);

  const shown = present({ placed, question, filters, files, snippetChars: settings.snippetChars }, limit);
  return {
    result: {
      query: request.query,
      results: shown.map(({ hit }) => hit),
      lanes: { keyword: "ok", vector: lane },
      notices: [...notice, ...noticesOf(question, gathered.isPhraseIgnored)],
    },
    explanations: shown.map(({ hit, chunk, copyShare }) => explainHit(hit, chunk, copyShare)),
    question,
    weights: terms.weights,
    backgrounds: gathered.backgrounds,
    trusted: shown.map(({ hit, trusted }) => hit.untrusted ? trusted() : null),
    origins: filters.origins,
    pieces: shown.map(({ chunk }) => chunk.vector?.piece ?? null),
    files,
  };
}

const NO_WORD =
  "The question holds no word that can be looked for: signs and emoji are not indexed; grep -rn finds them in the files.";

function noticesOf(question: Question, isPhraseIgnored: boolean): string[] {
  if (question.terms.length === 0) return [NO_WORD];
  return isPhraseIgnored ? ["No note holds the exact phrase; these hold some of its words."] : [];
}

interface Presentable {
  readonly placed: ReturnType<typeof place>;
  readonly question: Question;
  readonly filters: KeywordFilters;
  readonly files: LiveFiles;
  readonly snippetChars: number;
}

/** Returns the first hits that are still on disk as they were found, and still inside the filters. */
function present({ placed, question, filters, files, snippetChars }: Presentable, limit: number) {
  const context = { files, snippetChars, matchAt: firstMatch(question.terms), origins: filters.origins };
  const shown: { hit: SearchHit; chunk: ScoredChunk; copyShare: number | null; trusted: () => SearchHit | null }[] = [];
  for (const { hit: chunk, copyShare } of placed) {
    if (shown.length === limit) break;
    const hit = presentHit(chunk, context);
    if (hit === null || !passesFilters(chunk.row, [hit.origin], filters)) continue;
    shown.push({ hit, chunk, copyShare, trusted: () => trustedPart(chunk, context) });
  }
  return shown;
}

/** Returns the results in order, and a few more behind them for those whose file changes in this very moment. */
function place(scored: readonly ScoredChunk[], limit: number, settings: SearchConfig) {
  const pool = onePerPlace(scored);
  const top = diversify(pool, limit, settings.diversity);
  const copies = new Map(top.map(({ hit, copyShare }) => [hit, copyShare]));
  const kept = keepCuratedShare([...copies.keys()], pool, settings.curatedShare);
  const spare = pool.filter((chunk) => !kept.includes(chunk)).slice(0, SPARE);
  return [...kept, ...spare].map((hit) => ({ hit, copyShare: copies.get(hit) ?? null }));
}

/** The pieces of an over-long line have one citation: the best of them stands for the line. */
function onePerPlace(scored: readonly ScoredChunk[]): ScoredChunk[] {
  const seen = new Set<string>();
  return scored.filter(({ row }) => {
    const place = placeOf(row);
    return !seen.has(place) && seen.add(place);
  });
}

function readLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new MemoryError(`Cannot return ${limit} results: the limit should be a whole number from 1 to ${MAX_LIMIT}`, {
    kind: "usage",
    hint: "use as in: --limit 10",
  });
}
