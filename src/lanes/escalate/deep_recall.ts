/**
 * The look back without a model (SPEC 9.3): the days of the question become a filter, its words are looked for in curated
 * entries, diaries and transcripts, once more with the words that go with them, and what is found is kept as whole
 * statements. Every line is asked for with `mayUse`; nothing is written.
 *
 * @module
 */
import type { DayRange } from "../../base/dates/day_range.ts";
import { queryTerms } from "../../base/text/query_terms.ts";
import { isStopWord } from "../../base/text/stop_words.ts";
import { liveFiles } from "../live_files.ts";
import type { Meaning } from "../search/by_vector.ts";
import type { SearchDeps } from "../search/search.ts";
import type { EscalationStep } from "../turn.ts";
import { askedDays } from "./asked_days.ts";
import { askedWords } from "./asked_words.ts";
import { claimsOfDays } from "./claims_of_days.ts";
import { findClaims, type Round } from "./find_claims.ts";
import { type FoundClaim, givenKey, type ScoredClaim } from "./found_claim.ts";
import { mayUse, type SessionsState } from "./may_use.ts";
import { ClaimReader } from "./read_claims.ts";

/** What {@linkcode deepRecall} works with. */
export interface DeepDeps extends SearchDeps {
  /** What is known of sessions. */
  readonly state: SessionsState;
}

/** A question about earlier days. */
export interface DeepQuestion {
  /** Any text. */
  readonly message: string;
  /** The session that asks, or `null`. */
  readonly session: string | null;
  /** `recall.acrossConversations`. */
  readonly isAcross: boolean;
  /** Keys of what is known to the session already; see `givenKey`. */
  readonly known: ReadonlySet<string>;
  /** What a model made of the question; left out, only words are looked for. */
  readonly meaning?: Meaning | undefined;
  /** Returns whether the time is up: what was not begun then is left out. */
  isLate(): boolean;
}

/** What was found. */
export interface DeepFinding {
  /** Best first. */
  readonly claims: readonly ScoredClaim[];
  /** The days that the question asks about, or `null`. */
  readonly days: DayRange | null;
  /** They hold nothing of the subject; what was found is of others. */
  readonly isOfOtherDays: boolean;
  /** What came of it, as a short clause for people. */
  readonly reason: string;
  /** What was done. */
  readonly steps: readonly EscalationStep[];
  /** How to look further, under the same rules. */
  readonly look: LookUp;
}

/** Looks further. */
export interface LookUp {
  /** Returns what a search brings, on whatever day; none if the words are none. */
  search(words: string): readonly FoundClaim[];
  /** Returns what stands around a statement. */
  around(claim: FoundClaim): readonly FoundClaim[];
}

/** Lines above and below a statement that are read to understand it. */
const AROUND_LINES = 8;

/** Returns what a workspace holds about a question. */
export async function deepRecall(deps: DeepDeps, question: DeepQuestion): Promise<DeepFinding> {
  const { days, rest } = await askedDays(question.message, deps.clock);
  const words = subjectOf(rest);
  const steps: EscalationStep[] = [
    { step: "days", detail: days === null ? "no day is named" : rangeText(days) },
    { step: "words", detail: words === "" ? "no subject is named" : words },
  ];
  const files = liveFiles(deps, true);
  const { state, clock, activeProjects } = deps;
  const judge = mayUse({ state, session: question.session, isAcross: question.isAcross });
  const reader = new ClaimReader({ files, mayUse: judge, today: clock.now().day, activeProjects });
  const hasTranscripts = deps.index.sources.hasTranscripts();
  const look = (round: Round) => findClaims({ ...deps, files, reader, steps, hasTranscripts }, question, round);

  let claims: readonly ScoredClaim[] = [];
  let reason = "found";
  let isOfOtherDays = false;
  if (words === "" && days === null) reason = "the message names neither a subject nor a day";
  else if (words === "" && days !== null) claims = claimsOfDays(deps.index, reader, days);
  else if (days === null || deps.index.sources.pathsOfDays(days.from, days.to, 1).length > 0) {
    claims = look({ words, days });
  }
  if (claims.length === 0 && words !== "" && days !== null && !question.isLate()) {
    claims = look({ words, days: null });
    isOfOtherDays = claims.length > 0;
    if (isOfOtherDays) reason = `nothing of ${rangeText(days)}; this is of other days`;
  }
  const isKnown = (claim: FoundClaim) => question.known.has(givenKey(claim));
  const unknown = claims.filter((claim) => !isKnown(claim));
  if (unknown.length < claims.length) {
    steps.push({ step: "known", detail: `${claims.length - unknown.length} given lately` });
  }
  for (const [why, count] of reader.leftOut) steps.push({ step: "left out", detail: `${count}: ${why}` });
  if (unknown.length === 0 && reason === "found") reason = nothingReason(claims.length > 0, question.isLate());
  const further: LookUp = {
    search: (query) =>
      subjectOf(query) === "" ? [] : look({ words: query, days: null }).filter((each) => !isKnown(each)),
    around: ({ path, startLine, endLine }) =>
      reader.read(path, { first: startLine - AROUND_LINES, last: endLine + AROUND_LINES })
        .flatMap((each) => reader.judge(each) ?? []).filter((each) => !isKnown(each)),
  };
  return { claims: unknown, days, isOfOtherDays, reason, steps, look: further };
}

/** Words that say nothing by themselves name no subject. */
function subjectOf(text: string): string {
  const words = askedWords(text);
  return queryTerms(words).terms.every((term) => isStopWord(term.text)) ? "" : words;
}

function nothingReason(wasKnown: boolean, isLate: boolean): string {
  if (wasKnown) return "what is known was given lately";
  return isLate ? "the time was up" : "nothing was found that may be used";
}

/** Returns days as they are named to people: one, or the first and the last. */
export function rangeText({ from, to }: DayRange): string {
  return from === to ? from : `${from} to ${to}`;
}
