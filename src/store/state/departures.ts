/**
 * Entries that left `MEMORY.md`, with their exact text: what was replaced, retired, deleted by a person, or lost while an
 * agent was at work (SPEC 8.6 to 8.8). Nothing that was ever kept is gone without a trace, but what is forgotten.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";

/** Why an entry left; `vanished`: a hooked turn was open meanwhile. */
export const DEPARTURE_REASONS = ["superseded", "retired", "deleted", "vanished"] as const;
/** One of {@linkcode DEPARTURE_REASONS}. */
export type DepartureReason = (typeof DEPARTURE_REASONS)[number];

/** One entry that is about to be recorded. */
export interface NewDeparture {
  /** `e:` and 12 hex digits, as it was last known. */
  readonly entryKey: string;
  /** The whole entry without its final line end. */
  readonly raw: string;
  /** Title of the heading that it stood under, or `null`. */
  readonly heading: string | null;
  /** See {@linkcode DEPARTURE_REASONS}. */
  readonly reason: DepartureReason;
  /** The sweep that took it out, or `null`. */
  readonly sweepId: number | null;
  /** The entry that took its place, or `null`. */
  readonly successorKey: string | null;
  /** The session whose turn was open, or `null`. */
  readonly session: string | null;
  /** When it was noticed. */
  readonly departedAt: IsoTime;
}

/** One entry that left. */
export interface DepartureRow extends NewDeparture {
  /** Grows with each departure. */
  readonly id: number;
  /** When it was brought back, or `null`. */
  readonly returnedAt: IsoTime | null;
}

/** The table of departures. */
export interface Departures {
  /** Records departures. */
  add(rows: readonly NewDeparture[]): void;
  /** Returns those that were not brought back, oldest first; all of an entry with `entryKey`. */
  open(): DepartureRow[];
  /** Returns every departure, oldest first. */
  all(): DepartureRow[];
  /** Returns every departure of an entry, oldest first. */
  ofEntry(entryKey: string): DepartureRow[];
  /** Returns those that a sweep made, oldest first. */
  ofSweep(sweepId: number): DepartureRow[];
  /** Notes that entries were brought back. */
  setReturned(ids: readonly number[], at: IsoTime): void;
}

/** Returns the table of an open state. */
export function departuresTable(connection: Connection): Departures {
  const rows = (sql: string, ...values: (string | number)[]) => connection.prepare<DepartureRow>(sql).all(...values);
  return {
    add: (departures) => {
      connection.transaction(() => {
        const add = connection.prepare(ADD);
        for (const it of departures) {
          const place = [it.entryKey, it.raw, it.heading, it.reason] as const;
          add.run(...place, it.sweepId, it.successorKey, it.session, it.departedAt);
        }
      });
    },
    open: () => rows(OPEN),
    all: () => rows(`${SELECT} ORDER BY id`),
    ofEntry: (entryKey) => rows(OF_ENTRY, entryKey),
    ofSweep: (sweepId) => rows(OF_SWEEP, sweepId),
    setReturned: (ids, at) => {
      connection.transaction(() => connection.prepare(RETURN).run(at, JSON.stringify(ids)));
    },
  };
}

const ADD = `INSERT INTO departures
  (entry_key, raw, heading, reason, sweep_id, successor_key, session, departed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const SELECT = `SELECT id, entry_key AS entryKey, raw, heading, reason, sweep_id AS sweepId,
  successor_key AS successorKey, session, departed_at AS departedAt, returned_at AS returnedAt FROM departures`;
const OPEN = `${SELECT} WHERE returned_at IS NULL ORDER BY id`;
const OF_ENTRY = `${SELECT} WHERE entry_key = ? ORDER BY id`;
const OF_SWEEP = `${SELECT} WHERE sweep_id = ? ORDER BY id`;
const RETURN = "UPDATE departures SET returned_at = ? WHERE id IN (SELECT value FROM json_each(?))";
