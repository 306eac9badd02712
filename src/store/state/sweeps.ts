/**
 * Sweeps of the dream: when they ran and what they reported.
 *
 * @module
 */
import type { IsoTime, LocalDay } from "../../base/clock.ts";

/** How a sweep ended; `running` until it did (or was killed). */
export const SWEEP_STATUSES = ["running", "done", "quiet", "skipped", "dry-run", "partial", "failed"] as const;
/** One of {@linkcode SWEEP_STATUSES}. */
export type SweepStatus = (typeof SWEEP_STATUSES)[number];

/** What is known when a sweep begins. */
export interface SweepStart {
  readonly day: LocalDay;
  readonly startedAt: IsoTime;
  readonly mode: "real" | "dry";
  readonly isScheduled: boolean;
}

/** What is known when it ends. */
export interface SweepEnd {
  readonly status: Exclude<SweepStatus, "running">;
  readonly finishedAt: IsoTime;
  /** Claims that passed every gate, whether or not they were written (SPEC 8: the first dry nights). */
  readonly promotable: number;
  /** JSON, as the command prints it. */
  readonly report: string;
}

/** One sweep. */
export interface SweepRow extends SweepStart {
  readonly id: number;
  readonly status: SweepStatus;
  readonly finishedAt: IsoTime | null;
  readonly promotable: number;
  readonly report: string | null;
}

/** The sweeps' table. */
export interface Sweeps {
  /** Records the start and returns the id. */
  begin(start: SweepStart): number;
  /** Records the end. */
  finish(id: number, end: SweepEnd): void;
  /** Returns the newest sweep of a mode (of any, if left out), or `null`. */
  last(mode?: "real" | "dry"): SweepRow | null;
  /** Returns the sweeps of a local day, oldest first. */
  ofDay(day: LocalDay): SweepRow[];
  /** Returns the newest sweeps, newest first. */
  list(limit: number): SweepRow[];
  /** Returns how many scheduled dry sweeps had something promotable (SPEC 8: dry for the first 7). */
  dryNightsWithPromotable(): number;
}
