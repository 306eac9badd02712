/**
 * One round of the look back: a search for the words of a question in notes and in transcripts, once more with the words
 * that go with them, and the statements in what was found that hold enough of them.
 *
 * @module
 */
import type { DayRange } from "../../base/dates/day_range.ts";
import type { QueryTerm } from "../../base/text/query_terms.ts";
import { normaliseClaim } from "../../workspace/claims.ts";
import { weightOf } from "../search/calibrate.ts";
import { type TermFinder, termFinder } from "../search/find_terms.ts";
import { readQuestion } from "../search/question.ts";
import { search, type SearchDeps, type SearchRequest } from "../search/search.ts";
import { weighTerms } from "../search/weigh_terms.ts";
import type { EscalationStep } from "../turn.ts";
import type { DeepQuestion } from "./deep_recall.ts";
import { expandTerms } from "./expand_terms.ts";
import { byScore, type ScoredClaim, type StandingClaim } from "./found_claim.ts";
import type { ClaimReader, ReadClaim } from "./read_claims.ts";

/** What {@linkcode findClaims} works with. */
export interface FindDeps extends SearchDeps {
  /** Reads the statements. */
  readonly reader: ClaimReader;
  /** The index holds transcripts. */
  readonly hasTranscripts: boolean;
  /** Is told what is done. */
  readonly steps: EscalationStep[];
}

/** What one round looks for. */
export interface Round {
  /** What the question is about; not empty. */
  readonly words: string;
  /** Dated files of these days only, and curated entries that were observed then; `null`: everywhere. */
  readonly days: DayRange | null;
}

/** Chunks that one search brings: as many as hold more statements than are ever shown. */
const CHUNKS = 8;
/** Share of the question that a statement has to hold. Below it what is shared is chance. */
const LEAST_SHARE = 0.3;
/** And the share of what the best one holds. */
const LEAST_OF_BEST = 0.5;
/** A diary line was chosen to be kept; of a transcript every word is there. */
const TRANSCRIPT_WEIGHT = 0.9;
/** What the further words add at most to a statement that holds words of the question. */
const EXPANDED_WEIGHT = 0.3;
/** A statement without enough words of the question has to hold as much of the further ones, and two of them. */
const LEAST_EXPANDED = 0.5;
const LEAST_EXPANDED_TERMS = 2;
/** Such a statement counts less than any that answers by itself. */
const RELATED_WEIGHT = 0.25;
/** And so many of them are shown at most. */
const MOST_RELATED = 3;
/** Statements of one round, at most: more than are shown, and than a model is shown. */
const MOST_ANSWERS = 40;

/** Returns the statements, best first. */
export function findClaims(deps: FindDeps, question: DeepQuestion, round: Round): readonly ScoredClaim[] {
  const { steps, index } = deps;
  const { terms } = readQuestion(round.words);
  const all = weighing(terms, index);
  const first = lookUp(deps, round, { words: round.words, meaning: question.meaning });
  const direct = excused(all, first);
  let found = answers(deps, ranked(first, direct));
  steps.push({
    step: "search",
    detail: `${first.length} statements looked at, ${found.length} hold enough of the words`,
  });

  const finds = found.map(({ text, place }) => ({ text, isCurated: place === "curated" }));
  const further = question.isLate() ? [] : expandTerms(finds, terms, index);
  if (further.length > 0) {
    const words = further.map(({ text }) => text).join(" ");
    const expanded = weighing(further, index);
    const again = lookUp(deps, round, { words: `${round.words} ${words}`, meaning: undefined });
    const answering = answers(deps, ranked([...first, ...again], direct));
    const known = new Set(answering.map(placeOf));
    const related = ranked(again.filter((claim) => !known.has(placeOf(claim)) && isRelated(claim, expanded)), expanded)
      .flatMap((claim) => found.length === 0 ? [] : judged(deps, claim, RELATED_WEIGHT * claim.score))
      .slice(0, MOST_RELATED);
    found = [...answering.map((claim) => raised(claim, expanded)), ...related];
    steps.push({ step: "expand", detail: words });
  }
  return withoutCopies(found.filter((claim) => isOfDays(claim, round.days))).toSorted(byScore);
}

type Ranked = ReadClaim & { readonly score: number };

/** Returns each place once, what holds most of the words first. */
function ranked(claims: readonly ReadClaim[], weighed: Weighing): Ranked[] {
  const places = new Map(claims.map((claim) => [placeOf(claim), claim]));
  return [...places.values()].map((claim) => ({ ...claim, score: shareOf(claim, weighed) }))
    .filter(({ score }) => score >= LEAST_SHARE).sort(byScore);
}

