/**
 * Wishes that come again: when next, and in words.
 *
 * @module
 */
import { addDays, type Clock, daysBetween, type LocalDay } from "../base/clock.ts";
import { type DueTimes, nextDueMs } from "../base/dates/timetable.ts";
import { momentOn } from "./when/moment.ts";

/** Times that come again. */
export type Repeat =
  /** On days of the calendar. */
  | { readonly kind: "calendar"; readonly times: DueTimes; readonly words: string }
  /** Every so many days, counted from one. */
  | {
    readonly kind: "days";
    readonly every: number;
    readonly from: LocalDay;
    readonly hour: number;
    readonly minute: number;
    readonly words: string;
  }
  /** Every so many milliseconds, counted from a moment, whatever the wall clock shows. */
  | { readonly kind: "span"; readonly everyMs: number; readonly fromMs: number; readonly words: string };

/** Returns the first moment after another one, in milliseconds since the epoch, or `null` if there is none. */
export function nextFireMs(repeat: Repeat, clock: Clock, afterMs: number): number | null {
  switch (repeat.kind) {
    case "calendar":
      return nextDueMs(repeat.times, clock, afterMs);
    case "span": {
      const passed = Math.floor((afterMs - repeat.fromMs) / repeat.everyMs);
      return repeat.fromMs + Math.max(0, passed + 1) * repeat.everyMs;
    }
    case "days":
      return nextOfDays(repeat, clock, afterMs);
  }
}

type DaysRepeat = Extract<Repeat, { readonly kind: "days" }>;

function nextOfDays(repeat: DaysRepeat, clock: Clock, afterMs: number): number {
  const { every, from } = repeat;
  const passed = Math.floor(daysBetween(from, clock.at(afterMs).day) / every);
  // A clock change may move a time over midnight, so the one before is looked at as well.
  for (let count = Math.max(0, passed - 1);; count++) {
    const { ms } = momentOn(addDays(from, count * every), repeat, clock);
    if (ms > afterMs) return ms;
  }
}

/** What came and went unseen. */
export interface Missed {
  /** The newest moment that has come. */
  readonly latestMs: number;
  /** How many came before that one. */
  readonly earlier: number;
}

/**
 * Returns the newest moment that has come, and how many were missed before it: after a long sleep a wish is delivered
 * once, not as often as it was due.
 *
 * @param dueMs the first one, which has come
 */
export function missedSince(repeat: Repeat, clock: Clock, dueMs: number): Missed {
  const nowMs = clock.now().ms;
  let latestMs = dueMs;
  if (repeat.kind === "span") {
    const earlier = Math.max(0, Math.floor((nowMs - dueMs) / repeat.everyMs));
    return { latestMs: dueMs + earlier * repeat.everyMs, earlier };
  }
  for (let earlier = 0; earlier < MOST_COUNTED; earlier++) {
    const next = nextFireMs(repeat, clock, latestMs);
    if (next === null || next > nowMs) return { latestMs, earlier };
    latestMs = next;
  }
  return { latestMs, earlier: MOST_COUNTED };
}

/** Nobody wants to know more exactly; three years of days are counted in some milliseconds. */
const MOST_COUNTED = 1_000;
