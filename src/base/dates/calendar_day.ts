/**
 * Calendar days, months and weekdays in English, in whatever spelling: the adapter of the library that reads them. It
 * gives the nearest point in time and passes over words that it does not know; here every word has to count, and what has
 * no year or date lies in the past.
 *
 * @module
 */
import { casual } from "chrono-node/en";
import type { LocalDay } from "../clock.ts";
import { dayOf, monthOf, oneDay } from "./day_range.ts";
import {
  latestMonth,
  latestMonthDay,
  latestWeekday,
  type PeriodReading,
  readingOf,
  UNREADABLE,
} from "./past_period.ts";

/**
 * Words that turn the sense of a date, are vague, or that the library would leave out; and figures that are a date in one
 * country and another one elsewhere.
 */
const NOT_PLAIN =
  /\b(?:next|last|this|past|previous|before|after|later|ago|now|hence|coming|following|to|until|few|couple|several|some|half|early|late|mid|noon|midnight|morning|evening|night|second)\b|\d[/.:-]\d|[^\x20-\x7e]/;
/** A year has four digits: what stands after a day in two may be a year or an hour. */
const LONE_NUMBERS = /\b\d{1,2}(?:st|nd|rd|th)?\b/g;

/** Returns what a text says, if it is one calendar day, month or weekday and nothing else. */
export function calendarDay(text: string, today: LocalDay): PeriodReading {
  if (NOT_PLAIN.test(text) || (text.match(LONE_NUMBERS)?.length ?? 0) > 1) return UNREADABLE;
  // At noon, so that no zone and no change of the clock is near the edge of a day.
  const found = casual.parse(text, { instant: new Date(`${today}T12:00:00Z`), timezone: 0 });
  const [first] = found;
  if (first === undefined || found.length > 1 || first.end !== null && first.end !== undefined) return UNREADABLE;
  if (first.text !== text) return UNREADABLE;
  const known = (part: "year" | "month" | "day" | "weekday" | "hour") =>
    first.start.isCertain(part) ? first.start.get(part) : null;
  const [year, month, day, weekday] = [known("year"), known("month"), known("day"), known("weekday")];
  if (known("hour") !== null) return UNREADABLE;
  if (month === null) {
    // The library counts from Sunday, 0; here Monday is 1.
    return day === null && weekday !== null ? readingOf(latestWeekday(today, weekday || SUNDAY)) : UNREADABLE;
  }
  if (day === null) return readingOf(year === null ? latestMonth(today, month) : monthOf(year, month));
  if (year === null) return readingOf(latestMonthDay(today, month, day));
  const whole = dayOf(year, month, day);
  return readingOf(whole === null ? null : oneDay(whole));
}

const SUNDAY = 7;
