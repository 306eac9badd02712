/**
 * Days, weeks, months, quarters and years of the calendar, as first and last day. Weeks begin on Monday (ISO 8601).
 * Everything is counted in calendar days, so no clock change can move a result.
 *
 * @module
 */
import { addDays, isLocalDay, type LocalDay } from "../clock.ts";

/** A period: a day is one whose first and last day are the same. */
export interface DayRange {
  /** First day, inclusive. */
  readonly from: LocalDay;
  /** Last day, inclusive. */
  readonly to: LocalDay;
}

/** What a period can be. */
export type PeriodUnit = "day" | "week" | "month" | "quarter" | "half" | "year";

/** Months in each unit that consists of months. */
const MONTHS_IN: Readonly<Record<"month" | "quarter" | "half" | "year", number>> = {
  month: 1,
  quarter: 3,
  half: 6,
  year: 12,
};
const DAYS_OF_WEEK = 7;
const MONTHS_OF_YEAR = 12;

/** Returns the whole unit that a day lies in, moved by a number of units: -1 is the one before. */
export function unitAround(day: LocalDay, unit: PeriodUnit, moved = 0): DayRange {
  if (unit === "day") return oneDay(addDays(day, moved));
  if (unit === "week") {
    const monday = addDays(day, 1 - weekdayOf(day) + moved * DAYS_OF_WEEK);
    return { from: monday, to: addDays(monday, DAYS_OF_WEEK - 1) };
  }
  const size = MONTHS_IN[unit];
  const first = Math.floor(monthNumberOf(day) / size) * size + moved * size;
  return { from: firstOfMonth(first), to: addDays(firstOfMonth(first + size), -1) };
}

/** Returns the day so many units before a day; the 31st becomes the last day of a shorter month. */
export function unitsBefore(day: LocalDay, unit: PeriodUnit, count: number): LocalDay {
  if (unit === "day") return addDays(day, -count);
  if (unit === "week") return addDays(day, -count * DAYS_OF_WEEK);
  const { from, to } = unitAround(firstOfMonth(monthNumberOf(day) - count * MONTHS_IN[unit]), "month");
  const same = addDays(from, Number(day.slice(DAY_AT)) - 1);
  return same < to ? same : to;
}

/** Returns the range of one day. */
export function oneDay(day: LocalDay): DayRange {
  return { from: day, to: day };
}

/** Returns a day by its numbers, or `null` if the calendar has none such. */
export function dayOf(year: number, month: number, day: number): LocalDay | null {
  const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  return isLocalDay(text) ? text : null;
}

/** Returns a month by its numbers, or `null` if the calendar has none such. */
export function monthOf(year: number, month: number): DayRange | null {
  const first = dayOf(year, month, 1);
  return first === null ? null : unitAround(first, "month");
}

/** Returns a week of ISO 8601 by its numbers, or `null` if the year has none such. */
export function isoWeek(year: number, week: number): DayRange | null {
  const inFirst = dayOf(year, 1, FIRST_WEEK_HAS);
  if (inFirst === null || week < 1) return null;
  const found = unitAround(inFirst, "week", week - 1);
  return yearOf(addDays(found.from, THURSDAY - 1)) === year ? found : null;
}

/** The day of January that is in the first week of a year, whatever its weekday (ISO 8601). */
const FIRST_WEEK_HAS = 4;
/** A week belongs to the year of its Thursday. */
const THURSDAY = 4;

/** Returns a year by its number, or `null` if the calendar has none such. */
export function wholeYear(year: number): DayRange | null {
  const first = dayOf(year, 1, 1);
  return first === null ? null : unitAround(first, "year");
}

/** Returns the day of the week, 1 (Monday) to 7 (Sunday). */
export function weekdayOf(day: LocalDay): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || DAYS_OF_WEEK;
}

/** Returns the year of a day. */
export function yearOf(day: LocalDay): number {
  return Number(day.slice(0, MONTH_AT - 1));
}

/** Where the month stands in `YYYY-MM-DD`. */
const MONTH_AT = 5;
/** Where the day stands. */
const DAY_AT = 8;

/** Months since the year 0. */
function monthNumberOf(day: LocalDay): number {
  return yearOf(day) * MONTHS_OF_YEAR + Number(day.slice(MONTH_AT, MONTH_AT + 2)) - 1;
}

function firstOfMonth(monthNumber: number): LocalDay {
  const year = Math.floor(monthNumber / MONTHS_OF_YEAR);
  return `${pad(year, 4)}-${pad(monthNumber - year * MONTHS_OF_YEAR + 1, 2)}-01`;
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}
