/**
 * Agents that were given untrusted text while no hooks told of their turns (SPEC 4.5).
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";
import type { ProcessStamp } from "./sessions.ts";

/** Who was given it, as far as that could be told. */
export interface Hearer {
  /** The session that its client's own variable named, or `null`. */
  readonly session: string | null;
  /** The process of the agent, or `null` if none could be told. */
  readonly process: ProcessStamp | null;
}

/** One time. */
export interface HeardRow extends Hearer {
  /** What it was given, as a short clause for people. */
  readonly reason: string;
  /** When. */
  readonly heardAt: IsoTime;
  /** When it was first given any, with no day between two times. */
  readonly firstAt: IsoTime;
}

/** The table. Every write joins the running transaction or makes its own. */
export interface Heard {
  /** Returns what was heard since a moment, the newest first. */
  since(moment: IsoTime): HeardRow[];
  /** Enters a row in the place of earlier ones of the same hearer, and deletes what was heard before a moment. */
  put(row: Omit<HeardRow, "firstAt">, keepSince: IsoTime): void;
}

/** Returns the table of an open state. */
export function heardTable(connection: Connection): Heard {
  return {
    since: (moment) => connection.prepare<StoredHeard>(SINCE).all(moment).map(toRow),
    put: ({ session, process, reason, heardAt }, keepSince) => {
      const hearer = [session, process?.pid ?? null, process?.start ?? null];
      connection.transaction(() => {
        const earlier = connection.prepare<{ firstAt: IsoTime }>(FIRST).get(keepSince, ...hearer);
        connection.prepare(DROP).run(keepSince, ...hearer);
        connection.prepare(PUT).run(...hearer, reason, heardAt, earlier?.firstAt ?? heardAt);
      });
    },
  };
}

interface StoredHeard extends Omit<HeardRow, "process"> {
  readonly pid: number | null;
  readonly start: string | null;
}

function toRow({ pid, start, ...row }: StoredHeard): HeardRow {
  return { ...row, process: pid === null || start === null ? null : { pid, start } };
}

const SINCE = `SELECT session, process_id AS pid, process_start AS start, reason, heard_at AS heardAt,
  coalesce(first_at, heard_at) AS firstAt FROM heard
  WHERE unixepoch(heard_at) >= unixepoch(?) ORDER BY id DESC`;
const FIRST = `SELECT coalesce(first_at, heard_at) AS firstAt FROM heard WHERE unixepoch(heard_at) >= unixepoch(?)
  AND session IS ? AND process_id IS ? AND process_start IS ? ORDER BY id LIMIT 1`;
const DROP = `DELETE FROM heard WHERE unixepoch(heard_at) < unixepoch(?)
  OR (session IS ? AND process_id IS ? AND process_start IS ?)`;
const PUT = `INSERT INTO heard (session, process_id, process_start, reason, heard_at, first_at)
  VALUES (?, ?, ?, ?, ?, ?)`;
