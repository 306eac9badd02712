/**
 * Whether a session should save its notes before its context is compacted (SPEC 7.3). One place decides, with its numbers,
 * for commands and hooks alike.
 *
 * @module
 */

/** The settings' `flush` slice. */
export interface FlushLimits {
  /** `false`: never. */
  readonly enabled: boolean;
  /** Tokens that the client keeps free, at most. */
  readonly reserveTokens: number;
  /** Share of the window that these are at most, 0 to 1. */
  readonly reserveShare: number;
  /** Tokens before that, at most: room in which the notes are written. */
  readonly softTokens: number;
  /** Bytes of a transcript from which notes are due whatever the tokens; 0 for never. */
  readonly transcriptBytes: number;
  /** Attempts that may fail in one cycle. */
  readonly attempts: number;
}

/** What is known of a session. */
export interface FlushFacts {
  /** Tokens in the context, or `null`. */
  readonly tokens: number | null;
  /** Tokens that fit into it, or `null`. */
  readonly window: number | null;
  /** Bytes of the transcript, or `null`. */
  readonly transcriptBytes: number | null;
  /** Notes were taken in this cycle. */
  readonly isDone: boolean;
  /** Attempts that failed in this cycle. */
  readonly failures: number;
}

/** Why it is, or is not, the time. */
export type FlushReason = "disabled" | "done" | "given up" | "transcript" | "tokens" | "below";

/** The numbers of a window. */
export interface FlushThreshold {
  /** Tokens kept free. */
  readonly reserve: number;
  /** Tokens before that. */
  readonly soft: number;
  /** Tokens from which notes are due. */
  readonly flushAt: number;
}

/** The decision. */
export interface FlushDecision {
  /** Whether notes are due. */
  readonly isDue: boolean;
  /** Why, or why not. */
  readonly reason: FlushReason;
  /** The numbers; `null` if the window is not known. */
  readonly threshold: FlushThreshold | null;
}

/** Half of what the reserve leaves is the largest soft part (SPEC 7.3). */
const SOFT_SHARE = 0.5;

/**
 * Returns the numbers of a window: `max(0, window − min(reserve, share of the window) − min(soft, half the rest))`, each
 * part rounded down to whole tokens.
 */
export function flushThreshold(window: number, limits: FlushLimits): FlushThreshold {
  const reserve = Math.min(limits.reserveTokens, Math.floor(window * limits.reserveShare));
  const soft = Math.min(limits.softTokens, Math.floor((window - reserve) * SOFT_SHARE));
  return { reserve, soft, flushAt: Math.max(0, window - reserve - soft) };
}

/** Returns the decision; depends on nothing but the arguments. */
export function decideFlush(facts: FlushFacts, limits: FlushLimits): FlushDecision {
  const threshold = facts.window === null ? null : flushThreshold(facts.window, limits);
  const reason = reasonOf(facts, limits, threshold);
  return { isDue: reason === "transcript" || reason === "tokens", reason, threshold };
}

function reasonOf(facts: FlushFacts, limits: FlushLimits, threshold: FlushThreshold | null): FlushReason {
  if (!limits.enabled) return "disabled";
  if (facts.isDone) return "done";
  if (facts.failures >= limits.attempts) return "given up";
  const { transcriptBytes, tokens } = facts;
  if (limits.transcriptBytes > 0 && transcriptBytes !== null && transcriptBytes >= limits.transcriptBytes) {
    return "transcript";
  }
  return tokens !== null && threshold !== null && tokens >= threshold.flushAt ? "tokens" : "below";
}
