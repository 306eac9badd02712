/**
 * Recalls and triggers of curated entries, logged apart from candidates for retirement (SPEC 6, 8.7).
 *
 * @module
 */
import type { IsoTime, LocalDay } from "../../base/clock.ts";

/** How an entry was used. */
export const USE_KINDS = ["recall", "trigger"] as const;
/** One of {@linkcode USE_KINDS}. */
export type UseKind = (typeof USE_KINDS)[number];

/** One use; once per entry, session, day and kind. */
export interface CuratedUse {
  /** `e:` and 12 hex digits. */
  readonly entryKey: string;
  /** `""` if none is known. */
  readonly session: string;
  readonly day: LocalDay;
  readonly kind: UseKind;
  readonly usedAt: IsoTime;
}

/** The table of uses. */
export interface CuratedUses {
  /** Logs uses; those already there are left. */
  add(uses: readonly CuratedUse[]): void;
  /** Returns the moment of the last use of every entry that was ever used. */
  lastUses(): Map<string, IsoTime>;
  /** Gives the uses of an entry to the one that replaced it. */
  move(from: string, to: string): void;
}
