/**
 * What was promoted, by which sweep, from which claim to which entry (SPEC 7.7, 8.6).
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";

/** What happened to the curated file. */
export const PROMOTION_OPERATIONS = ["added", "merged", "superseded"] as const;
/** One of {@linkcode PROMOTION_OPERATIONS}. */
export type PromotionOperation = (typeof PROMOTION_OPERATIONS)[number];

/** One promotion. */
export interface PromotionRow {
  readonly sweepId: number;
  /** `c:` and 12 hex digits. */
  readonly candidateKey: string;
  /** `e:` and 12 hex digits. */
  readonly entryKey: string;
  readonly operation: PromotionOperation;
  /** The entry's text as written. */
  readonly text: string;
  /** The source anchor, `path#L3-L5`. */
  readonly source: string;
  /** 0 to 1. */
  readonly score: number;
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
