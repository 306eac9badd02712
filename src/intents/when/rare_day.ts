import { FIRST_WORKING_DAY, LAST_DAY, LAST_WORKING_DAY } from "../../base/dates/timetable.ts";
import type { Round } from "./read_repeat.ts";
import { MONTH_NAMES } from "./round_words.ts";

/** Days of each month, January first; of February those of every year. */
const SURE_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const LONGEST = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Returns the round of a day of every month, or of one month every year; `null` if there is no such day. A day that not
 * every month or year has means two things: only where it exists, or else the last one.
 *
 * @param month 1 to 12; `null`: every month
 */
export function rareDay(month: number | null, day: number): Round | null {
  const longest = month === null ? LAST_OF_ANY : LONGEST[month - 1] ?? 0;
  if (!Number.isInteger(day) || day < 1 || day > longest) return null;
  const isSure = day <= (month === null ? SURE_IN_ANY : SURE_DAYS[month - 1] ?? 0);
  if (isSure) return { kind: "days", days: [day], ...(month === null ? {} : { months: [month] }) };
  const cron = `0 9 ${day} ${month ?? "*"} *`;
  const otherwise = month === null
    ? "end of every month"
    : `every year on ${SURE_DAYS[month - 1]} ${MONTH_NAMES[month - 1]}`;
  return { kind: "either", phrases: [cron, otherwise] };
}

const LAST_OF_ANY = 31;
/** Every month has as many. */
const SURE_IN_ANY = 28;

/** Returns the round of the last day of months; all of them if none is named. */
export function lastDay(months?: readonly number[]): Round {
  return { kind: "days", days: [LAST_DAY], ...(months === undefined ? {} : { months }) };
}

/** Returns the round of the first or the last working day of every month. */
export function workingDay(isLast: boolean): Round {
  return { kind: "days", days: [isLast ? LAST_WORKING_DAY : FIRST_WORKING_DAY] };
}

/** Returns the round of the n-th such weekday of every month, 1 to 4, or of the last one: 0. */
export function nthWeekday(nth: number, weekday: number): Round {
  const week = Array.from({ length: DAYS_OF_WEEK }, (_, day) => day);
  const days = nth === 0 ? week.map((day) => LAST_DAY - day) : week.map((day) => (nth - 1) * DAYS_OF_WEEK + day + 1);
  return { kind: "days", weekdays: [weekday], days };
}

const DAYS_OF_WEEK = 7;

/**
 * Returns the round of every so many months; which day is asked back where none is named.
 *
 * @param every months, of which a year is made up
 * @param day of the month; {@linkcode LAST_DAY}: the last one; `null`: none is named
 * @param say puts it into words: what the two meanings are
 */
export function everyMonths(every: number, day: number | null, say: (day: "first" | "last") => string): Round | null {
  if (!Number.isInteger(every) || every < 1 || MONTHS_OF_YEAR % every !== 0) return null;
  if (day === null) return { kind: "either", phrases: [say("first"), say("last")] };
  if (day !== LAST_DAY && !(day >= 1 && day <= SURE_IN_ANY)) return null;
  return every === 1 ? { kind: "days", days: [day] } : { kind: "months", every, day };
}

const MONTHS_OF_YEAR = 12;
