/**
 * Days and times in English words, for answers.
 *
 * @module
 */
import type { Clock } from "../../base/clock.ts";
import { weekdayOf } from "../../base/dates/day_range.ts";
import { FIRST_WORKING_DAY, LAST_DAY, LAST_WORKING_DAY } from "../../base/dates/timetable.ts";
import type { ClockTime } from "./moment.ts";
import { WEEKDAY_NAMES } from "./weekday_names.ts";

/** English names of months, January first. */
export const MONTH_NAMES = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** Returns `09:05`. */
export function timeWords({ hour, minute }: ClockTime): string {
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** Returns a moment as in `Friday, 4 December 2026 at 09:00`, on the clock's wall. */
export function momentWords(ms: number, clock: Clock): string {
  const { day, iso } = clock.at(ms);
  const [year = "", month = "", date = ""] = day.split("-");
  const name = WEEKDAY_NAMES[weekdayOf(day) - 1];
  return `${name}, ${Number(date)} ${MONTH_NAMES[Number(month) - 1]} ${year} at ${iso.slice(TIME_AT, TIME_END)}`;
}

/** Where the time stands in `2026-08-19T03:00:00`. */
const TIME_AT = 11;
const TIME_END = 16;

/** Days that come again; left out: any. Weekdays from 1, Monday. */
export interface DayList {
  /** Weekdays. */
  readonly weekdays?: readonly number[];
  /** Days of the month; see `LAST_DAY`. */
  readonly days?: readonly number[];
  /** Months, 1 to 12. */
  readonly months?: readonly number[];
}

/** Returns the days as in `every Monday and Friday`, `on the last day of every month`, `every year on 5 March`. */
export function dayListWords({ weekdays, days, months }: DayList): string {
  if (weekdays !== undefined && days === undefined) {
    const names = [...weekdays].sort((a, b) => a - b);
    if (names.join() === WORKING_DAYS.join()) return "every weekday, Monday to Friday";
    return `every ${joined(names.map((day) => WEEKDAY_NAMES[day - 1] ?? ""))}`;
  }
  if (days === undefined) return "every day";
  if (weekdays !== undefined) {
    return `on the ${ordinalOf(days)} ${WEEKDAY_NAMES[(weekdays[0] ?? 1) - 1]} of every month`;
  }
  if (months === undefined) return `on the ${dayWords(days)} of every month`;
  const names = months.map((month) => MONTH_NAMES[month - 1] ?? "");
  return names.length === 1 && !days.includes(LAST_DAY)
    ? `every year on ${joined(days.map(String))} ${names[0]}`
    : `on the ${dayWords(days)} of ${joined(names)}`;
}

const WORKING_DAYS = [1, 2, 3, 4, 5];
const DAYS_OF_WEEK = 7;
const ORDINALS = ["first", "second", "third", "fourth"];

function ordinalOf(days: readonly number[]): string {
  if (days.includes(LAST_DAY)) return "last";
  return ORDINALS[Math.floor(((days[0] ?? 1) - 1) / DAYS_OF_WEEK)] ?? "fifth";
}

/** Returns days of a month as in `1st and 15th`, `last day`. */
export function dayWords(days: readonly number[]): string {
  return joined(days.map((day) => SPECIAL_DAYS[day] ?? `${day}${suffixOf(day)}`));
}

const WORKING = "working day (Monday to Friday)";
const SPECIAL_DAYS: Readonly<Record<number, string>> = {
  [LAST_DAY]: "last day",
  [FIRST_WORKING_DAY]: `first ${WORKING}`,
  [LAST_WORKING_DAY]: `last ${WORKING}`,
};

function suffixOf(day: number): string {
  const isTeen = day > 10 && day < 14;
  return isTeen ? "th" : ["th", "st", "nd", "rd"][day % 10] ?? "th";
}

function joined(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
