/**
 * What the readers of transcripts yield: one shape for the formats of all clients, in the order of the file. Texts are
 * raw: nothing is redacted, no envelope is taken off. Whose words they are, in the end, is decided elsewhere; a reader
 * only tells what the format says.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { ChatType, SessionKind } from "../../provenance/origin.ts";

/** The formats that can be read; `neutral` is the one of `docs/transcripts.md`, for everybody else. */
export const TRANSCRIPT_CLIENTS = ["claude-code", "codex", "openclaw", "gemini", "neutral"] as const;
/** One of {@linkcode TRANSCRIPT_CLIENTS}. */
export type TranscriptClient = (typeof TRANSCRIPT_CLIENTS)[number];
/** What a file holds: a transcript, or what our hooks heard of a session that has none (`HEARD_FORMAT`). */
export type TranscriptFormat = TranscriptClient | "hooks";

/** Clients whose sessions hooks can hear. */
export const HEARD_CLIENTS = ["claude-code", "codex", "gemini", "cursor", "opencode"] as const;
/** Whose session it is. */
export type SessionClient = TranscriptClient | (typeof HEARD_CLIENTS)[number];

/** Where in its file an event stands. */
export interface TranscriptPlace {
  /** 1-based; of a format without lines the number of the record. */
  readonly line: number;
  /** First byte of the line or record, from the start of the file as it is read (decompressed). */
  readonly byteOffset: number;
}

/** What a transcript says of its session. */
export interface TranscriptSession {
  /** Whose format it is; of what hooks heard the client that they belong to. */
  readonly client: SessionClient;
  /** The client's own id of the session. */
  readonly session: string;
  /** When it began, as far as the transcript says. */
  readonly startedAt: IsoTime | null;
  /** The folder it was started for, absolute; `null` if the transcript does not say. */
  readonly folder: string | null;
  /** By the transcript's own data; `unknown` if it does not say. */
  readonly kind: SessionKind;
  /** Who can read it; `null` if the transcript does not say. */
  readonly chat: ChatType | null;
  /** Where the words came in, as in `telegram`; `null` if the transcript does not say. */
  readonly channel: string | null;
  /** A documented form of the format, and all that is needed to judge the session is there. */
  readonly isComplete: boolean;
  /** The session whose words this one begins with, if the transcript says so. @default null */
  readonly forkedFrom?: string | null;
}

/** What may be told of a session: first of all, and again when something of it changes (folder, kind, chat). */
export interface SessionEvent {
  /** Which event it is. */
  readonly type: "session";
  /** Where it stands. */
  readonly place: TranscriptPlace;
  /** What is known from here on. */
  readonly session: TranscriptSession;
}

/** Something was said. */
export interface MessageEvent {
  /** Which event it is. */
  readonly type: "message";
  /** Where it stands. */
  readonly place: TranscriptPlace;
  /** By the format; it proves nothing. */
  readonly role: "user" | "assistant" | "system";
  /** The format's own id, or one made of the place; unique within the session. */
  readonly id: string;
  /**
   * Names by which the same words are known again when they are written a second time: in a fork, a redone turn, a second
   * record of the same event. Each is enough by itself. @default the id alone
   */
  readonly keys?: readonly string[];
  /** When, as far as the transcript says. */
  readonly at: IsoTime | null;
  /** As it stands there. */
  readonly text: string;
  /**
   * By the format's own marks the words of a person: no meta line, side chain, tool result, foreign provenance or
   * scaffolding. It is needed for the owner's class, and not enough.
   */
  readonly isPerson: boolean;
  /** Who sent it, if the format says. */
  readonly sender: string | null;
  /** Said by or to a sub-agent. */
  readonly isSideChain: boolean;
  /** Why it is no person's, or what else is odd, as a short clause for people. */
  readonly why?: string;
}

/** The agent used a tool. */
export interface ToolCallEvent {
  /** Which event it is. */
  readonly type: "tool-call";
  /** Where it stands. */
  readonly place: TranscriptPlace;
  /** The format's own id of the call. */
  readonly id: string;
  /** When, as far as the transcript says. */
  readonly at: IsoTime | null;
  /** The client's name of the tool. */
  readonly name: string;
  /** As far as it could be read; empty if it could not. */
  readonly input: Readonly<Record<string, unknown>>;
  /** A sub-agent called it, and its calls stand in this transcript. @default false */
  readonly isSideChain?: boolean;
}

/** A tool answered. */
export interface ToolResultEvent {
  /** Which event it is. */
  readonly type: "tool-result";
  /** Where it stands. */
  readonly place: TranscriptPlace;
  /** Id of the call, if the format says. */
  readonly callId: string | null;
  /** When, as far as the transcript says. */
  readonly at: IsoTime | null;
  /** The client's name of the tool, if the format says. */
  readonly name: string | null;
  /** As it stands there. */
  readonly text: string;
  /** The format marks it as failed. */
  readonly isError: boolean;
  /** What a tool gave while it was still at work; its answer comes later. @default false */
  readonly isPart?: boolean;
}

/** The client replaced what came before by a summary. */
export interface CompactionEvent {
  /** Which event it is. */
  readonly type: "compaction";
  /** Where it stands. */
  readonly place: TranscriptPlace;
  /** When, as far as the transcript says. */
  readonly at: IsoTime | null;
  /** Prose of a model; `null` if the format keeps it elsewhere. */
  readonly summary: string | null;
  /** What it sums up stands before it in the transcript, as far as the format tells. @default true */
  readonly isCovered?: boolean;
}

/**
 * A part that could not be read: counted and named, never fatal. What stood in it is not known, so it has to be taken for
 * the answer of an unknown tool (SPEC 4.5).
 */
export interface MalformedEvent {
  /** Which event it is. */
  readonly type: "malformed";
  /** Where it stands. */
  readonly place: TranscriptPlace;
  /** As `place.line`. */
  readonly line: number;
  /** A short clause for people, without text of the transcript. */
  readonly reason: string;
}

/** See the module. */
export type TranscriptEvent =
  | SessionEvent
  | MessageEvent
  | ToolCallEvent
  | ToolResultEvent
  | CompactionEvent
  | MalformedEvent;
