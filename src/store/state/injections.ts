/**
 * What was put in front of agents, by hash, so that it is not taken for news when it comes back (SPEC 4.7).
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";

/**
 * What put a text before an agent, in one list. `waiting`: a search or a read gave a line whose turn is still open; it is
 * known as ours when it comes back, and makes nobody an echo, itself least of all (SPEC 4.6).
 */
export const INJECTION_PLACES = ["bootstrap", "prompt", "search", "get", "recall", "intent", "waiting"] as const;
/** One of {@linkcode INJECTION_PLACES}. */
export type InjectionPlace = (typeof INJECTION_PLACES)[number];

/** One piece of text handed to an agent. */
export interface InjectionRow {
  /** Hash of the normalised text. */
  readonly hash: string;
  /** `null`: any session of the workspace. */
  readonly session: string | null;
  /** When. */
  readonly injectedAt: IsoTime;
  /** What did it. */
  readonly place: InjectionPlace;
}

/** When something was put before a session. */
export interface InjectionTime {
  /** The line waited for the end of its turn. */
  readonly isWaiting: boolean;
  /** The moment. */
  readonly at: IsoTime;
  /** The session is known; otherwise it counts for every session, for a day (SPEC 4.7). */
  readonly isOwn: boolean;
}

/** The injection log. */
export interface Injections {
  /** Logs what was handed out. */
  add(rows: readonly InjectionRow[]): void;
  /** Returns the hashes injected into a session, and since a moment into an unknown one, but for lines that waited. */
  into(session: string, unknownSince: IsoTime): Set<string>;
  /** Returns the same with lines that waited: all that was handed out, and so is ours when it comes back. */
  handedTo(session: string, unknownSince: IsoTime): Set<string>;
  /** Returns when each hash was first injected into a session, and, since a moment, into an unknown one. */
  timesInto(session: string, unknownSince: IsoTime): Map<string, readonly InjectionTime[]>;
  /** Returns every time that something was handed out, oldest first. */
  of(hash: string): Pick<InjectionRow, "injectedAt" | "place">[];
  /** Deletes what was injected before a moment and returns how many rows went. */
  dropBefore(moment: IsoTime): number;
}

/** Returns the log of an open state. */
export function injectionsTable(connection: Connection): Injections {
  const hashes = (sql: string, session: string, since: IsoTime) =>
    new Set(connection.prepare<{ hash: string }>(sql).all(session, since).map((row) => row.hash));
  return {
    add: (rows) => {
      connection.transaction(() => {
        const add = connection.prepare(ADD);
        for (const row of rows) add.run(row.hash, row.session, row.injectedAt, row.place);
      });
    },
    of: (hash) => connection.prepare<Pick<InjectionRow, "injectedAt" | "place">>(OF).all(hash),
    into: (session, unknownSince) => hashes(INTO, session, unknownSince),
    handedTo: (session, unknownSince) => hashes(HANDED_TO, session, unknownSince),
    timesInto: (session, unknownSince) => {
      const times = new Map<string, InjectionTime[]>();
      for (
        const { hash, at, isOwn, isWaiting } of connection.prepare<StoredTime>(TIMES_INTO).iterate(
          session,
          unknownSince,
        )
      ) {
        const of = times.get(hash) ?? [];
        of.push({ at, isOwn: isOwn === 1, isWaiting: isWaiting === 1 });
        times.set(hash, of);
      }
      return times;
    },
    dropBefore: (moment) => connection.transaction(() => connection.prepare(DROP_BEFORE).run(moment).changes),
  };
}

interface StoredTime {
  readonly hash: string;
  readonly at: IsoTime;
  readonly isOwn: number;
  readonly isWaiting: number;
}

const ADD = "INSERT INTO injections (hash, session, injected_at, place) VALUES (?, ?, ?, ?)";
const OF = "SELECT injected_at AS injectedAt, place FROM injections WHERE hash = ? ORDER BY id";
const INTO = `SELECT hash FROM injections WHERE session = ?1 AND place <> 'waiting' UNION SELECT hash FROM injections
  WHERE session IS NULL AND unixepoch(injected_at) >= unixepoch(?2) AND place <> 'waiting'`;
const HANDED_TO = `SELECT hash FROM injections WHERE session = ?1
  UNION SELECT hash FROM injections WHERE session IS NULL AND unixepoch(injected_at) >= unixepoch(?2)`;
const TIMES_INTO = `SELECT hash, min(injected_at) AS at, 1 AS isOwn, place = 'waiting' AS isWaiting FROM injections
    WHERE session = ?1 GROUP BY hash, isWaiting
  UNION ALL SELECT hash, injected_at, 0, place = 'waiting' FROM injections WHERE session IS NULL
    AND unixepoch(injected_at) >= unixepoch(?2)`;
const DROP_BEFORE = "DELETE FROM injections WHERE unixepoch(injected_at) < unixepoch(?)";
