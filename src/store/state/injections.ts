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
  /**
   * Logs what was handed out. What the same place gave the same session within the hour before is logged already: a start
   * that is asked for again and again need not wait for the disk. Returns how many rows were not.
   */
  add(rows: readonly InjectionRow[]): number;
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
      const isLogged = lately(connection);
      const fresh = rows.filter((row) => !isLogged(row));
      if (fresh.length === 0) return 0;
      connection.loggingTransaction(() => {
        const add = connection.prepare(ADD);
        for (const row of fresh) add.run(row.hash, row.session, row.injectedAt, row.place);
      });
      return fresh.length;
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

/** Returns whether a row is logged already; asks once for each session and place. */
function lately(connection: Connection): (row: InjectionRow) => boolean {
  const known = new Map<string, Set<string>>();
  return ({ hash, session, injectedAt, place }) => {
    const key = JSON.stringify([session, place, injectedAt]);
    let hashes = known.get(key);
    if (hashes === undefined) {
      const rows = connection.prepare<{ hash: string }>(LATELY).all(session, place, injectedAt);
      known.set(key, hashes = new Set(rows.map((row) => row.hash)));
    }
    return hashes.has(hash);
  };
}

/** How long a row stands for what comes after it, in seconds; so much longer rows without a session count. */
const STANDS_SECONDS = 3_600;

interface StoredTime {
  readonly hash: string;
  readonly at: IsoTime;
  readonly isOwn: number;
  readonly isWaiting: number;
}

const ADD = "INSERT INTO injections (hash, session, injected_at, place) VALUES (?, ?, ?, ?)";
const OF = "SELECT injected_at AS injectedAt, place FROM injections WHERE hash = ? ORDER BY id";
const LATELY = `SELECT hash FROM injections WHERE session IS ?1 AND place = ?2
  AND unixepoch(injected_at) BETWEEN unixepoch(?3) - ${STANDS_SECONDS} AND unixepoch(?3)`;
const INTO = `SELECT hash FROM injections WHERE session = ?1 AND place <> 'waiting' UNION SELECT hash FROM injections
  WHERE session IS NULL AND unixepoch(injected_at) >= unixepoch(?2) - ${STANDS_SECONDS} AND place <> 'waiting'`;
const HANDED_TO = `SELECT hash FROM injections WHERE session = ?1
  UNION SELECT hash FROM injections WHERE session IS NULL AND unixepoch(injected_at) >= unixepoch(?2) - ${STANDS_SECONDS}`;
const TIMES_INTO = `SELECT hash, min(injected_at) AS at, 1 AS isOwn, place = 'waiting' AS isWaiting FROM injections
    WHERE session = ?1 GROUP BY hash, isWaiting
  UNION ALL SELECT hash, injected_at, 0, place = 'waiting' FROM injections WHERE session IS NULL
    AND unixepoch(injected_at) >= unixepoch(?2) - ${STANDS_SECONDS}`;
const DROP_BEFORE = "DELETE FROM injections WHERE unixepoch(injected_at) < unixepoch(?)";
