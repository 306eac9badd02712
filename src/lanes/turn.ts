/**
 * What an agent should know at one message (SPEC 9.2, 9.3): entries that the message triggers, and a deeper look where it asks
 * for the past.
 *
 * @module
 */
import type { LocalDay } from "../base/clock.ts";
import type { ChatType, OriginClass, SessionKind } from "../provenance/origin.ts";

/** When lane 2 looks: if the message asks for the past and lane 1 is not sure, whatever it says, or not at all. */
export const ESCALATE_MODES = ["auto", "always", "off"] as const;
/** One of {@linkcode ESCALATE_MODES}. */
export type EscalateMode = (typeof ESCALATE_MODES)[number];

/** An entry that a message brought up (SPEC 14). */
export interface TriggeredEntry {
  /** Relative to the workspace. */
  readonly path: string;
  /** 1-based, of the entry in its file as it is now. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  /** Without annotations; the whole entry. */
  readonly text: string;
  /** The phrase that did it best. */
  readonly phrase: string;
  /** `0.8 · phrase + 0.2 · relevance`, 0 to 1. */
  readonly score: number;
}

/** What lane 1 answers. */
export interface Triggered {
  /** Best first. */
  readonly entries: readonly (TriggeredEntry & { readonly entryKey: string })[];
  /** The entries in one frame, or an empty text. */
  readonly context: string;
  /** An entry fits well, be it one that the session was just given: there is no need to look deeper. */
  readonly isStrong: boolean;
  /** Why there is nothing, as a short clause for people; `null` if there is something. */
  readonly reason: string | null;
}

/** A message to be answered. */
export interface TurnMessage {
  /** Any text. */
  readonly message: string;
  /** The client's name of the session, or `null`. */
  readonly session: string | null;
  /** Of the caller. */
  readonly sessionKind: SessionKind;
  /** Who reads along. */
  readonly chat: ChatType;
}

/** What lane 2 is asked. It is asked in sessions only that `mayInjectInto` lets pass, and while recall is on. */
export interface EscalateRequest extends TurnMessage {
  /** `auto` or `always`; `off` never comes this far. */
  readonly mode: Exclude<EscalateMode, "off">;
  /** Entries that lane 1 gives in this turn: lane 2 does not repeat them. */
  readonly triggered: Triggered["entries"];
  /** Keys of the entries that the session was given lately by any lane (`state.shown`). */
  readonly recentlyShown: ReadonlySet<string>;
  /** Chars that its text may have, frame included. */
  readonly roomChars: number;
  /** Milliseconds until it has to have answered. */
  readonly deadlineMs: number;
  /** How much of the talk a model is told; without a model the message alone is looked at. @default recent */
  readonly queryMode?: QueryMode | undefined;
  /** How a model is to weigh what it finds; needs a model. @default balanced */
  readonly style?: RecallStyle | undefined;
  /** Whether each step is to be told. @default false */
  readonly isExplained?: boolean | undefined;
}

/** How much of the talk lane 2 is told: the message, with the last things said, or with all that fits. */
export const QUERY_MODES = ["message", "recent", "full"] as const;
/** One of {@linkcode QUERY_MODES}. */
export type QueryMode = (typeof QUERY_MODES)[number];

/** How a model weighs what it finds (SPEC 9.3). */
export const RECALL_STYLES = [
  "balanced",
  "strict",
  "contextual",
  "recall-heavy",
  "precision-heavy",
  "preference-only",
] as const;
/** One of {@linkcode RECALL_STYLES}. */
export type RecallStyle = (typeof RECALL_STYLES)[number];

/** A citation of lane 2. */
export interface EscalatedHit {
  /** Relative to the workspace. */
  readonly path: string;
  /** 1-based. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  /** `path#L3-L9`. */
  readonly citation: string;
  /** Without annotations. */
  readonly text: string;
  /** The local day of its diary or transcript, or that of its observation; `null` if neither is known. */
  readonly day: LocalDay | null;
  /** The least trusted class of its lines: `owner` or `agent`. */
  readonly origin: OriginClass;
  /** When it was said, ISO 8601 with offset; `null` if nobody noted. */
  readonly observedAt: string | null;
  /** `e:` and 12 hex digits of a curated entry, else `null`. */
  readonly entryKey: string | null;
}

/** What lane 2 answers (SPEC 14). */
export interface Escalated {
  /** Whether it looked at all. */
  readonly ran: boolean;
  /** Why it did, or did not, as a short clause for people. */
  readonly reason: string;
  /** Who answered: a model, the plain look, or nobody. */
  readonly by: "model" | "search" | null;
  /** What a model makes of the hits, with citations; `null` without one. */
  readonly summary: string | null;
  /** What was found, by day; what a summary rests on. */
  readonly hits: readonly EscalatedHit[];
  /** The days that the message asks about, or `null`. */
  readonly days: { readonly from: LocalDay; readonly to: LocalDay } | null;
  /** The least trusted class of what was seen, or `null` if nothing was. */
  readonly origin: OriginClass | null;
  /** What was done, step by step; empty unless it was asked for. */
  readonly steps: readonly EscalationStep[];
  /** What is put before the agent, framed, at most as long as the room; an empty text: nothing. */
  readonly context: string;
}

/** One thing that lane 2 did. */
export interface EscalationStep {
  /** Which: `intent`, `days`, `search`, `expand`, `transcripts`, `model` and others; fields are only ever added. */
  readonly step: string;
  /** What came of it, for people. */
  readonly detail: string;
}

/** Lane 2. Never throws for want of time or of a model: it answers with the reason. */
export type Escalate = (request: EscalateRequest) => Promise<Escalated>;
