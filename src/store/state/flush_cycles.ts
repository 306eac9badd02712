/**
 * Cycles of the save before a compaction (SPEC 7.3): in the time between two compactions of a session notes are taken
 * once.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";

/** One cycle of one session. */
export interface FlushCycle {
  /** The client's name of the session. */
  readonly session: string;
  /** Compactions that the session had before it. */
  readonly cycle: number;
  /** When it began, or `null`: nobody noted, as with the first one. */
  readonly begunAt: IsoTime | null;
  /** Attempts that failed. */
  readonly failures: number;
  /** When its notes were taken, or `null`. */
  readonly writtenAt: IsoTime | null;
  /** Lines that were written then. */
  readonly lines: number;
}

/** The table of cycles. */
export interface FlushCycles {
  /** Returns a cycle as it stands; one that nobody noted has nothing written. */
  find(session: string, cycle: number): FlushCycle;
  /** Returns the newest cycle of a session that is known, or 0. */
  current(session: string): number;
  /** Begins the cycle after the newest one: the session was compacted. Returns its number. */
  advance(session: string, at: IsoTime): number;
  /** Records that notes were taken. */
  write(session: string, cycle: number, facts: { readonly lines: number; readonly at: IsoTime }): void;
  /** Records that an attempt failed, and returns how many did in this cycle. */
  fail(session: string, cycle: number): number;
}

/** Returns the table of an open state. */
export function flushCyclesTable(connection: Connection): FlushCycles {
  const find = (session: string, cycle: number): FlushCycle =>
    connection.prepare<FlushCycle>(FIND).get(session, cycle) ??
      { session, cycle, begunAt: null, failures: 0, writtenAt: null, lines: 0 };
  const current = (session: string) => connection.prepare<{ cycle: number | null }>(CURRENT).get(session)?.cycle ?? 0;
  return {
    find,
    current,
    advance: (session, at) =>
      connection.transaction(() => {
        const next = current(session) + 1;
        connection.prepare(BEGIN).run(session, next, at);
        return next;
      }),
    write: (session, cycle, { lines, at }) => {
      connection.transaction(() => {
        connection.prepare(BEGIN).run(session, cycle, UNKNOWN);
        connection.prepare(WRITE).run(at, lines, session, cycle);
      });
    },
    fail: (session, cycle) =>
      connection.transaction(() => {
        connection.prepare(BEGIN).run(session, cycle, UNKNOWN);
        connection.prepare(FAIL).run(session, cycle);
        return find(session, cycle).failures;
      }),
  };
}

/** A cycle whose beginning nobody saw. */
const UNKNOWN = "";

const FIND =
  `SELECT session, cycle, nullif(begun_at, '') AS begunAt, failures, written_at AS writtenAt, lines FROM flush_cycles
  WHERE session = ? AND cycle = ?`;
const CURRENT = "SELECT max(cycle) AS cycle FROM flush_cycles WHERE session = ?";
const BEGIN = "INSERT INTO flush_cycles (session, cycle, begun_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
const WRITE = "UPDATE flush_cycles SET written_at = ?, lines = lines + ? WHERE session = ? AND cycle = ?";
const FAIL = "UPDATE flush_cycles SET failures = failures + 1 WHERE session = ? AND cycle = ?";
