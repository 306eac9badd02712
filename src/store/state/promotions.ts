/**
 * What was promoted, by which sweep, from which claim to which entry (SPEC 7.7, 8.6).
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { OriginClass } from "../../provenance/origin.ts";
import type { Connection } from "../connect.ts";

/** What happened to the curated file. */
export const PROMOTION_OPERATIONS = ["added", "merged", "superseded"] as const;
/** One of {@linkcode PROMOTION_OPERATIONS}. */
export type PromotionOperation = (typeof PROMOTION_OPERATIONS)[number];

/** What is told of how an entry came about beside the promotion itself; empty in rows of an older version. */
export interface Lineage {
  /** 32 hex digits of the normalised claim, or `null`. */
  readonly claimHash: string | null;
  /** The class of the claim's lines then, or `null`. */
  readonly origin: OriginClass | null;
  /** How often the claim had been needed. */
  readonly recalls: number;
  /** By how many distinct questions. */
  readonly questions: number;
  /** On how many local days. */
  readonly days: number;
  /** The entry as written, without final line end, or `null`. */
  readonly raw: string | null;
  /** Key of the entry that it took the place of or was joined to, or `null`. */
  readonly priorKey: string | null;
  /** That entry as it was, without final line end, or `null`. */
  readonly priorRaw: string | null;
}

/** One promotion about to be recorded. */
export interface PromotionRow extends Partial<Lineage> {
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

/** One promotion that is on record. */
export interface StoredPromotion extends Required<PromotionRow> {
  /** When its sweep was undone, or `null`. */
  readonly undoneAt: IsoTime | null;
}

/** The promotions' table. */
export interface Promotions {
  /** Records promotions. */
  add(rows: readonly PromotionRow[]): void;
  /** Returns those of a sweep, in the order written. */
  ofSweep(sweepId: number): StoredPromotion[];
  /** Returns those that made or changed an entry, oldest first. */
  ofEntry(entryKey: string): StoredPromotion[];
  /** Returns those of a claim, oldest first. */
  ofCandidate(candidateKey: string): StoredPromotion[];
  /** Returns every promotion, oldest first. */
  all(): StoredPromotion[];
  /** Notes that the promotions of a sweep were undone. */
  setUndone(sweepId: number, at: IsoTime): void;
}

/** Returns the table of an open state. */
export function promotionsTable(connection: Connection): Promotions {
  const rows = (sql: string, ...values: (string | number)[]) => connection.prepare<StoredPromotion>(sql).all(...values);
  return {
    add: (promotions) => {
      connection.transaction(() => {
        const add = connection.prepare(ADD);
        for (const row of promotions) {
          const { sweepId, candidateKey, entryKey, operation, text, source, score, promotedAt } = row;
          const { claimHash = null, origin = null, recalls = 0, questions = 0, days = 0 } = row;
          const { raw = null, priorKey = null, priorRaw = null } = row;
          const promotion = [sweepId, candidateKey, entryKey, operation, text, source, score, promotedAt];
          add.run(...promotion, claimHash, origin, recalls, questions, days, raw, priorKey, priorRaw);
        }
      });
    },
    ofSweep: (sweepId) => rows(OF_SWEEP, sweepId),
    ofEntry: (entryKey) => rows(OF_ENTRY, entryKey),
    ofCandidate: (candidateKey) => rows(OF_CANDIDATE, candidateKey),
    all: () => rows(ALL),
    setUndone: (sweepId, at) => {
      connection.transaction(() => connection.prepare(SET_UNDONE).run(at, sweepId));
    },
  };
}

const ADD = `INSERT INTO promotions (sweep_id, candidate_key, entry_key, operation, text, source, score, promoted_at,
    claim_hash, origin, recalls, questions, days, raw, prior_key, prior_raw)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const SELECT =
  `SELECT sweep_id AS sweepId, candidate_key AS candidateKey, entry_key AS entryKey, operation, text, source,
  score, promoted_at AS promotedAt, claim_hash AS claimHash, origin, recalls, questions, days, raw,
  prior_key AS priorKey, prior_raw AS priorRaw, undone_at AS undoneAt FROM promotions`;
const OF_SWEEP = `${SELECT} WHERE sweep_id = ? ORDER BY id`;
const OF_ENTRY = `${SELECT} WHERE entry_key = ? ORDER BY id`;
const OF_CANDIDATE = `${SELECT} WHERE candidate_key = ? ORDER BY id`;
const ALL = `${SELECT} ORDER BY id`;
const SET_UNDONE = "UPDATE promotions SET undone_at = ? WHERE sweep_id = ? AND undone_at IS NULL";
