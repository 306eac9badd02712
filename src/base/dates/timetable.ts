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
  /**
   * Days of the month, 1 to 31; {@linkcode LAST_DAY} is the last one, whichever that is, and -1 the one before it. See
   * {@linkcode FIRST_WORKING_DAY} as well.
   */
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
/** Stands there for the first of a month's days from Monday to Friday; holidays are not known. */
export const FIRST_WORKING_DAY = -101;
/** Stands there for the last of them. */
export const LAST_WORKING_DAY = -102;

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
  const date = Number(day.slice(DAY_AT));
  if (days.includes(date)) return true;
  if (!days.some((each) => each <= LAST_DAY)) return false;
  const [year = 0, month = 0] = day.split("-").map(Number);
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return days.includes(date - length) ||
    (days.includes(FIRST_WORKING_DAY) && isWorkingDay(day) && !workedIn(day, 1 - date)) ||
    (days.includes(LAST_WORKING_DAY) && isWorkingDay(day) && !workedIn(day, length - date));
}

/** Returns whether a working day is among so many days after a day, or before it. */
function workedIn(day: LocalDay, count: number): boolean {
  const step = Math.sign(count);
  // A weekend has two days.
  for (let at = 1; at <= Math.min(Math.abs(count), 3); at++) if (isWorkingDay(addDays(day, at * step))) return true;
  return false;
}

function isWorkingDay(day: LocalDay): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday >= 1 && weekday <= 5;
}

/** Where the day stands in `YYYY-MM-DD`. */
const DAY_AT = 8;
