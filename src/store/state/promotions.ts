/**
 * What was promoted, by which sweep, from which claim to which entry (SPEC 7.7, 8.6).
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";

/** What happened to the curated file. */
export const PROMOTION_OPERATIONS = ["added", "merged", "superseded"] as const;
/** One of {@linkcode PROMOTION_OPERATIONS}. */
export type PromotionOperation = (typeof PROMOTION_OPERATIONS)[number];

/** One promotion. */
export interface PromotionRow {
  /** The sweep that did it. */
  readonly sweepId: number;
  /** `c:` and 12 hex digits. */
  readonly candidateKey: string;
  /** `e:` and 12 hex digits. */
  readonly entryKey: string;
  /** What happened to the file. */
  readonly operation: PromotionOperation;
  /** The entry's text as written. */
  readonly text: string;
  /** The source anchor, `path#L3-L5`. */
  readonly source: string;
  /** 0 to 1. */
  readonly score: number;
  /** When. */
  readonly promotedAt: IsoTime;
}

/** The promotions' table. */
export interface Promotions {
  /** Records promotions. */
  add(rows: readonly PromotionRow[]): void;
  /** Returns those of a sweep, in the order written. */
  ofSweep(sweepId: number): PromotionRow[];
  /** Returns those that made or changed an entry, oldest first. */
  ofEntry(entryKey: string): PromotionRow[];
  /** Returns those of a claim, oldest first. */
  ofCandidate(candidateKey: string): PromotionRow[];
  /** Returns every promotion, oldest first. */
  all(): PromotionRow[];
}

/** Returns the table of an open state. */
export function promotionsTable(connection: Connection): Promotions {
  const rows = (sql: string, ...values: (string | number)[]) => connection.prepare<PromotionRow>(sql).all(...values);
  return {
    add: (promotions) => {
      connection.transaction(() => {
        const add = connection.prepare(ADD);
        for (const row of promotions) {
          const { sweepId, candidateKey, entryKey, operation, text, source, score, promotedAt } = row;
          add.run(sweepId, candidateKey, entryKey, operation, text, source, score, promotedAt);
        }
      });
    },
    ofSweep: (sweepId) => rows(OF_SWEEP, sweepId),
    ofEntry: (entryKey) => rows(OF_ENTRY, entryKey),
    ofCandidate: (candidateKey) => rows(OF_CANDIDATE, candidateKey),
    all: () => rows(ALL),
  };
}

const ADD = `INSERT INTO promotions
  (sweep_id, candidate_key, entry_key, operation, text, source, score, promoted_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const SELECT =
  `SELECT sweep_id AS sweepId, candidate_key AS candidateKey, entry_key AS entryKey, operation, text, source,
  score, promoted_at AS promotedAt FROM promotions`;
const OF_SWEEP = `${SELECT} WHERE sweep_id = ? ORDER BY id`;
const OF_ENTRY = `${SELECT} WHERE entry_key = ? ORDER BY id`;
const OF_CANDIDATE = `${SELECT} WHERE candidate_key = ? ORDER BY id`;
const ALL = `${SELECT} ORDER BY id`;
