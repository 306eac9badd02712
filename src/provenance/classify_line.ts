/**
 * The class of one line (SPEC 4.2, 4.3): path rule, ledger row and policy in, {@linkcode LineOrigin} out. Fails closed
 * and never answers `owner` without a row that says so.
 *
 * @module
 */
import { hasUntrustedMark } from "./mark.ts";
import { leastTrusted, type LineOrigin, type LineState, type OriginClass, type SessionKind } from "./origin.ts";
import type { Speaker } from "./session_dump.ts";
import type { PathRule } from "./tier.ts";

/** One row of the ledger: what was noted about a line when it was written or first seen. */
export interface LedgerRow {
  /** Relative to the workspace; absolute outside it. */
  readonly path: string;
  /** Hash of the normalised line; in curated files of the whole entry. */
  readonly hash: string;
  /** `null` only where nobody booked the line. */
  readonly origin: OriginClass | null;
  /** `null` only where nobody booked the line. */
  readonly sessionKind: SessionKind | null;
  /** How the ledger came to know the line. */
  readonly state: LineState;
  /** ISO 8601 with offset. */
  readonly observedAt: string | null;
  /** The session that wrote it, if known. */
  readonly session: string | null;
  /** The channel of a chat, if known. */
  readonly channel: string | null;
  /** Who wrote in a chat, if known. */
  readonly sender: string | null;
  /** The key that the writer gave the claim. */
  readonly supersessionKey: string | null;
  /** The command that booked it: `note`, `dream`, `trust`, `index`. */
  readonly writer: string;
  /** ISO 8601 with offset. */
  readonly bookedAt: string;
}

/** How lines count that nobody booked. */
export interface UnbookedPolicy {
  /** `provenance.unbooked` of the config: `hold` makes such lines searchable only. */
  readonly unbooked: "agent" | "hold";
  /** The workspace is registered but its state was lost: its lines are held until the owner attests (SPEC 13). */
  readonly isLost: boolean;
}

/** All that the class of a line depends on. */
export interface LineFacts {
  /** From `pathRule` of the file. */
  readonly rule: PathRule;
  /** The raw line, or the raw entry of a curated file. */
  readonly line: string;
  /** The ledger's row under path and hash, or `null`. */
  readonly row: LedgerRow | null;
  /** The class of the `untrusted` or `system` text that the line repeats, else `null`. */
  readonly copyOf: OriginClass | null;
  /**
   * The line has no row and turned up while a hooked turn was open: `pending` until that is over, or `tainted` if outside
   * text came into the turn (SPEC 4.3, 4.5). @default null
   */
  readonly appearance?: "pending" | "tainted" | null;
  /** Whose words it is in a session dump (SPEC 4.2). @default it is no line of one */
  readonly speaker?: Speaker | null;
  /** How unbooked lines count here. */
  readonly policy: UnbookedPolicy;
}

/**
 * Returns whether a row lets its line repeat untrusted text (SPEC 4.3): somebody vouched for the line, or whoever booked it
 * looked at what it repeats. A row of a line that nobody but a turn accounts for (`writer` is `turn`) says only when the
 * line came.
 */
export function isCopyProof(row: LedgerRow): boolean {
  return row.origin !== null && (row.writer !== TURN_WRITER || row.state === "attested");
}

/** What rows name as their writer whose lines turned up during a turn. */
export const TURN_WRITER = "turn";

/** Ends the writer's name in rows of notes that an agent made after text from outside had come into its turn. */
const OF_TAINTED_TURN = " (tainted turn)";

/** Returns the name of a writer whose note is untrusted for nothing but its turn (SPEC 4.5, 8.7). */
export function inTaintedTurn(writer: string): string {
  return `${writer}${OF_TAINTED_TURN}`;
}

function isOnlyTurnTainted(row: LedgerRow | null): boolean {
  return row !== null && row.origin === "untrusted" && row.state === "booked" && row.writer.endsWith(OF_TAINTED_TURN);
}

