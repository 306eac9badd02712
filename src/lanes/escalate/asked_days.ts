/**
 * The days that a question asks about, for the filter of a search.
 *
 * @module
 */
import type { Clock } from "../../base/clock.ts";
import { type DayRange, unitAround } from "../../base/dates/day_range.ts";
import { readPeriod } from "../../base/dates/read_period.ts";
import { timeMentions } from "./time_mentions.ts";
import type { TimeMention } from "./time/time_form.ts";

/** What a question says of days. */
export interface AskedDays {
  /** From the first day that is meant to the last; `null` if the question names none that can be read. */
  readonly days: DayRange | null;
  /** The question without what was read as a time. */
  readonly rest: string;
}

/** Returns the days of a question, seen from the clock's present one. What lies wholly ahead is no day to look back to. */
export async function askedDays(question: string, clock: Clock): Promise<AskedDays> {
  const { day: today } = clock.now();
  let days: DayRange | null = null;
  // A pasted "last week" may have another blank in it, and figures may be wide.
  let rest = question.normalize("NFKC").replace(/\s+/g, " ");
  for (const mention of timeMentions(rest)) {
    const meant = await rangeOf(mention, clock);
    if (meant === null || meant.from > today) continue;
    rest = rest.replace(mention.text, " ");
    days = days === null ? meant : hull(days, meant);
  }
  return { days: days === null ? null : { ...days, to: days.to > today ? today : days.to }, rest };
}

async function rangeOf({ wanted, blur }: TimeMention, clock: Clock): Promise<DayRange | null> {
  const reading = await readPeriod(wanted, clock);
  if (reading.kind === "unreadable") return null;
  const [first, ...others] = reading.kind === "range" ? [reading.range] : reading.options;
  if (first === undefined) return null;
  const range = others.reduce(hull, first);
  return blur === null ? range : hull(unitAround(range.from, blur), unitAround(range.to, blur));
}

function hull(a: DayRange, b: DayRange): DayRange {
  return { from: a.from < b.from ? a.from : b.from, to: a.to > b.to ? a.to : b.to };
}
