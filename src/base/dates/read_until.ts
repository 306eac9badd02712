/**
 * The last day of something that still goes on, from figures or words in English or Chinese. The reading of periods looks
 * back; here the future is preferred: on a Wednesday "Friday" is that of this week.
 *
 * @module
 */
import { addDays, type Clock, type LocalDay } from "../clock.ts";
import { chineseNumber } from "./chinese_number.ts";
import { dayOf, type DayRange, type PeriodUnit, unitAround, unitsBefore } from "./day_range.ts";
import { plainPeriod } from "./plain_period.ts";
import { readPeriod } from "./read_period.ts";

/** What a text says of the last day. */
export type ReadUntil =
  /** The last day, today at the earliest. */
  | { readonly kind: "day"; readonly day: LocalDay; readonly isPlain: boolean }
  /** The day that is meant is over. */
  | { readonly kind: "past"; readonly day: LocalDay }
  /** People mean either of these by the words. */
  | { readonly kind: "ambiguous"; readonly days: readonly LocalDay[] }
  /** Nothing that can be told. */
  | { readonly kind: "unreadable" };

/** Returns the last day that a text names, seen from the clock's present day; of a period the end. Never throws. */
export async function readUntil(text: string, clock: Clock): Promise<ReadUntil> {
  const { day: today } = clock.now();
  const plain = plainPeriod(text, clock);
  if (plain !== null) return judged(plain.to, today, true);
  const words = text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim().replace(OPENING, "").replace(
    CLOSING,
    "",
  );
  const [, next, weekday] = NEXT_WEEKDAY.exec(words) ?? [];
  if (weekday !== undefined) return await nextWeekday(weekday, next === "next", clock);
  const ahead = daysAhead(words, today);
  if (ahead !== null) return judged(ahead, today, false);
  const read = await readPeriod(words, clock);
  if (read.kind === "unreadable") return read;
  if (read.kind === "range") return judged(nextOf(read.range, words, today), today, false);
  const days = [...new Set(read.options.map(({ to }) => to).filter((day) => day >= today))];
  const [only, ...others] = days;
  if (only === undefined) return { kind: "past", day: read.options[0]?.to ?? today };
  return others.length === 0 ? judged(only, today, false) : { kind: "ambiguous", days };
}

const OPENING = /^(?:(?:until|till|to|through|by|up to|valid until|the|on|at)\s+|直到|截至|截止到?|到|至)+/;
const CLOSING = /(?:为止|為止|之前|以前|前|止)$/;

/** Weekdays as people shorten them: what only begins so, as a month does, is none. */
const WEEKDAY_NAME = "(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?";
const NEXT_WEEKDAY = new RegExp(`^(next|coming|this coming) (${WEEKDAY_NAME})$`);

/** "Next Friday", said on a Wednesday, is that of this week to some and that of the next one to others. */
async function nextWeekday(name: string, isNext: boolean, clock: Clock): Promise<ReadUntil> {
  const { day: today } = clock.now();
  const read = await readPeriod(name, clock);
  if (read.kind !== "range") return { kind: "unreadable" };
  const day = addDays(read.range.to, DAYS_OF_WEEK);
  const isThisWeek = day <= unitAround(today, "week").to;
  if (isNext && isThisWeek) return { kind: "ambiguous", days: [day, addDays(day, DAYS_OF_WEEK)] };
  return judged(day, today, false);
}

function judged(day: LocalDay, today: LocalDay, isPlain: boolean): ReadUntil {
  return day < today ? { kind: "past", day } : { kind: "day", day, isPlain };
}

const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const COUNT = `(\\d{1,3}|an?|another|${NUMBERS.join("|")})`;
const AHEAD = new RegExp(
  `^(?:(?:in|for|within|the next) )?${COUNT} (?:more )?(day|week|month|quarter|year)s?(?: from now| from today)?$`,
);
const HALF_YEAR_AHEAD = /^(?:(?:in|for|within|the next) )?(?:a )?half[- ](?:a )?year(?: from now| from today)?$/;
const AHEAD_HAN =
  /^(?:再过?|未来|接下来)?(半|\d{1,3}|[一二两三四五六七八九十百]{1,4})(个?)(天|日|周|星期|礼拜|月|季度|年)[之以]?[后後内內]?$/;
