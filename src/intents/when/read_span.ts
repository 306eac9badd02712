/**
 * How long from now: "in 20 minutes", "an hour and a half from now", 两小时后, 半小时后, 三天后.
 *
 * @module
 */
import { addDays, type Clock, type LocalDay } from "../../base/clock.ts";
import { chineseNumber } from "../../base/dates/chinese_number.ts";
import { type PeriodUnit, unitsBefore, weekdayOf } from "../../base/dates/day_range.ts";
import { wallMoment } from "../../base/dates/wall_moment.ts";
import { COUNT, countOf } from "./fold_words.ts";

/** A length of time: the part that the clock measures, and the part that the calendar counts. */
export interface Span {
  /** Seconds, minutes and hours, in milliseconds. */
  readonly ms: number;
  /** Days, weeks, months and years, in order; each a whole number. */
  readonly units: readonly (readonly [PeriodUnit, number])[];
}

/** Returns the moment so long after now, in milliseconds since the epoch, or `null` if the words are no such length. */
export function momentAfter(words: string, clock: Clock): number | null {
  const body = lengthOf(words);
  const working = body === null ? null : workingDays(body);
  if (working !== null) return addSpan({ ms: 0, units: [["day", daysOfWork(working, clock.now().day)]] }, clock);
  const span = body === null ? null : readSpan(body);
  return span === null || (span.ms === 0 && span.units.length === 0) ? null : addSpan(span, clock);
}

/** Returns the words of a length alone, or `null` if nothing says that it is counted from now. */
function lengthOf(words: string): string | null {
  const [, after, from] = /^(?:(?:in|after) (.+?)(?: from now)?|(.+?) (?:from now|later))$/.exec(words) ?? [];
  const [, han, passed] = /^(?:再?过?(.+?)[以之]?后|再?过(.+))$/.exec(words) ?? [];
  return after ?? from ?? han ?? passed ?? null;
}

const WORKING = new RegExp(`^(${COUNT}) (?:working|business|work|week) ?days?$`);
const WORKING_HAN = /^(\d{1,3}|[一二两三四五六七八九十]{1,3})个?工作[日天]$/;

/** Returns how many days of work are meant, or `null`. */
function workingDays(body: string): number | null {
  const [, count] = WORKING.exec(body) ?? [];
  const [, han] = WORKING_HAN.exec(body) ?? [];
  const days = count === undefined ? chineseNumber(han ?? "") : countOf(count);
  return days === null || !Number.isInteger(days) || days < 1 ? null : days;
}

/** Returns on which day from today so many days from Monday to Friday have passed. */
function daysOfWork(count: number, today: LocalDay): number {
  let passed = 0;
  for (let left = count; left > 0;) if (weekdayOf(addDays(today, ++passed)) < SATURDAY) left--;
  return passed;
}

const SATURDAY = 6;

function addSpan({ ms, units }: Span, clock: Clock): number {
  const now = clock.now();
  let { day } = now;
  for (const [unit, count] of units) day = unitsBefore(day, unit, -count);
  // The same time of another day, whatever the clocks did in between; of this day the very moment.
  const base = day === now.day ? now.ms : wallMoment(Date.parse(`${day}T${now.iso.slice(TIME_AT, TIME_END)}Z`), clock);
  return Math.floor((base + ms) / SECOND_MS) * SECOND_MS;
}

/** Where the time stands in `2026-08-19T03:00:00`. */
const TIME_AT = 11;
const TIME_END = 19;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HALF = 0.5;
const HOUR_MS = 3_600_000;

/** Returns a length in words, or `null`; every word has to count. */
export function readSpan(words: string): Span | null {
  const isHan = /\p{Script=Han}/u.test(words);
  const text = isHan
    ? words.replace(/\s+/g, "").replace(/零(?=\d)/g, "")
    : words.replace(/\ba couple of\b/, "2").replace(/\b(?:a )?quarter of an hour\b/, "15 minutes")
      .replace(/\b(\S+) fortnights?\b/, (_, count: string) => `${countOf(count) * 2} weeks`)
      .replace(/ and (?=a half$)/, "+").replace(/ and /g, " ");
  const pieces = [...text.matchAll(isHan ? PIECE_HAN : PIECE)];
  if (pieces.length === 0 || pieces.map(([whole]) => whole).join("") !== text) return null;
  let ms = 0;
  const units: (readonly [PeriodUnit, number])[] = [];
  for (const { groups: { count = "", unit = "", half } = {} } of pieces) {
    const amount = countIn(count, isHan) + (half === undefined ? 0 : HALF);
    const size = SIZES_MS[unit];
    if (Number.isNaN(amount)) return null;
    if (size !== undefined) ms += amount * size;
    else {
      const whole = wholeUnits(unit, amount);
      if (whole === null) return null;
      units.push(whole);
    }
  }
  return { ms, units };
}

const PIECE = new RegExp(
  `(?<count>half an?|${COUNT}) ?(?<unit>seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|months?|years?)(?<half>\\+a half)?(?: |$|(?=\\d))`,
  "g",
);
const PIECE_HAN =
  /(?<count>半|\d{1,3}(?:\.\d)?|[一二两三四五六七八九十百]{1,4})个?(?<half>半)?(?<unit>秒钟?|分钟|分|刻钟|小时|钟头|天|日|周|星期|礼拜|月|年)/g;

const SIZES_MS: Readonly<Record<string, number>> = {
  ...sizes(["second", "seconds", "sec", "secs", "s", "秒", "秒钟"], SECOND_MS),
  ...sizes(["minute", "minutes", "min", "mins", "m", "分", "分钟"], MINUTE_MS),
  ...sizes(["刻钟"], 15 * MINUTE_MS),
  ...sizes(["hour", "hours", "hr", "hrs", "h", "小时", "钟头"], HOUR_MS),
};

function sizes(names: readonly string[], ms: number): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, ms]));
}

const UNITS: Readonly<Record<string, PeriodUnit>> = {
  d: "day",
  day: "day",
  天: "day",
  日: "day",
  w: "week",
  week: "week",
  周: "week",
  星期: "week",
  礼拜: "week",
  month: "month",
  月: "month",
  year: "year",
  年: "year",
};
const MONTHS_OF_HALF_YEAR = 6;

function wholeUnits(name: string, amount: number): readonly [PeriodUnit, number] | null {
  const unit = UNITS[name.replace(/(?<=[a-z]{2})s$/, "")];
  if (unit === undefined) return null;
  if (Number.isInteger(amount)) return [unit, amount];
  return unit === "year" && amount === HALF ? ["month", MONTHS_OF_HALF_YEAR] : null;
}

function countIn(text: string, isHan: boolean): number {
  if (text === "半" || text.startsWith("half")) return HALF;
  if (!isHan) return countOf(text);
  return text.includes(".") ? Number(text) : chineseNumber(text) ?? Number.NaN;
}
