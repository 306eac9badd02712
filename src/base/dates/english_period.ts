/**
 * Days and periods in English. What a library takes for a point in time, or reads otherwise than people who look back
 * mean it, is settled here; calendar days in all their spellings are left to the library
 * (docs/adr/0021-dates-in-words.md).
 *
 * @module
 */
import { addDays, type Clock, type LocalDay } from "../clock.ts";
import { calendarDay } from "./calendar_day.ts";
import { dayOf, monthOf, oneDay, unitAround, unitsBefore, weekdayOf, yearOf } from "./day_range.ts";
import type { PeriodUnit } from "./day_range.ts";
import { edgeReading, lastMonthNamed, lastWeekday, latestMonth, weekdayInWeek } from "./past_period.ts";
import { type PeriodReading, readingOf } from "./past_period.ts";
import { plainPeriod } from "./plain_period.ts";

/** Returns what an English text says of days. */
export function englishPeriod(text: string, clock: Clock): PeriodReading {
  const wanted = text.toLowerCase().replace(/\s+/g, " ").trim().replace(OPENING, "");
  const now = { clock, today: clock.now().day };
  for (const [form, read] of forms()) {
    const match = form.exec(wanted);
    if (match !== null) return read(match.slice(1).filter((part) => part !== undefined), now);
  }
  const figures = plainPeriod(wanted, clock);
  return figures === null ? calendarDay(wanted, now.today) : readingOf(figures);
}

/** Words that say no more of a period than that it is one. */
const OPENING = /^(?:(?:since|from|until|till|in|on|during|the|of)\s+)+/;

interface Present {
  readonly clock: Clock;
  readonly today: LocalDay;
}

/** Reads what stands in the brackets of a form. */
type Reader = (parts: readonly string[], now: Present) => PeriodReading;

const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const WEEKDAYS = [
  "mon(?:day)?",
  "tue(?:s(?:day)?)?",
  "wed(?:nesday)?",
  "thu(?:r?s?(?:day)?)?",
  "fri(?:day)?",
  "sat(?:urday)?",
  "sun(?:day)?",
];
const MONTHS = [
  "jan(?:uary)?",
  "feb(?:ruary)?",
  "mar(?:ch)?",
  "apr(?:il)?",
  "may",
  "june?",
  "july?",
  "aug(?:ust)?",
  "sept?(?:ember)?",
  "oct(?:ober)?",
  "nov(?:ember)?",
  "dec(?:ember)?",
];
/** Units from the present one. */
const MOVED: Readonly<Record<string, number>> = { this: 0, current: 0, last: -1, previous: -1, next: 1 };
const SATURDAY = 6;
const MINUTES_OF_HOUR = 60;
/** What half a month is to people who count days. */
const DAYS_OF_HALF_MONTH = 15;
/** Letters by which English weekdays and months differ. */
const TELLING_LETTERS = 3;

