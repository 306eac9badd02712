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
import { byScore, type FoundClaim, type ScoredClaim } from "./found_claim.ts";
import type { ClaimReader } from "./read_claims.ts";

/** What {@linkcode findClaims} works with. */
export interface FindDeps extends SearchDeps {
  /** Reads the statements. */
  readonly reader: ClaimReader;
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
const CHUNKS = 12;
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

/** Returns the statements, best first. */
export function findClaims(deps: FindDeps, question: DeepQuestion, round: Round): readonly ScoredClaim[] {
  const { steps, index } = deps;
  const { terms } = readQuestion(round.words);
  const direct: Weighing = weighing(terms, index);
  const first = lookUp(deps, round, { words: round.words, meaning: question.meaning });
  let found = answers(first.map((claim) => ({ ...claim, score: shareOf(claim, direct) })));
  steps.push({
    step: "search",
    detail: `${first.length} statements looked at, ${found.length} hold enough of the words`,
  });

  const further = question.isLate() ? [] : expandTerms(
    found.map(({ text, place }) => ({ text, isCurated: place === "curated" })),
    terms,
    index,
  );
  if (further.length > 0) {
    const words = further.map(({ text }) => text).join(" ");
    const expanded = weighing(further, index);
    const again = lookUp(deps, round, { words: `${round.words} ${words}`, meaning: undefined });
    const all = answers([...first, ...again].map((claim) => ({ ...claim, score: shareOf(claim, direct) })));
    const known = new Set(all.map(placeOf));
    const related = again.filter((claim) => !known.has(placeOf(claim))).flatMap((claim) => relatedOf(claim, expanded));
    found = [...all.map((claim) => raised(claim, expanded)), ...once(related)];
    steps.push({ step: "expand", detail: words });
  }
  return withoutCopies(found.filter((claim) => isOfDays(claim, round.days))).toSorted(byScore);
}

function isOfDays({ day }: FoundClaim, days: DayRange | null): boolean {
  return days === null || (day !== null && days.from <= day && day <= days.to);
}

/** Returns the statements in what searches find: curated entries whatever their day, notes and transcripts of the days. */
function lookUp(
  deps: FindDeps,
  { days }: Round,
  { words, meaning }: { readonly words: string; readonly meaning: DeepQuestion["meaning"] },
): FoundClaim[] {
  const since = days === null ? {} : { since: days.from, until: days.to };
  const ask = (request: Omit<SearchRequest, "query">) =>
    search(deps, { query: words, origins: ["owner", "agent"], limit: CHUNKS, meaning, ...request }).result.results
      .flatMap(({ path, startLine, endLine }) => deps.reader.read(path, { first: startLine, last: endLine }));
  return [
    ...(days === null ? [] : ask({ tiers: ["curated"] })),
    ...ask({ ...since, source: "notes" }),
    ...ask({ ...since, source: "sessions" }),
  ];
}

interface Weighing {
  readonly find: TermFinder;
  readonly weights: readonly number[];
}

function weighing(terms: readonly QueryTerm[], index: FindDeps["index"]): Weighing {
  return { find: termFinder(terms), weights: terms.length === 0 ? [] : weighTerms(terms, index).weights };
}

/** Returns the share of the words that a statement holds, with the headings above it, 0 to 1. */
function shareOf({ text, context, place }: FoundClaim, { find, weights }: Weighing): number {
  const share = weightOf(new Set(find(`${text}\n${context}`).flat()), weights);
  return Math.min(1, share) * (place === "transcript" ? TRANSCRIPT_WEIGHT : 1);
}

/** The further words tell two answers apart, and never make one of what is none. */
function raised(claim: ScoredClaim, expanded: Weighing): ScoredClaim {
  return { ...claim, score: claim.score + EXPANDED_WEIGHT * shareOf(claim, expanded) * (1 - claim.score) };
}

/** Returns a statement that goes with the answers though it holds few words of the question. */
function relatedOf(claim: FoundClaim, expanded: Weighing): ScoredClaim[] {
  const share = shareOf(claim, expanded);
  const isRelated = share >= LEAST_EXPANDED &&
    new Set(expanded.find(claim.text).flat()).size >= LEAST_EXPANDED_TERMS;
  return isRelated ? [{ ...claim, score: RELATED_WEIGHT * share }] : [];
}

/** Returns those that hold enough of the question, each place once. */
function answers(claims: readonly ScoredClaim[]): ScoredClaim[] {
  const most = claims.reduce((best, { score }) => Math.max(best, score), 0);
  return once(claims.filter(({ score }) => score >= LEAST_SHARE && score >= LEAST_OF_BEST * most)).toSorted(byScore);
}

function once<Claim extends FoundClaim>(claims: readonly Claim[]): Claim[] {
  return [...new Map(claims.map((claim) => [placeOf(claim), claim])).values()];
}

function placeOf({ path, startLine, endLine }: FoundClaim): string {
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
