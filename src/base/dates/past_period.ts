/**
 * Which day or month a name means that is not of one year. What was noted lies in the past, so the past is preferred: on
 * a Wednesday "Friday" is that of the week before.
 *
 * @module
 */
import { addDays, type LocalDay } from "../clock.ts";
import { dayOf, type DayRange, monthOf, oneDay, unitAround, weekdayOf, yearOf } from "./day_range.ts";

/** What words say of days. */
export type PeriodReading =
  /** One period. */
  | { readonly kind: "range"; readonly range: DayRange }
  /** People mean either of these by the words. */
  | { readonly kind: "ambiguous"; readonly options: readonly DayRange[] }
  /** Nothing that can be told. */
  | { readonly kind: "unreadable" };

/** Years that are looked back for a day without a year: 29 February is missing for up to eight. */
const LOOK_BACK_YEARS = 8;
const DAYS_OF_WEEK = 7;
const MONTHS_OF_YEAR = 12;

/** Nothing that can be told. */
export const UNREADABLE: PeriodReading = { kind: "unreadable" };

/** Returns the reading of a period, or that there is none. */
export function readingOf(range: DayRange | null): PeriodReading {
  return range === null ? UNREADABLE : { kind: "range", range };
}

/** Returns the latest such weekday (1 is Monday) that is not after a day. */
export function latestWeekday(today: LocalDay, weekday: number): DayRange {
  return oneDay(addDays(today, -((weekdayOf(today) - weekday + DAYS_OF_WEEK) % DAYS_OF_WEEK)));
}

/** Returns the weekday of this week, or of one so many weeks away. */
export function weekdayInWeek(today: LocalDay, weekday: number, movedWeeks: number): DayRange {
  return oneDay(addDays(unitAround(today, "week", movedWeeks).from, weekday - 1));
}

/** Returns the latest such day of the year that is not after a day, or `null` if the calendar has none such. */
export function latestMonthDay(today: LocalDay, month: number, day: number): DayRange | null {
  for (let back = 0; back <= LOOK_BACK_YEARS; back++) {
    const found = dayOf(yearOf(today) - back, month, day);
    if (found !== null && found <= today) return oneDay(found);
  }
  return null;
}

/** Returns the latest such day of a month that is not after a day, or `null`. */
export function latestDayOfMonth(today: LocalDay, day: number): DayRange | null {
  for (let back = 0; back <= MONTHS_OF_YEAR; back++) {
    const { from, to } = unitAround(today, "month", -back);
    const found = addDays(from, day - 1);
    if (day >= 1 && found <= to && found <= today) return oneDay(found);
  }
  return null;
}

/** Returns the latest such month that has begun, or `null`. */
export function latestMonth(today: LocalDay, month: number): DayRange | null {
  const thisYear = monthOf(yearOf(today), month);
  return thisYear !== null && thisYear.from <= today ? thisYear : monthOf(yearOf(today) - 1, month);
}

/**
 * Returns what "last Friday" means: the latest Friday before today, which is also that of the week before; at the weekend
 * the two are not the same, and people mean either.
 */
export function lastWeekday(today: LocalDay, weekday: number): PeriodReading {
  return agreed(latestWeekday(addDays(today, -1), weekday), weekdayInWeek(today, weekday, -1));
}

/** Returns what "last August" means: the latest August that is over, if that is also August of the year before. */
export function lastMonthNamed(today: LocalDay, month: number): PeriodReading {
  const over = latestMonth(addDays(unitAround(today, "month").from, -1), month);
  return agreed(over, monthOf(yearOf(today) - 1, month));
}

/**
 * Returns the first or the last day of a period. The end of one that is not over may as well be meant as that of the one
 * before it.
 */
export function edgeReading(
  { period, before, isEnd }: { readonly period: DayRange; readonly before: DayRange | null; readonly isEnd: boolean },
  today: LocalDay,
): PeriodReading {
  if (!isEnd) return readingOf(oneDay(period.from));
  if (period.to <= today || before === null) return readingOf(oneDay(period.to));
  return { kind: "ambiguous", options: [oneDay(period.to), oneDay(before.to)] };
}

function agreed(a: DayRange | null, b: DayRange | null): PeriodReading {
  if (a === null || b === null) return UNREADABLE;
  return a.from === b.from ? readingOf(a) : { kind: "ambiguous", options: [a, b] };
}
