import { type Clock, isLocalDay, type LocalDay } from "../clock.ts";
import { dayOf, type DayRange, isoWeek, monthOf, oneDay, wholeYear } from "./day_range.ts";

/**
 * Returns the period of a date in figures, largest first: `2026-08-19` (also with `/` or `.`, or as `20260819`),
 * `2026-08`, `2026`, the week `2026-W34`, with points also the day first: `19.8.2026`; or a time in ISO 8601, which is the local day of that moment. `null` for anything else, and for days
 * that do not exist.
 */
export function plainPeriod(text: string, clock: Clock): DayRange | null {
  const wanted = text.trim();
  if (isLocalDay(wanted)) return oneDay(wanted);
  const [, weekYear, week] = WEEK.exec(wanted) ?? [];
  if (week !== undefined) return isoWeek(Number(weekYear), Number(week));
  const [, first, second, last] = POINTS.exec(wanted) ?? [];
  if (last !== undefined) return dayRange(dayOf(Number(last), Number(second), Number(first)));
  const [, year, , month, day] = FIGURES.exec(wanted) ?? COMPACT.exec(wanted) ?? [];
  if (year === undefined) return momentDay(wanted, clock);
  if (month === undefined) return wholeYear(Number(year));
  if (day === undefined) return monthOf(Number(year), Number(month));
  return dayRange(dayOf(Number(year), Number(month), Number(day)));
}

/** Year, mark, month, day. */
const FIGURES = /^(\d{4})(?:([-/.])(\d{1,2})(?:\2(\d{1,2}))?)?$/;
/** The same without marks. */
const COMPACT = /^(\d{4})()(\d{2})(\d{2})$/;
/** A week of ISO 8601. */
const WEEK = /^(\d{4})-?w(\d{2})$/i;
/** Day, month, year: nobody who writes points puts the month first. */
const POINTS = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** Without an offset the day is the one that is written, wherever. */
function momentDay(wanted: string, clock: Clock): DayRange | null {
  const [moment, day = "", offset] = MOMENT.exec(wanted) ?? [];
  if (moment === undefined || !isLocalDay(day)) return null;
  const ms = Date.parse(moment.replace(" ", "T"));
  if (Number.isNaN(ms)) return null;
  return oneDay(offset === undefined ? day : clock.at(ms).day);
}

function dayRange(day: LocalDay | null): DayRange | null {
  return day === null ? null : oneDay(day);
}
