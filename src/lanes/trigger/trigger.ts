/**
 * Lane 1 (SPEC 9.2): curated entries that a message brings up. No model and no vectors; what is found depends on the message,
 * the index, the curated files and what the session was given, and on nothing else.
 *
 * @module
 */
import type { Clock } from "../../base/clock.ts";
import type { TriggerRow } from "../../store/index/chunks.ts";
import { isAtLeastAsTrusted } from "../../provenance/origin.ts";
import type { IndexStore } from "../../store/index/open_index.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import { MEMORY_FILE, USER_FILE } from "../../workspace/layout.ts";
import { type LiveDeps, liveFiles } from "../live_files.ts";
import type { Triggered, TriggeredEntry } from "../turn.ts";
import { derivedPhrases } from "./derived_phrases.ts";
import { type LexicalHits, lexicalHits } from "./lexical_hits.ts";
import { type LiveEntries, liveEntries } from "./live_entries.ts";
import { lookedAt } from "./looked_at.ts";
import { messageTokens } from "./message_tokens.ts";
import { type ScoredEntry, scoreEntries } from "./scored_entry.ts";
import { blockChars, printTriggered, triggerBlock } from "./trigger_block.ts";

/** What {@linkcode trigger} works with. */
export interface TriggerDeps extends LiveDeps {
  /** As it is; nobody waits for it to be brought up to date. */
  readonly index: IndexStore;
  /** Of the state: who wrote the phrases of an entry. */
  readonly state: Pick<StateStore, "promotions" | "candidates" | "ledger">;
  /** For the day on which entries expire. */
  readonly clock: Clock;
  /** Project keys that are active in the session (SPEC 9.4). */
  readonly activeProjects: ReadonlySet<string>;
}

/** A message, and what the session was given. */
export interface TriggerRequest {
  /** Any text. */
  readonly message: string;
  /** Keys of entries that the session was given lately, by any lane: they are not given again. */
  readonly recentlyShown: ReadonlySet<string>;
  /** Chars for the block, at most {@linkcode MOST_CHARS} of them are used. */
  readonly roomChars: number;
  /** The score down to which entries are scored in full; an explanation looks at all. @default {@linkcode THRESHOLD} */
  readonly scoredFrom?: number;
}

/** An entry that was looked at, and what became of it. */
export interface ConsideredEntry extends ScoredEntry {
  /** Why it is not given, as a short clause for people; `null`: it is. */
  readonly reason: string | null;
}

/** The answer, with what `--explain` and the signal of a prompt need of it. */
export interface TriggerAnswer extends Triggered {
  /** The part of the message that was looked at. */
  readonly lookedAt: string;
  /** What holds words of the message; `null` if there is no word in it. */
  readonly lexical: LexicalHits | null;
  /** Entries that carry phrases. */
  readonly withPhrases: number;
  /** Those of which a word of a phrase stands in the message, best first. */
  readonly considered: readonly ConsideredEntry[];
}

/** Score from which an entry is given. Measured on labelled messages; docs/recall.md has the table. */
export const THRESHOLD = 0.65;
/** Chunks that hold words of the message, at most. */
export const LEXICAL_HITS = 24;
/** Entries given at once, at most. */
const MOST_ENTRIES = 3;
/** Chars of the block, frame included, at most. */
export const MOST_CHARS = 1_800;

/** Returns the entries that a message brings up. Nothing is written. */
export function trigger(deps: TriggerDeps, request: TriggerRequest): TriggerAnswer {
  const { index, state, clock, activeProjects } = deps;
  const text = lookedAt(request.message);
  const lexical = lexicalHits(index, text, LEXICAL_HITS);
  const rows = lexical === null ? [] : index.chunks.withTriggers();
  const live = liveEntries(deps, { today: clock.now().day, activeProjects });
  const scored = lexical === null ? [] : scoreEntries(rows, {
    tokens: messageTokens(text),
    lexical,
    textsOf: index.chunks.texts,
    scoredFrom: request.scoredFrom ?? THRESHOLD,
    derivedOf: (entry) => derivedPhrases(state, { ...entry, raw: live(entry)?.entry.raw ?? null }),
  });
  const { given, considered } = choose([...scored].sort(bestFirst), live, request);
  const printed = given.map(printTriggered);
  return {
    entries: given,
    context: triggerBlock(printed),
    isStrong: considered.some(({ reason }) => reason === null || reason === JUST_SHOWN),
    reason: given.length > 0 ? null : whyNothing(deps, { lexical, rows, considered }),
    lookedAt: text,
    lexical,
    withPhrases: new Set(rows.map(keyOf)).size,
    considered,
  };
}

