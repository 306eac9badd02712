/**
 * Files as they were before a sweep wrote them (SPEC 8.8).
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";

/** How many are kept; older ones are dropped when a new one is put (SPEC 8.8). */
export const KEPT_PRE_IMAGES = 32;

/** One file before one sweep. */
export interface PreImageRow {
  readonly sweepId: number;
  readonly path: string;
  /** SHA-256 of the content, hex; `null` if the file did not exist. */
  readonly hash: string | null;
  /** The bytes; `null` if the file did not exist. */
  readonly content: Uint8Array | null;
  readonly takenAt: IsoTime;
}

/** The pre-images' table. */
export interface PreImages {
  /** Keeps one and drops all but the newest {@linkcode KEPT_PRE_IMAGES}. */
  put(row: PreImageRow): void;
  /** Returns those of a sweep. */
  ofSweep(sweepId: number): PreImageRow[];
  /** How many are kept. */
  count(): number;
}
