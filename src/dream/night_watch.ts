import type { Clock } from "../base/clock.ts";
import { nextDueMs, type Timetable } from "../base/dates/timetable.ts";

/** What came of a look: nothing more until the next night, or something to be tried again. */
export type LookOutcome = "settled" | "again";

/**
 * Tells when to look whether a sweep is missing. It only compares times, so that waiting costs nothing; whether one is
 * missing says the state. A clock may be set, and a machine may sleep, at any moment.
 */
export class NightWatch {
  readonly #timetable: Timetable;
  readonly #clock: Clock;
  #dueMs = Number.NEGATIVE_INFINITY;
  #seenMs = Number.NEGATIVE_INFINITY;

  /** The first look is due at once: a sweep may be missing already. */
  constructor(timetable: Timetable, clock: Clock) {
    this.#timetable = timetable;
    this.#clock = clock;
  }

  /** Returns whether to look now: the time has come, or the clock was set back and nobody knows what that means. */
  isDue(): boolean {
    const { ms } = this.#clock.now();
    const wasSetBack = ms < this.#seenMs - SETTLING_MS;
    this.#seenMs = ms;
    return wasSetBack || ms >= this.#dueMs;
  }

  /** Notes what came of a look. */
  looked(outcome: LookOutcome): void {
    const { ms } = this.#clock.now();
    this.#dueMs = outcome === "again"
      ? ms + AGAIN_MS
      : nextDueMs(this.#timetable, this.#clock, ms) ?? Number.POSITIVE_INFINITY;
  }
}

/** Clocks are put right by a few seconds all the time. */
const SETTLING_MS = 30_000;

/** What failed is tried again after a minute. */
const AGAIN_MS = 60_000;