/** Returns the forms that the library does not read, or not so; the first that fits counts. */
function forms(): readonly (readonly [RegExp, Reader])[] {
  const count = String.raw`(\d{1,4}|an?|${NUMBERS.join("|")})`;
  const unit = "(day|week|month|quarter|year)";
  const weekday = `(${WEEKDAYS.join("|")})`;
  const month = `(${MONTHS.join("|")})`;
  const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`);
  return [
    [whole("(?:now|today|tonight|this (?:morning|afternoon|evening))"), (_, { today }) => readingOf(oneDay(today))],
    [whole("yesterday|last night"), (_, { today }) => readingOf(oneDay(addDays(today, -1)))],
    [whole("day before yesterday"), (_, { today }) => readingOf(oneDay(addDays(today, -2)))],
    [whole("tomorrow"), (_, { today }) => readingOf(oneDay(addDays(today, 1)))],
    [whole(`${count} (hour|minute)s? ago`), timeAgo],
    [
      whole(`${count} ${unit}s? ago`),
      ([times, size], { today }) => day(unitsBefore(today, asUnit(size), asCount(times))),
    ],
    [whole("(?:a )?half[- ](?:an? )?(hour|month|year) ago"), (parts, now) => halfAgo("0", parts, now)],
    [whole(`${count} and a half (hour|month|year)s? ago`), ([times, ...size], now) => halfAgo(times, size, now)],
    [whole(`${count} (hour|month|year)s? and a half ago`), ([times, ...size], now) => halfAgo(times, size, now)],
    [whole(`(?:last|past|previous) ${count} ${unit}s?`), ([times, size], now) => backTo(asCount(times), size, now)],
    [whole(`(?:last|past|previous) (?:${count} )?(hour|minute)s?`), timeUntilNow],
    [whole(`past ${unit}`), ([size], now) => backTo(1, size, now)],
    [whole(`${unit} before last`), ([size], { today }) => readingOf(unitAround(today, asUnit(size), -2))],
    [
      whole(`(this|current|last|previous|next) ${unit}`),
      ([word = "", size], { today }) => readingOf(unitAround(today, asUnit(size), MOVED[word])),
    ],
    [whole("(?:(this|last|previous|next) )?weekend"), weekend],
    [whole(`this ${weekday}`), ([name], { today }) => readingOf(weekdayInWeek(today, placeIn(WEEKDAYS, name), 0))],
    [whole(`(?:last|past|previous) ${weekday}`), ([name], { today }) => lastWeekday(today, placeIn(WEEKDAYS, name))],
    [whole(`this ${month}`), ([name], { today }) => readingOf(monthOf(yearOf(today), placeIn(MONTHS, name)))],
    [whole(`(?:last|past|previous) ${month}`), ([name], { today }) => lastMonthNamed(today, placeIn(MONTHS, name))],
    [whole("q([1-4])(?:,? (?:of )?(\\d{4}))?"), quarter],
    [whole("(start|beginning|end) of (.+)"), edge],
    [whole("(\\d{1,2})/(\\d{1,2})/(\\d{4})"), slashes],
  ];
}

/** An hour is one of the clock, so that the day is right at midnight and across a change of it. */
function timeAgo([times, size]: readonly string[], { clock }: Present): PeriodReading {
  const minutes = asCount(times) * (size === "hour" ? MINUTES_OF_HOUR : 1);
  return day(clock.at(clock.now().ms - minutes * 60_000).day);
}

/** So many units and half of one before now: "half a year ago", "a year and a half ago". */
function halfAgo(times: string | undefined, [size]: readonly string[], now: Present): PeriodReading {
  const count = times === "0" ? 0 : asCount(times);
  if (size === "hour") return timeAgo([String(count * MINUTES_OF_HOUR + MINUTES_OF_HOUR / 2), "minute"], now);
  const whole = unitsBefore(now.today, asUnit(size), count);
  return day(size === "year" ? unitsBefore(whole, "half", 1) : addDays(whole, -DAYS_OF_HALF_MONTH));
}

/** The days that the last hours touch. */
function timeUntilNow(parts: readonly string[], now: Present): PeriodReading {
  const first = timeAgo(parts.length > 1 ? parts : ["1", ...parts], now);
  return first.kind === "range" ? readingOf({ from: first.range.from, to: now.today }) : first;
}

/** "The last three days" are today and the three before it: a filter should rather let one day more pass. */
function backTo(times: number, size: string | undefined, { today }: Present): PeriodReading {
  return readingOf({ from: unitsBefore(today, asUnit(size), times), to: today });
}

/** The latest weekend that has begun, unless another one is named. */
function weekend([word]: readonly string[], { today }: Present): PeriodReading {
  const isWeekend = weekdayOf(today) >= SATURDAY;
  const { to } = unitAround(today, "week", word === undefined ? (isWeekend ? 0 : -1) : MOVED[word]);
  return readingOf({ from: addDays(to, -1), to });
}

function quarter([number, year]: readonly string[], { today }: Present): PeriodReading {
  const first = (Number(number) - 1) * 3 + 1;
  const month = year === undefined ? latestMonth(today, first) : monthOf(Number(year), first);
  return readingOf(month === null ? null : unitAround(month.from, "quarter"));
}

/** `year` alone is this one. A month with its year, or a period that a word tells apart, has only one end. */
function edge([side, named = ""]: readonly string[], { clock, today }: Present): PeriodReading {
  const period = named.replace(OPENING, "");
  const bare = /^(?:this )?(week|month|quarter|year)$/.exec(period)?.[1];
  const figures = plainPeriod(period, clock);
  const inner = figures === null
    ? englishPeriod(bare === undefined ? period : `this ${bare}`, clock)
    : readingOf(figures);
  if (inner.kind !== "range") return inner;
  const { range } = inner;
  const isNamed = /^[a-z]+$/.test(period);
  const before = bare !== undefined
    ? unitAround(today, asUnit(bare), -1)
    : isNamed
    ? monthOf(yearOf(range.from) - 1, Number(range.from.slice(5, 7)))
    : null;
  return edgeReading({ period: range, before, isEnd: side === "end" }, today);
}

/** The month stands first in one country and last in another. */
function slashes([a, b, year]: readonly string[]): PeriodReading {
  const options = [dayOf(Number(year), Number(a), Number(b)), dayOf(Number(year), Number(b), Number(a))]
    .filter((found) => found !== null);
  const ranges = [...new Set(options)].map(oneDay);
  return ranges.length > 1 ? { kind: "ambiguous", options: ranges } : readingOf(ranges[0] ?? null);
}

function day(found: LocalDay): PeriodReading {
  return readingOf(oneDay(found));
}

function asUnit(size: string | undefined): PeriodUnit {
  return size === "week" || size === "month" || size === "quarter" || size === "year" ? size : "day";
}

function asCount(text = ""): number {
  return /^an?$/.test(text) ? 1 : NUMBERS.indexOf(text) + 1 || Number(text);
}

/** Counted from 1, as people count weekdays and months. */
function placeIn(names: readonly string[], name: string | undefined): number {
  return names.findIndex((known) => name?.slice(0, TELLING_LETTERS) === known.slice(0, TELLING_LETTERS)) + 1;
}