/**
 * Returns those that may be used and hold enough, against the best of them. Whether one may be used is asked of few: what
 * the ledger says of a line costs more than all its words.
 */
function answers(deps: FindDeps, claims: readonly Ranked[]): ScoredClaim[] {
  const found: ScoredClaim[] = [];
  for (const claim of claims) {
    if (found.length === MOST_ANSWERS || claim.score < LEAST_OF_BEST * (found[0]?.score ?? 0)) break;
    found.push(...judged(deps, claim, claim.score));
  }
  return found;
}

function judged({ reader }: FindDeps, claim: Ranked, score: number): ScoredClaim[] {
  const found = reader.judge(claim);
  return found === null ? [] : [{ ...found, score }];
}

function isOfDays({ day }: StandingClaim, days: DayRange | null): boolean {
  return days === null || (day !== null && days.from <= day && day <= days.to);
}

/** Returns the statements in what searches find: curated entries whatever their day, notes and transcripts of the days. */
function lookUp(
  deps: FindDeps,
  { days }: Round,
  { words, meaning }: { readonly words: string; readonly meaning: DeepQuestion["meaning"] },
): ReadClaim[] {
  const since = days === null ? {} : { since: days.from, until: days.to };
  const ask = (request: Omit<SearchRequest, "query">) =>
    search(deps, { query: words, origins: ["owner", "agent"], limit: CHUNKS, meaning, ...request }).result.results
      .flatMap(({ path, startLine, endLine }) => deps.reader.read(path, { first: startLine, last: endLine }));
  return [
    ...(days === null ? [] : ask({ tiers: ["curated"] })),
    ...ask({ ...since, source: "notes" }),
    ...(deps.hasTranscripts ? ask({ ...since, source: "sessions" }) : []),
  ];
}

interface Weighing {
  readonly find: TermFinder;
  readonly weights: readonly number[];
}

function weighing(terms: readonly QueryTerm[], index: FindDeps["index"]): Weighing {
  return { find: termFinder(terms), weights: terms.length === 0 ? [] : weighTerms(terms, index).weights };
}

/**
 * Part of the weight of words that no find holds which is not held against the finds: such a word may be the subject itself, or one
 * in which people ask and do not note ("uses").
 */
const EXCUSED = 0.6;

/** Returns the weights, those of words that nothing holds taken off in part. */
function excused({ find, weights }: Weighing, claims: readonly StandingClaim[]): Weighing {
  const held = new Set(claims.flatMap(({ text, context }) => find(`${text}\n${context}`).flat()));
  const missing = 1 - weightOf(held, weights);
  return { find, weights: weights.map((weight) => weight / (1 - EXCUSED * missing)) };
}

/** Returns the share of the words that a statement holds, with the headings above it, 0 to 1. */
function shareOf({ text, context, place }: StandingClaim, { find, weights }: Weighing): number {
  const share = weightOf(new Set(find(`${text}\n${context}`).flat()), weights);
  return Math.min(1, share) * (place === "transcript" ? TRANSCRIPT_WEIGHT : 1);
}

/** The further words tell two answers apart, and never make one of what is none. */
function raised(claim: ScoredClaim, expanded: Weighing): ScoredClaim {
  return { ...claim, score: claim.score + EXPANDED_WEIGHT * shareOf(claim, expanded) * (1 - claim.score) };
}

/** Returns whether a statement goes with the answers though it holds few words of the question. */
function isRelated(claim: StandingClaim, expanded: Weighing): boolean {
  return shareOf(claim, expanded) >= LEAST_EXPANDED &&
    new Set(expanded.find(claim.text).flat()).size >= LEAST_EXPANDED_TERMS;
}

function placeOf({ path, startLine, endLine }: StandingClaim): string {
  return `${path}#${startLine}-${endLine}`;
}

/** What a transcript said is often a diary line as well: the one that was kept stands for both. */
function withoutCopies(claims: readonly ScoredClaim[]): ScoredClaim[] {
  const kept: { readonly claim: ScoredClaim; readonly text: string }[] = [];
  const inOrder = claims.toSorted((a, b) =>
    Number(a.place === "transcript") - Number(b.place === "transcript") || byScore(a, b)
  );
  for (const claim of inOrder) {
    const text = normaliseClaim(claim.text);
    const isCopy = kept.some((other) =>
      other.text === text || (claim.place === "transcript" && text.includes(other.text))
    );
    if (!isCopy) kept.push({ claim, text });
  }
  return kept.map(({ claim }) => claim);
}
