/**
 * Logs which lines a search found (SPEC 6): the only evidence the dream goes by. It runs after the answer is printed. Of
 * the question only a keyed hash of its terms is kept.
 *
 * @module
 */
import type { Clock, Now } from "../base/clock.ts";
import { keyedHash } from "../base/hash.ts";
import { normalisedQuestion } from "../base/text/query_terms.ts";
import type { SessionKind } from "../provenance/origin.ts";
import type { CandidateFacts, CandidateRow } from "../store/state/candidates.ts";
import type { StateStore } from "../store/state/open_state.ts";
import { NO_ANNOTATIONS } from "../workspace/annotation.ts";
import type { Claim } from "../workspace/claims.ts";
import type { RecallConfig } from "./config.ts";
import type { LiveFiles } from "./live_files.ts";
import { creditHits } from "./recall/credit_hits.ts";
import type { Credit } from "./recall/credit_lines.ts";
import type { SearchHit } from "./search/hit.ts";
import type { SearchAnswer } from "./search/search.ts";

/** What {@linkcode logRecalls} works with. */
export interface RecallDeps {
  /** Of the state: candidates, recalls and uses, and the key of the hash. */
  readonly state: Pick<
    StateStore,
    "candidates" | "recalls" | "curatedUses" | "tombstones" | "meta" | "transaction" | "isReadonly"
  >;
  /** For the local day and the moment of the recall. */
  readonly clock: Clock;
  /** Least quality, share and number of lines. */
  readonly settings: RecallConfig;
  /** The key of the project that the caller works in, or `null`. */
  readonly project: string | null;
  /** What {@linkcode creditMeanings} gave. @default none */
  readonly byMeaning?: readonly Credit[];
}

/** Who asked. */
export interface RecallCaller {
  /** Only `interactive` is logged. */
  readonly sessionKind: SessionKind;
  /** `null`: not known; all such calls count as one session. */
  readonly session: string | null;
}

/** What was logged. */
export interface RecallReport {
  /** Credited claims, best first; `isNew` is `false` where the line had its share of this question, session or day. */
  readonly recalls: readonly { readonly key: string; readonly quality: number; readonly isNew: boolean }[];
  /** Keys of curated entries whose use was noted. */
  readonly curated: readonly string[];
  /** Why nothing was logged at all, or `null`. */
  readonly skipped: string | null;
}

/** Returns why an answer is no recall at all, or `null`. */
export function whyNoRecall(
  state: Pick<StateStore, "isReadonly">,
  { result }: SearchAnswer,
  { sessionKind }: RecallCaller,
): string | null {
  if (sessionKind !== "interactive") return `session kind ${sessionKind} is not interactive`;
  if (state.isReadonly) return "the state cannot be written";
  return result.results.length === 0 ? "nothing was found" : null;
}

/** Logs the recalls of an answer in one transaction, and returns what was logged. */
export function logRecalls(deps: RecallDeps, answer: SearchAnswer, caller: RecallCaller): RecallReport {
  const { state } = deps;
  const skipped = whyNoRecall(state, answer, caller);
  if (skipped !== null) return { recalls: [], curated: [], skipped };
  const { files } = answer;
  const byWords = creditHits(answer, deps.settings);
  const known = new Set(byWords.map(({ claim }) => claim.key));
  const meant = (deps.byMeaning ?? []).filter(({ claim }) => !known.has(claim.key));
  const curated = [...new Set(answer.result.results.flatMap((hit) => entriesOf(hit, files)))];
  return state.transaction(() => {
    const recalls = logCredits(
      deps,
      { credits: [...byWords, ...meant], question: answer.question.text, files },
      caller,
    );
    const { day, iso: usedAt } = deps.clock.now();
    const session = caller.session ?? "";
    state.curatedUses.add(curated.map((entryKey) => ({ entryKey, session, day, kind: "recall", usedAt })));
    return { recalls, curated, skipped: null };
  });
}

/** What a question gives credit to. */
export interface CreditedQuestion {
  /** Best first. */
  readonly credits: readonly Credit[];
  /** As asked; only a keyed hash of its terms is kept. */
  readonly question: string;
  /** The files of the claims as they were read. */
  readonly files: LiveFiles;
}

/** Logs credits, and returns what was logged. To be called in a transaction. */
export function logCredits(
  { state, clock, project }: Pick<RecallDeps, "state" | "clock" | "project">,
  { credits: found, question, files }: CreditedQuestion,
  { session }: Pick<RecallCaller, "session">,
): RecallReport["recalls"] {
  const now = clock.now();
  // What was forgotten, a moment ago or before it came back by hand, is never a candidate (SPEC 7.6).
  const credits = found.filter(({ claim }) => !state.tombstones.isForgotten(claim.text));
  const rows = new Map(state.candidates.get(credits.map(({ claim }) => claim.key)).map((row) => [row.key, row]));
  state.candidates.upsert(credits.map(({ claim }) => candidateFacts(claim, { files, known: rows, now })));
  const questionHash = keyedHash(state.meta.hmacKey, normalisedQuestion(question));
  return credits.map(({ claim: { key }, quality }) => ({
    key,
    quality,
    isNew: state.recalls.add({
      candidateKey: key,
      questionHash,
      session: session ?? "",
      day: now.day,
      quality,
      recalledAt: now.iso,
      project,
    }),
  }));
}

/** Returns the keys of the curated entries that a hit shows. */
function entriesOf(hit: SearchHit, files: LiveFiles): string[] {
  const file = hit.tier === "curated" ? files.read(hit.path) : null;
  if (file === null) return [];
  return files.curated(file).entries
    .filter((entry) => entry.startLine <= hit.endLine && entry.endLine >= hit.startLine)
    .map((entry) => entry.key);
}

interface FactSources {
  readonly files: LiveFiles;
  /** Candidates that are there already: their tags are not this flow's to change. */
  readonly known: ReadonlyMap<string, CandidateRow>;
  readonly now: Now;
}

function candidateFacts(claim: Claim, { files, known, now }: FactSources): CandidateFacts {
  const row = known.get(claim.key);
  const isPlain = !claim.lines.some((line) => line.includes("<!--"));
  const { importance, triggers, projects, key, observed, expires } = isPlain || !isTrusted(claim, files)
    ? NO_ANNOTATIONS
    : claim.annotations;
  return {
    key: claim.key,
    path: claim.path,
    claimHash: claim.claimHash,
    text: claim.text,
    startLine: claim.startLine,
    endLine: claim.endLine,
    firstSeenAt: row?.firstSeenAt ?? now.iso,
    conceptTags: row?.conceptTags ?? [],
    supersessionKey: key,
    importance,
    triggers,
    projects,
    observed,
    expires,
  };
}

/** What untrusted or system text says of itself is not believed (SPEC 5, step 6). */
function isTrusted(claim: Claim, files: LiveFiles): boolean {
  const file = files.read(claim.path);
  const origins = file === null ? [] : files.origins(file, claim.startLine, claim.endLine);
  return origins.length > 0 && origins.every(({ origin }) => origin === "owner" || origin === "agent");
}
