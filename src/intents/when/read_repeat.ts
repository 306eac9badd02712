/**
 * Times that come again: "every Friday at 9", "every weekday 8:30", 每周五, 每天晚上十点, 每月底.
 *
 * @module
 */
import { addDays } from "../../base/clock.ts";
import { type DueTimes, nextDueMs } from "../../base/dates/timetable.ts";
import { weekdayOf } from "../../base/dates/day_range.ts";
import type { Repeat } from "../repeat.ts";
import { takeClockTime } from "./clock_time.ts";
import { type ClockTime, momentOn, UNREADABLE, type WhenDeps, type WhenReading } from "./moment.ts";
import { englishRound } from "./english_round.ts";
import { chineseRound } from "./chinese_round.ts";
import { readSpan } from "./read_span.ts";
import { dayListWords, dayWords, timeWords } from "./round_words.ts";

/** Which days come again. */
export type Round =
  /** Days that fit all that is given; left out: any. */
  | {
    readonly kind: "days";
    readonly weekdays?: readonly number[];
    readonly days?: readonly number[];
    readonly months?: readonly number[];
  }
  /** Every so many days, on a weekday if one is given (1 is Monday). */
  | { readonly kind: "every"; readonly days: number; readonly weekday: number | null }
  /** A day of every so many months. */
  | { readonly kind: "months"; readonly every: number; readonly day: number }
  /** Several are meant by the words: phrases that mean one thing. */
  | { readonly kind: "either"; readonly phrases: readonly string[] };

/** Returns what words say of times that come again, or `null` if they do not speak of any. */
export function readRepeat(words: string, deps: WhenDeps): WhenReading | null {
  if (!REPEATS.test(words)) return null;
  const span = everySpan(words, deps);
  if (span !== null) return span;
  for (const mayBeBare of [false, true]) {
    const { rest, times, hasPart } = takeClockTime(words, mayBeBare);
    // "Every morning" is every day; "every" alone is nothing.
    if (!hasPart && /^(?:every|each|每)$/.test(rest)) continue;
    const round = englishRound(rest) ?? chineseRound(rest.replace(/\s+/g, ""));
    if (round === null) continue;
    if (round.kind === "either") return { kind: "ambiguous", momentsMs: [], phrases: round.phrases };
    const [time = deps.dayTime, other] = times;
    if (other === undefined) return { kind: "repeat", repeat: repeatOf(round, time, deps) };
    const phrases = [time, other].map((each) => `${wordsOf(round)} at ${timeWords(each)}`);
    return { kind: "ambiguous", momentsMs: [], phrases };
  }
  return UNREADABLE;
}

/** What no other words begin with. */
const REPEATS =
  /\b(?:every|each|daily|hourly|weekly|monthly|quarterly|yearly|annually|weekdays|weekends|everyday|fortnightly|biweekly|once an?|twice an?)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|[每]|天天|隔[天周]|隔(?:星期|礼拜)/;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Every two hours, 每20分钟: by the clock, whatever the wall shows. */
function everySpan(words: string, { clock }: WhenDeps): WhenReading | null {
  const [, length] = /^(?:every|each) (.+)$/.exec(words) ?? [];
  const [, han] = /^每隔?(.+)$/.exec(words) ?? [];
  const text = words === "hourly" || words === "once an hour" ? "1 hour" : length ?? han;
  if (text === undefined) return null;
  const span = readSpan(
    /^(?:hour|minute)$/.test(text)
      ? `1 ${text}`
      : text.replace(/^other (?=hour)/, "2 ").replace(/^half (?=hour)/, "half an ").replace(
        /^quarter (?:of an )?hour$/,
        "15 minutes",
      ).replace(/^(?=个?小时|分钟|个?钟头)/, "一"),
  );
  if (span === null || span.ms === 0 || span.units.length > 0) return null;
  const { ms } = clock.now();
  const size = span.ms % HOUR_MS === 0 ? `${span.ms / HOUR_MS} hours` : `${Math.round(span.ms / MINUTE_MS)} minutes`;
  if (span.ms < MINUTE_MS) return UNREADABLE;
  const repeat: Repeat = {
    kind: "span",
    everyMs: span.ms,
    fromMs: ms,
    words: `every ${size.replace(/^1 (\w+)s$/, "$1")}`,
  };
  return { kind: "repeat", repeat };
}

type PlainRound = Exclude<Round, { readonly kind: "either" }>;
type SimpleRound = Exclude<PlainRound, { readonly kind: "months" }>;

/** The months count from the next one that has the day ahead. */
function monthsOf(
  { every, day }: Extract<Round, { kind: "months" }>,
  time: ClockTime,
  { clock }: WhenDeps,
): SimpleRound {
  const now = clock.now();
  const days = dueTimes({ kind: "days", days: [day] }, time);
  const at = clock.at(nextDueMs(days, clock, now.ms) ?? now.ms).day;
  const first = Number(at.slice(MONTH_AT, MONTH_END));
  const months = Array.from({ length: MONTHS / every }, (_, count) => (first - 1 + count * every) % MONTHS + 1);
  return { kind: "days", days: [day], months: months.sort((a, b) => a - b) };
}

/** Where the month stands in `YYYY-MM-DD`. */
const MONTH_AT = 5;
const MONTH_END = 7;

function repeatOf(any: PlainRound, time: ClockTime, deps: WhenDeps): Repeat {
  const round = any.kind === "months" ? monthsOf(any, time, deps) : any;
  const words = `${wordsOf(round)} at ${timeWords(time)}`;
  if (round.kind === "every") {
    return { kind: "days", every: round.days, from: firstDay(round, time, deps), ...time, words };
  }
  return { kind: "calendar", times: dueTimes(round, time), words };
}

/** The first day that such a round can begin on. */
function firstDay({ weekday }: Extract<Round, { kind: "every" }>, time: ClockTime, { clock }: WhenDeps): string {
  const now = clock.now();
  let day = now.day;
  while ((weekday !== null && weekdayOf(day) !== weekday) || momentOn(day, time, clock).ms <= now.ms) {
    day = addDays(day, 1);
  }
  return day;
}

const DAYS_OF_WEEK = 7;
const HOURS = 24;

/** The end of a day is the beginning of the next one, which only daily and weekly times can say. */
function dueTimes({ weekdays, days, months }: Extract<Round, { kind: "days" }>, { hour, minute }: ClockTime): DueTimes {
  const shift = hour === HOURS ? 1 : 0;
  return {
    minutes: [minute],
    hours: [hour % HOURS],
    // Here Monday is 1; in a timetable Sunday is 0.
    weekdays: (weekdays ?? from(1, DAYS_OF_WEEK)).map((day) => (day + shift) % DAYS_OF_WEEK).sort((a, b) => a - b),
    days: days ?? from(1, LONGEST_MONTH),
    months: months ?? from(1, MONTHS),
  };
}

const LONGEST_MONTH = 31;
const MONTHS = 12;

function from(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function wordsOf(round: PlainRound): string {
  if (round.kind === "days") return dayListWords(round);
  if (round.kind === "months") return `on the ${dayWords([round.day])} of every ${round.every} months`;
  const [size, unit] = round.days % DAYS_OF_WEEK === 0 ? [round.days / DAYS_OF_WEEK, "week"] : [round.days, "day"];
  const weeks = size === 1 ? unit : `${size} ${unit}s`;
  return round.weekday === null
    ? `every ${weeks}`
    : `every ${weeks} on ${dayListWords({ weekdays: [round.weekday] }).replace("every ", "")}`;
}
