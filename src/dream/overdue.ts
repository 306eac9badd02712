/**
 * Whether a sweep that the clock should have started is missing (SPEC 8.11): the machine slept, cron does not run, or what
 * was installed is gone.
 *
 * @module
 */
import type { IsoTime } from "../base/clock.ts";
import type { DreamDeps } from "./night.ts";
import { scheduleOf } from "./schedule.ts";
import { type FactsDeps, factsFor, FINISHED } from "./schedule_facts.ts";
import { lastDueMs, nextDueMs, type Timetable } from "../base/dates/timetable.ts";

/** What the answer depends on. */
export interface OverdueDeps extends FactsDeps, Pick<DreamDeps, "clock"> {}

/** When sweeps are due, and since when they are. */
export interface Plan {
  /** The times. */
  readonly timetable: Timetable;
  /** When it was installed or begun: nothing was due before. */
  readonly sinceMs: number;
  /** How late a sweep may be, in milliseconds. @default 15 min: who starts it waits up to ten for open turns */
  readonly graceMs?: number;
}

/** Where a plan stands. */
export interface PlanFacts {
  /** When the next sweep is due, or `null` if never. */
  readonly nextRun: IsoTime | null;
  /** When the sweep was due that did not come, or `null` if none is missing. */
  readonly overdueSince: IsoTime | null;
}

/** Returns where a plan stands now. */
export function planFacts(deps: OverdueDeps, plan: Plan): PlanFacts {
  const { clock } = deps;
  const nextMs = nextDueMs(plan.timetable, clock, clock.now().ms);
  return { nextRun: nextMs === null ? null : clock.at(nextMs).iso, overdueSince: overdueSince(deps, plan) };
}

/**
 * Returns when the sweep was due that is missing, or `null`. A day that had its sweep misses none, whenever that was; a
 * sweep that failed time and again is left to the next night.
 */
export function overdueSince(deps: OverdueDeps, { timetable, sinceMs, graceMs = GRACE_MS }: Plan): IsoTime | null {
  const { state, clock } = deps;
  const now = clock.now();
  const dueMs = lastDueMs(timetable, clock, now.ms - graceMs);
  if (dueMs === null || dueMs < sinceMs) return null;
  const facts = factsFor(deps, { isTypedByOwner: false, isScheduled: true, isDryRun: false, isForced: false }, now);
  if (scheduleOf(facts).run === "skip") return null;
  // Nights from a time to come were run while the clock was wrong.
  const since = state.sweeps.list(NIGHTS_BACK).filter(({ startedAt, kind }) => {
    const ms = Date.parse(startedAt);
    return kind === "night" && ms >= dueMs && ms <= now.ms;
  });
  const isDone = since.some(({ status }) => FINISHED.has(status));
  return isDone || since.length >= MOST_TRIES ? null : clock.at(dueMs).iso;
}

/** Ten minutes for open turns, and five for a machine that has just woken up. */
const GRACE_MS = 15 * 60_000;

/** Sweeps looked at: those since the last due time are the newest. */
const NIGHTS_BACK = 50;

/** A sweep that failed this often since it was due will not get better by another try. */
const MOST_TRIES = 3;
