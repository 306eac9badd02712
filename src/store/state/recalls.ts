/**
 * The recall log (SPEC 6): which claim lines answered which questions. Questions are kept as keyed hashes only.
 *
 * @module
 */
import type { IsoTime, LocalDay } from "../../base/clock.ts";

/** One claim line found by one question in one session on one local day. */
export interface RecallRow {
  readonly candidateKey: string;
  /** Keyed hash of the normalised question. */
  readonly questionHash: string;
  /** `""` for all calls without a session: they count as one. */
  readonly session: string;
  readonly day: LocalDay;
  /** 0 to 1, before decay and multipliers. */
  readonly quality: number;
  readonly recalledAt: IsoTime;
  /** The active project key then, or `null`. */
  readonly project: string | null;
}

/** The recalls' table. */
export interface Recalls {
  /**
   * Logs a recall and returns whether it counted: once per line, question, session and day, and at most 2 per line,
   * session and day.
   */
  add(row: RecallRow): boolean;
  /** Returns the recalls of candidates, oldest first; a key without any is not in the map. */
  of(keys: readonly string[]): Map<string, RecallRow[]>;
  /** Returns all recalls by candidate, oldest first. */
  all(): Map<string, RecallRow[]>;
  /** Returns the candidates recalled after a moment, each once; `null`: ever. */
  recalledSince(since: IsoTime | null): string[];
  /** Gives the recalls of a near-duplicate to the older claim; what it has already is dropped. */
  move(from: string, to: string): void;
  /** How many are logged. */
  count(): number;
}
