/**
 * Times that come again, on the wall clock of a zone: sweeps (SPEC 8.11) and wishes (SPEC 9.5).
 *
 * @module
 */
import { addDays, type Clock, type LocalDay } from "../clock.ts";
import { wallMoment } from "./wall_moment.ts";

/** Which days and minutes of the wall clock are meant; a day has to fit all of its three lists. Values are sorted. */
export interface DueTimes {
  /** 0 to 59. */
  readonly minutes: readonly number[];
  /** 0 to 23. */
  readonly hours: readonly number[];
  /** Days of the month, 1 to 31; {@linkcode LAST_DAY} is the last one, whichever that is. */
  readonly days: readonly number[];
  /** 1 to 12. */
  readonly months: readonly number[];
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
}

/** A cron expression that was read. */
export interface Timetable extends DueTimes {
  /** The expression, its fields with one blank between them. */
  readonly expression: string;
}

/** Stands in {@linkcode DueTimes.days} for the last day of a month; no cron expression gives it. */
export const LAST_DAY = 0;

/** Returns the first moment after another one at which something is due, in milliseconds since the epoch. */
export function nextDueMs(timetable: DueTimes, clock: Clock, afterMs: number): number | null {
  const first = clock.at(afterMs).day;
  // A day may be left out or begin late where a zone changes: the day before is looked at too.
  for (let at = -1; at <= FARTHEST_DAYS; at++) {
    const due = dueOn(timetable, clock, addDays(first, at)).filter((ms) => ms > afterMs);
    if (due.length > 0) return Math.min(...due);
  }
  return null;
}

/** Returns the last moment, up to another one, at which something was due, in milliseconds since the epoch. */
export function lastDueMs(timetable: DueTimes, clock: Clock, untilMs: number): number | null {
  const last = clock.at(untilMs).day;
  for (let at = -1; at <= FARTHEST_DAYS; at++) {
    const due = dueOn(timetable, clock, addDays(last, -at)).filter((ms) => ms <= untilMs);
    if (due.length > 0) return Math.max(...due);
  }
  return null;
}

/** From one 29 February to the next there can be eight years. */
const FARTHEST_DAYS = 8 * 366;

function dueOn({ minutes, hours, days, months, weekdays }: DueTimes, clock: Clock, day: LocalDay): number[] {
  const midnightMs = Date.parse(`${day}T00:00:00Z`);
  const date = new Date(midnightMs);
  const isDue = months.includes(date.getUTCMonth() + 1) && isDayIn(days, day) &&
    weekdays.includes(date.getUTCDay());
  if (!isDue) return [];
  return hours.flatMap((hour) =>
    minutes.map((minute) => wallMoment(midnightMs + (hour * 60 + minute) * 60_000, clock))
  );
}

function isDayIn(days: readonly number[], day: LocalDay): boolean {
  return days.includes(Number(day.slice(DAY_AT))) || (days.includes(LAST_DAY) && addDays(day, 1).endsWith("-01"));
}

/** Where the day stands in `YYYY-MM-DD`. */
const DAY_AT = 8;
