/**
 * The closed sets of trust (SPEC 4.1). A label is decided by code from where a line came from; nothing a text says of
 * itself is read here.
 *
 * @module
 */

/** Where a line came from, most trusted first. */
export const ORIGIN_CLASSES = ["owner", "agent", "system", "untrusted"] as const;
/** One of {@linkcode ORIGIN_CLASSES}. */
export type OriginClass = (typeof ORIGIN_CLASSES)[number];

/** What kind of session wrote a line or asks a question. */
export const SESSION_KINDS = ["interactive", "cron", "heartbeat", "subagent", "unknown"] as const;
/** One of {@linkcode SESSION_KINDS}. */
export type SessionKind = (typeof SESSION_KINDS)[number];

/** Who can read a conversation. */
export const CHAT_TYPES = ["direct", "group", "channel"] as const;
/** One of {@linkcode CHAT_TYPES}. */
export type ChatType = (typeof CHAT_TYPES)[number];

/**
 * How the ledger came to know a line: `booked` by a writer, `unbooked` (first seen in a file), `pending` (appeared while
 * a hooked turn was open), `echo` (repeats what was injected), `attested` by the owner at a terminal (SPEC 4.2–4.6).
 */
export const LINE_STATES = ["booked", "unbooked", "pending", "echo", "attested"] as const;
/** One of {@linkcode LINE_STATES}. */
export type LineState = (typeof LINE_STATES)[number];

/** What is known of the source of one line. */
export interface LineOrigin {
  /** How far the line is trusted. */
  readonly origin: OriginClass;
  /** The kind of session that wrote it; `unknown` where nobody noted it. */
  readonly sessionKind: SessionKind;
  /** How the ledger came to know it. */
  readonly state: LineState;
  /** ISO 8601 with offset; `null` if nobody noted when. */
  readonly observedAt: string | null;
  /** The session that wrote it, if known. */
  readonly session: string | null;
  /** Under `memory/imports/` and not attested. */
  readonly isImport: boolean;
  /** Why the class is what it is, in a few words for people: "booked by note", "path rule: imports". */
  readonly why: string;
  /** An agent's note that is untrusted since text from outside had come into its turn, and for nothing else. @default false */
  readonly isOnlyTurnTainted?: boolean;
}

/** Returns the less trusted of two classes (SPEC 4.1: merging takes the least trusted). */
export function leastTrusted(a: OriginClass, b: OriginClass): OriginClass {
  return rankOf(a) >= rankOf(b) ? a : b;
}

/** Returns whether `a` is trusted at least as much as `b`. */
export function isAtLeastAsTrusted(a: OriginClass, b: OriginClass): boolean {
  return rankOf(a) <= rankOf(b);
}

/** What is no class at all comes behind all of them. */
function rankOf(origin: OriginClass): number {
  const rank = ORIGIN_CLASSES.indexOf(origin);
  return rank < 0 ? ORIGIN_CLASSES.length : rank;
}

/** Returns the kind of lines that were put together: the common one, else `unknown`. */
export function mergeKinds(a: SessionKind, b: SessionKind): SessionKind {
  return a === b ? a : "unknown";
}