/** Returns the origin of a line; `why` names the rule that decided. */
export function classifyLine(facts: LineFacts): LineOrigin {
  const decided = decide(facts);
  const isAttested = facts.row?.state === "attested";
  const isMarked = hasUntrustedMark(facts.line);
  return {
    origin: isMarked ? "untrusted" : decided.origin,
    sessionKind: decided.sessionKind,
    state: facts.row?.state ?? (facts.appearance === "pending" ? "pending" : "unbooked"),
    observedAt: facts.row?.observedAt ?? null,
    session: facts.row?.session ?? null,
    isImport: facts.rule.isImport && !isAttested,
    why: isMarked ? "marked untrusted in the file" : decided.why,
    ...facts.rule.origin === "ledger" && isOnlyTurnTainted(facts.row) ? { isOnlyTurnTainted: true } : {},
  };
}

/** Why the agent's own lines of a session dump are what they are. */
export const OWN_WORDS = "the agent's own words in a session dump";

interface Decision {
  readonly origin: OriginClass;
  readonly sessionKind: SessionKind;
  readonly why: string;
}

function decide({ rule, row, copyOf, appearance, speaker, policy }: LineFacts): Decision {
  if (rule.origin === "system") {
    return {
      origin: leastTrusted("system", row?.origin ?? "system"),
      sessionKind: "unknown",
      why: "path rule: report",
    };
  }
  const booked = row === null || row.origin === null ? null : bookedDecision(row, row.origin);
  if (rule.origin === "untrusted") {
    if (booked !== null && row?.state === "attested") return booked;
    return { origin: "untrusted", sessionKind: row?.sessionKind ?? "unknown", why: `path rule: ${placeOf(rule)}` };
  }
  if (booked !== null && row !== null) {
    if (copyOf === null || isCopyProof(row)) return booked;
    return { ...booked, origin: leastTrusted(booked.origin, copyOf), why: `${booked.why}; a copy of ${copyOf} text` };
  }
  if (appearance === "tainted") {
    return { origin: "untrusted", sessionKind: "unknown", why: "appeared in a turn with text from outside" };
  }
  const decided = dumpedDecision(speaker, unbookedDecision(rule, copyOf, policy));
  return appearance === "pending" ? { ...decided, why: "appeared in a turn that is still open" } : decided;
}

function placeOf(rule: PathRule): string {
  if (rule.isImport) return "imports";
  return rule.isOutside ? "outside the workspace" : "not part of the memory";
}

function bookedDecision(row: LedgerRow, origin: OriginClass): Decision {
  const verb = row.state === "attested"
    ? "attested"
    : row.state === "pending"
    ? "written within a turn that is open,"
    : "booked";
  // A row is never lowered by a less trusted duplicate that comes later (SPEC 4.3): writers ask about copies when they
  // book.
  return { origin, sessionKind: row.sessionKind ?? "unknown", why: `${verb} by ${row.writer}` };
}

/** Whoever made a dump may have put words into the agent's mouth, so its lines are read as its own and never promoted. */
function dumpedDecision(speaker: Speaker | null | undefined, decided: Decision): Decision {
  if (speaker === null || speaker === undefined || decided.origin === "untrusted") return decided;
  if (speaker === "agent") return { ...decided, sessionKind: "unknown", why: OWN_WORDS };
  return { origin: "untrusted", sessionKind: "unknown", why: "somebody's words in a session dump" };
}

function unbookedDecision(rule: PathRule, copyOf: OriginClass | null, policy: UnbookedPolicy): Decision {
  // Only this program writes transcripts, and it books each line before: what is not booked was put there by somebody.
  if (rule.isSession) return { origin: "untrusted", sessionKind: "unknown", why: "unbooked line of a transcript" };
  if (policy.isLost) return { origin: "untrusted", sessionKind: "unknown", why: "unbooked, and the state was lost" };
  // People alone write the instructions tier and it is never searched, so holding it back would mean nothing.
  if (policy.unbooked === "hold" && rule.tier !== "instructions") {
    return { origin: "untrusted", sessionKind: "unknown", why: "unbooked, held by provenance.unbooked" };
  }
  if (copyOf !== null) {
    return {
      origin: leastTrusted("agent", copyOf),
      sessionKind: "interactive",
      why: `unbooked copy of ${copyOf} text`,
    };
  }
  return { origin: "agent", sessionKind: "interactive", why: "unbooked" };
}
