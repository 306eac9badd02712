/**
 * Calendar days, months and weekdays in English, in whatever spelling: the adapter of the library that reads them. It
 * gives the nearest point in time and passes over words that it does not know; here every word has to count, and what has
 * no year or date lies in the past.
 *
 * @module
 */
import { casual } from "chrono-node/en";
import type { LocalDay } from "../clock.ts";
import { dayOf, monthOf, oneDay, weekdayOf } from "./day_range.ts";
import { latestMonth, latestMonthDay, latestWeekday } from "./past_period.ts";
import { type PeriodReading, readingOf, UNREADABLE } from "./past_period.ts";

/** Words that turn or blur the sense of a date; figures that are one date in one country and another one elsewhere. */
const NOT_PLAIN =
  /\b(?:next|last|this|past|previous|before|after|coming|following|to|until|half|early|late|mid|second)\b|\d[/.:-]\d|[^\x20-\x7e]/;
/** A year has four digits: what stands after a day in two may be a year or an hour. */
const LONE_NUMBERS = /\b\d{1,2}(?:st|nd|rd|th)?\b/g;
/**
 * Two days on which every date exists, 29 February included. What is told the same way from both does not depend on the
 * present; anything else is not for this adapter. Noon, so that no zone is near the edge of a day.
 */
const REFERENCES = [Date.UTC(2024, 1, 29, 12), Date.UTC(2028, 1, 29, 12)];
const SUNDAY = 7;

/** Returns what a text says, if it is one calendar day, month or weekday and nothing else. */
export function calendarDay(text: string, today: LocalDay): PeriodReading {
  if (NOT_PLAIN.test(text) || (text.match(LONE_NUMBERS)?.length ?? 0) > 1) return UNREADABLE;
  const [told, again] = REFERENCES.map((ms) => partsOf(text, ms));
  if (told === undefined || told === null || JSON.stringify(told) !== JSON.stringify(again)) return UNREADABLE;
  const { year, month, day, weekday } = told;
  // "Aug 32" is no month of the year 32.
  if (year !== null && !/\d{4}/.test(text)) return UNREADABLE;
  if (month === null) {
    // The library counts weekdays from Sunday, 0; here Monday is 1.
    return day === null && year === null && weekday !== null
      ? readingOf(latestWeekday(today, weekday || SUNDAY))
      : UNREADABLE;
  }
  if (day === null) return readingOf(year === null ? latestMonth(today, month) : monthOf(year, month));
  const whole = year === null ? latestMonthDay(today, month, day)?.from ?? null : dayOf(year, month, day);
  // "Friday, 19 August 2026" was a Wednesday: one of the two is wrong.
  const isOtherDay = whole !== null && weekday !== null && weekdayOf(whole) !== (weekday || SUNDAY);
  return readingOf(whole === null || isOtherDay ? null : oneDay(whole));
}

interface Parts {
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
  readonly weekday: number | null;
}

/** Returns what the text itself says, without what the library adds; `null` if it is not wholly one date. */
function partsOf(text: string, referenceMs: number): Parts | null {
  const found = casual.parse(text, { instant: new Date(referenceMs), timezone: 0 });
  const [first] = found;
  if (first === undefined || found.length > 1 || first.text !== text || (first.end ?? null) !== null) return null;
  const { start } = first;
  if (start.isCertain("hour")) return null;
  const part = (name: keyof Parts) => start.isCertain(name) ? start.get(name) : null;
  return { year: part("year"), month: part("month"), day: part("day"), weekday: part("weekday") };
}
