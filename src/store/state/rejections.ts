/**
 * Claims that a person turned down (SPEC 8.8). Kept by the hash of their normalised words, so that the same words in
 * another file are turned down too, and new words are not.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";

/** Why: the owner said so, undid the sweep, or deleted the entry by hand. */
export const REJECTION_REASONS = ["said", "undone", "deleted"] as const;
/** One of {@linkcode REJECTION_REASONS}. */
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** One claim that was turned down. */
export interface Rejection {
  /** 32 hex digits of the normalised claim. */
  readonly claimHash: string;
  /** When. */
  readonly rejectedAt: IsoTime;
  /** See {@linkcode REJECTION_REASONS}. */
  readonly reason: RejectionReason;
}

/** The table of rejections. */
export interface Rejections {
  /** Records rejections; of one that is there the first reason stays. */
  add(rows: readonly Rejection[]): void;
  /** Lifts rejections and returns how many there were. */
  lift(claimHashes: readonly string[]): number;
  /** Returns every rejection by its hash. */
  all(): Map<string, Rejection>;
}

/** Returns the table of an open state. */
export function rejectionsTable(connection: Connection): Rejections {
  return {
    add: (rows) => {
      connection.transaction(() => {
        const add = connection.prepare(ADD);
        for (const { claimHash, rejectedAt, reason } of rows) add.run(claimHash, rejectedAt, reason);
      });
    },
    lift: (hashes) => connection.transaction(() => connection.prepare(LIFT).run(JSON.stringify(hashes)).changes),
    all: () => new Map(connection.prepare<Rejection>(ALL).all().map((row) => [row.claimHash, row])),
  };
}

const ADD = "INSERT INTO rejections (claim_hash, rejected_at, reason) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
const LIFT = "DELETE FROM rejections WHERE claim_hash IN (SELECT value FROM json_each(?))";
const ALL = `SELECT claim_hash AS claimHash, rejected_at AS rejectedAt, reason FROM rejections ORDER BY claim_hash`;
