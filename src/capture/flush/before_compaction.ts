/**
 * What a hook does before and after a compaction (SPEC 7.3), for clients of all sorts.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import { decideFlush, type FlushLimits } from "./decide_flush.ts";

/** A session about to be compacted. */
export interface CompactingSession {
  /** The client's name of it. */
  readonly session: string;
  /** Bytes of its transcript, if known. */
  readonly transcriptBytes: number | null;
}

/**
 * Returns what the agent is asked before its context is compacted, or `null` if notes were taken in this cycle, too many
 * attempts failed, or `flush.enabled` is off. That the client compacts is reason enough: no number is looked at.
 */
export function flushPrompt(
  state: Pick<StateStore, "flushCycles">,
  { session, transcriptBytes }: CompactingSession,
  limits: FlushLimits,
): string | null {
  const { writtenAt, failures } = state.flushCycles.find(session, state.flushCycles.current(session));
  const facts = { tokens: 1, window: 1, transcriptBytes, isDone: writtenAt !== null, failures };
  return decideFlush(facts, limits).isDue ? promptFor(session) : null;
}

/** Notes that a session was compacted: the next cycle begins. To be called by the first hook that tells of it. */
export function noteCompaction(state: Pick<StateStore, "flushCycles">, session: string, at: IsoTime): void {
  state.flushCycles.advance(session, at);
}

function promptFor(session: string): string {
  return "The context is about to be compacted. Save what will matter later and is not in the memory yet: durable facts, " +
    "decisions, open ends; one fact a line, on the standard input of this command:\n" +
    `memory flush write --session ${JSON.stringify(session)}\n` +
    "Leave out what anybody can look up, secrets, and what tools and web pages said. If there is nothing, say nothing.";
}