const UNITS_HAN: Readonly<Record<string, PeriodUnit>> = {
  天: "day",
  日: "day",
  月: "month",
  季度: "quarter",
  年: "year",
};
const END =
  /^(?:end of |the end of |month'?s? end|year'?s? end)?(?:the |this )?(day|week|month|quarter|year)(?:'s end|[- ]end)?$/;
/** "EOM", as in a chat. */
const END_SHORT = /^eo([dwmqy])$/;
const HALF_YEAR_MONTHS = 6;

/** "in 3 days", "two weeks", "half a year", 三天后, 半年, "end of the quarter". */
function daysAhead(words: string, today: LocalDay): LocalDay | null {
  const [, count = "", unit] = AHEAD.exec(words) ?? [];
  if (unit !== undefined) {
    const times = /^an/.test(count) || count === "a" ? 1 : NUMBERS.indexOf(count) + 1 || Number(count);
    return unitsBefore(today, asUnit(unit), -times);
  }
  if (HALF_YEAR_AHEAD.test(words)) return unitsBefore(today, "month", -HALF_YEAR_MONTHS);
  const [, number = "", measure, name] = AHEAD_HAN.exec(words) ?? [];
  // A month that is counted has 个: 八个月 is eight months, 八月 is August.
  const isCounted = measure === "个";
  if (name !== undefined && (isCounted || (name !== "月" && name !== "季度"))) {
    if (number === "半") return name === "年" ? unitsBefore(today, "month", -HALF_YEAR_MONTHS) : null;
    const times = chineseNumber(number);
    return times === null ? null : unitsBefore(today, UNITS_HAN[name] ?? "week", -times);
  }
  const whole = END.exec(words)?.[1] ?? END_SHORT.exec(words)?.[1];
  return whole === undefined ? null : unitAround(today, asUnit(whole)).to;
}

/** A word for a unit, or its first letter. */
function asUnit(word: string): PeriodUnit {
  return (["week", "month", "quarter", "year"] as const).find((unit) => unit === word || unit[0] === word) ?? "day";
}

/** Words that mean the past, whatever comes next; a year settles it as well. */
const PAST = /\b(?:last|past|previous|ago|yesterday)\b|\d{4}|[上昨前去]|以来/;
const WEEKDAY = new RegExp(`\\b${WEEKDAY_NAME}\\b|周|星期|礼拜|週`);
const DAYS_OF_WEEK = 7;
/** A month and its day come again within a year, 29 February within eight. */
const YEARS_AHEAD = 8;

/** The end of a period, or, where the words name one that comes again, of the next such one. */
function nextOf(range: DayRange, words: string, today: LocalDay): LocalDay {
  if (range.to >= today || PAST.test(words)) return range.to;
  if (WEEKDAY.test(words)) {
    let day = range.to;
    while (day < today) day = addDays(day, DAYS_OF_WEEK);
    return day;
  }
  const isMonth = unitAround(range.from, "month").to === range.to && range.from.endsWith("-01");
  if (/^(?:\d{1,2}|[一二三四五六七八九十廿卅]{1,3})[日号號]$|^(?:the )?\d{1,2}(?:st|nd|rd|th)$/.test(words)) {
    return nextMonthDay(range.to, today);
  }
  for (let years = 1; years <= YEARS_AHEAD; years++) {
    const [year, month, day] = range.to.split("-").map(Number);
    const first = dayOf((year ?? 0) + years, month ?? 1, 1);
    const same = isMonth && first !== null
      ? unitAround(first, "month").to
      : dayOf((year ?? 0) + years, month ?? 1, day ?? 1);
    if (same !== null && same >= today) return same;
  }
  return range.to;
}

function nextMonthDay(last: LocalDay, today: LocalDay): LocalDay {
  for (let months = 1; months <= YEARS_AHEAD; months++) {
    const same = unitsBefore(last, "month", -months);
    if (same >= today && same.slice(-2) === last.slice(-2)) return same;
  }
  return last;
}
