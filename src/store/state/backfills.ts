/**
 * Candidates that were staged from old diaries on request (SPEC 8.10), so that exactly these can be taken back.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";

/** One claim that a backfill staged. */
export interface BackfillRow {
  /** `c:` and 12 hex digits. */
  readonly candidateKey: string;
  /** The diary it stands in. */
  readonly path: string;
  /** When. */
  readonly stagedAt: IsoTime;
}

/** The table of backfills. */
export interface Backfills {
  /** Records claims; those already there stay as they are. */
  add(rows: readonly BackfillRow[]): void;
  /** Returns every claim, by path and key. */
  all(): BackfillRow[];
  /** Forgets that claims came from a backfill. */
  remove(keys: readonly string[]): void;
}

/** Returns the table of an open state. */
export function backfillsTable(connection: Connection): Backfills {
  return {
    add: (rows) => {
      connection.transaction(() => {
        const add = connection.prepare(ADD);
        for (const { candidateKey, path, stagedAt } of rows) add.run(candidateKey, path, stagedAt);
      });
    },
    all: () => connection.prepare<BackfillRow>(ALL).all(),
    remove: (keys) => {
      connection.transaction(() => connection.prepare(REMOVE).run(JSON.stringify(keys)));
    },
  };
}

const ADD = "INSERT INTO backfills (candidate_key, path, staged_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
const ALL = `SELECT candidate_key AS candidateKey, path, staged_at AS stagedAt FROM backfills
  ORDER BY path, candidate_key`;
const REMOVE = "DELETE FROM backfills WHERE candidate_key IN (SELECT value FROM json_each(?))";
