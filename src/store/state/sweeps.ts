/**
 * Sweeps of the dream: when they ran and what they reported.
 *
 * @module
 */
import type { IsoTime, LocalDay } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";

/** How a sweep ended; `running` until it did (or was killed). */
export const SWEEP_STATUSES = ["running", "done", "quiet", "skipped", "dry-run", "partial", "failed"] as const;
/** One of {@linkcode SWEEP_STATUSES}. */
export type SweepStatus = (typeof SWEEP_STATUSES)[number];

/** What is known when a sweep begins. */
export interface SweepStart {
  /** The local day. */
  readonly day: LocalDay;
  /** When it began. */
  readonly startedAt: IsoTime;
  /** `dry`: nothing is written. */
  readonly mode: "real" | "dry";
  /** Started by a schedule, not typed by the owner. */
  readonly isScheduled: boolean;
  /** `order`: an order of the owner's that writes, and no night: it never counts as the sweep of its day. @default "night" */
  readonly kind?: SweepKind;
}

/** What wrote. */
export type SweepKind = "night" | "order";

/** What is known when it ends. */
export interface SweepEnd {
  /** How it ended. */
  readonly status: Exclude<SweepStatus, "running">;
  /** When it ended. */
  readonly finishedAt: IsoTime;
  /** Claims that passed every gate, whether or not they were written (SPEC 8: the first dry nights). */
  readonly promotable: number;
  /** JSON, as the command prints it. */
  readonly report: string;
}

/** One sweep. */
export interface SweepRow extends SweepStart {
  /** Grows with each sweep. */
  readonly id: number;
  /** How it ended, or that it runs. */
  readonly status: SweepStatus;
  /** When it ended; `null` while it runs or if it was killed. */
  readonly finishedAt: IsoTime | null;
  /** See {@linkcode SweepEnd.promotable}; 0 until it ended. */
  readonly promotable: number;
  /** See {@linkcode SweepEnd.report}; `null` until it ended. */
  readonly report: string | null;
  /** When it was undone, or `null`. */
  readonly undoneAt: IsoTime | null;
  /** See {@linkcode SweepStart.kind}. */
  readonly kind: SweepKind;
}

/** The sweeps' table. */
export interface Sweeps {
  /** Records the start and returns the id. */
  begin(start: SweepStart): number;
  /** Records the end. */
  finish(id: number, end: SweepEnd): void;
  /** Returns the newest night of a mode (of any, if left out), or `null`. */
  last(mode?: "real" | "dry"): SweepRow | null;
  /** Returns the nights of a local day, oldest first. */
  ofDay(day: LocalDay): SweepRow[];
  /** Returns the newest sweeps, orders included, newest first. */
  list(limit: number): SweepRow[];
  /** Returns how many scheduled dry sweeps had something promotable (SPEC 8: dry for the first 7). */
  dryNightsWithPromotable(): number;
  /** Returns the sweep of an id, or `null`. */
  find(id: number): SweepRow | null;
  /** Notes that a sweep was undone. */
  setUndone(id: number, at: IsoTime): void;
}

/** Returns the table of an open state. */
export function sweepsTable(connection: Connection): Sweeps {
  const rows = (sql: string, ...values: (string | number)[]) =>
    connection.prepare<StoredSweep>(sql).all(...values).map(toSweep);
  return {
    begin: (start) =>
      connection.transaction(() => {
        const values = [start.day, start.startedAt, start.mode, start.isScheduled ? 1 : 0, start.kind ?? "night"];
        return Number(connection.prepare(BEGIN).run(...values).lastInsertRowid);
      }),
    finish: (id, end) => {
      connection.transaction(() => {
        connection.prepare(FINISH).run(end.status, end.finishedAt, end.promotable, end.report, id);
      });
    },
    last: (mode) => (mode === undefined ? rows(LAST) : rows(LAST_OF_MODE, mode))[0] ?? null,
    ofDay: (day) => rows(OF_DAY, day),
    list: (limit) => rows(LIST, limit),
    dryNightsWithPromotable: () => connection.prepare<{ n: number }>(DRY_NIGHTS).get()?.n ?? 0,
    find: (id) => rows(FIND, id)[0] ?? null,
    setUndone: (id, at) => {
      connection.transaction(() => connection.prepare(SET_UNDONE).run(at, id));
    },
  };
}

interface StoredSweep extends Omit<SweepRow, "isScheduled"> {
  readonly isScheduled: number;
}

function toSweep(row: StoredSweep): SweepRow {
  return { ...row, isScheduled: row.isScheduled === 1 };
}

const BEGIN = `INSERT INTO sweeps (day, started_at, mode, is_scheduled, kind, status)
  VALUES (?, ?, ?, ?, ?, 'running')`;
const FINISH = "UPDATE sweeps SET status = ?, finished_at = ?, promotable = ?, report = ? WHERE id = ?";
const SELECT = `SELECT id, day, started_at AS startedAt, finished_at AS finishedAt, mode, is_scheduled AS isScheduled,
  status, promotable, report, undone_at AS undoneAt, kind FROM sweeps`;
const LIST = `${SELECT} ORDER BY id DESC LIMIT ?`;
const LAST = `${SELECT} WHERE kind = 'night' ORDER BY id DESC LIMIT 1`;
const LAST_OF_MODE = `${SELECT} WHERE mode = ? AND kind = 'night' ORDER BY id DESC LIMIT 1`;
const FIND = `${SELECT} WHERE id = ?`;
const SET_UNDONE = "UPDATE sweeps SET undone_at = ? WHERE id = ?";
const OF_DAY = `${SELECT} WHERE day = ? AND kind = 'night' ORDER BY id`;
const DRY_NIGHTS = `SELECT count(DISTINCT day) AS n FROM sweeps
  WHERE mode = 'dry' AND kind = 'night' AND is_scheduled = 1 AND promotable > 0`;