const BELOW = "below the threshold";
const GONE = "it is not in its file any more";
const NO_PHRASE = "its phrase is not in its file any more";
const HIDDEN = "it stands in a comment";
const JUST_SHOWN = "the session was just given it";
const TWICE = "the same entry is given already";
const ENOUGH = `there are ${MOST_ENTRIES} better ones`;
const NO_ROOM = "over budget";

interface Choice {
  readonly given: Triggered["entries"];
  readonly considered: ConsideredEntry[];
}

/** Takes the best entries that may be given and fit. */
function choose(scored: readonly ScoredEntry[], live: LiveEntries, request: TriggerRequest): Choice {
  const room = Math.min(MOST_CHARS, request.roomChars);
  const given: (TriggeredEntry & { readonly entryKey: string })[] = [];
  const considered = scored.map((entry): ConsideredEntry => {
    if (entry.score < THRESHOLD) return { ...entry, reason: BELOW };
    const found = live(entry);
    if (found === null) return { ...entry, reason: GONE };
    const phrase = entry.phrases[0]?.phrase ?? "";
    const verdict = found.verdict();
    if (!verdict.passes) return { ...entry, reason: verdict.reason ?? "refused" };
    if (!found.entry.annotations.triggers.includes(phrase)) return { ...entry, reason: NO_PHRASE };
    if (found.text === "") return { ...entry, reason: HIDDEN };
    if (request.recentlyShown.has(entry.entryKey)) return { ...entry, reason: JUST_SHOWN };
    if (given.some(({ entryKey }) => entryKey === entry.entryKey)) return { ...entry, reason: TWICE };
    if (given.length === MOST_ENTRIES) return { ...entry, reason: ENOUGH };
    const { startLine, endLine } = found.entry;
    const next = { path: entry.path, startLine, endLine, text: found.text, phrase, score: entry.score };
    if (blockChars([...given, next].map(printTriggered)) > room) return { ...entry, reason: NO_ROOM };
    given.push({ ...next, entryKey: entry.entryKey });
    return { ...entry, reason: null };
  });
  return { given, considered };
}

interface Nothing {
  readonly lexical: LexicalHits | null;
  readonly rows: readonly TriggerRow[];
  readonly considered: readonly ConsideredEntry[];
}

function whyNothing(deps: LiveDeps, { lexical, rows, considered }: Nothing): string {
  if (lexical === null) return "there is no word in the message";
  if (rows.length === 0) return whyNoPhrase(deps);
  return considered.find(({ score }) => score >= THRESHOLD)?.reason ?? "no entry fits the message";
}

/**
 * Looked at only where the index knows of no phrase: it may be behind the files. What untrusted lines say of themselves is not
 * indexed.
 */
function whyNoPhrase(deps: LiveDeps): string {
  const files = liveFiles(deps);
  const carriers = [MEMORY_FILE, USER_FILE].map((path) => files.read(path)).filter((file) => file !== null)
    .flatMap((file) =>
      files.curated(file).entries.filter(({ annotations }) => annotations.triggers.length > 0)
        .map(({ startLine, endLine }) => files.origins(file, startLine, endLine))
    );
  if (carriers.length === 0) return "no entry has a trigger phrase";
  return carriers.some((lines) => lines.every(({ origin }) => isAtLeastAsTrusted(origin, "agent")))
    ? UNINDEXED
    : UNTRUSTED_PHRASES;
}

const UNINDEXED = "no trigger phrase is indexed yet: memory index";
const UNTRUSTED_PHRASES = "only untrusted lines have a trigger phrase, and theirs do not count";

/** By score, then by place: two answers to one message are the same. */
function bestFirst(a: ScoredEntry, b: ScoredEntry): number {
  return b.score - a.score || (a.path === b.path ? 0 : a.path < b.path ? -1 : 1);
}

function keyOf({ path, entryKey }: TriggerRow): string {
  return `${path}\n${entryKey}`;
}
