import { LAST_DAY } from "../../base/dates/timetable.ts";
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
