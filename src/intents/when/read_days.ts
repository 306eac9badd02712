/**
 * Which day the words of a wish mean. What names no year, week or month lies ahead; a period is meant by its first day, so
 * that a wish for it does not come when it is over.
 *
 * @module
 */
import { addDays, type Clock, type LocalDay } from "../../base/clock.ts";
import { chineseNumber } from "../../base/dates/chinese_number.ts";
import { type PeriodUnit, unitAround, weekdayOf } from "../../base/dates/day_range.ts";
import { readUntil } from "../../base/dates/read_until.ts";
import { anchoredDays } from "./anchored_days.ts";
import { weekdayNamed } from "./weekday_names.ts";

/** How far on the same words mean their next day; `null`: never again. */
export type DayStep = "day" | "week" | "month" | "month end" | "year" | null;

/** The days that words may mean. */
export interface DaysRead {
  /** The earlier first; several where people mean either. Some may be over. */
  readonly days: readonly LocalDay[];
  /** See {@linkcode DayStep}. */
  readonly step: DayStep;
  /** Parts of the words that name different days, so that somebody has to say which is meant. */
  readonly phrases?: readonly string[];
}

/** Returns the days, or `null` if the words are none. No words are today. */
export async function readDays(words: string, clock: Clock): Promise<DaysRead | null> {
  const { day: today } = clock.now();
  if (words === "") return { days: [today], step: "day" };
  const known = nearDay(words, today) ?? weekday(words, today) ?? weekend(words, today) ?? period(words, today) ??
    edge(words, today) ?? ordinalDay(words, today);
  if (known !== null) return known;
  const anchored = await anchoredDays(words, today, (rest) => readDays(rest, clock));
  if (anchored !== undefined) return anchored;
  // How long something goes on is no moment.
  if (/^(?:un)?till?\b|^直?到.*为止$|起$/.test(words)) return null;
  const read = await readUntil(words, clock);
  const step = stepOf(words);
  switch (read.kind) {
    case "day":
    case "past":
      return { days: [read.day], step };
    case "ambiguous":
      return { days: read.days, step };
    case "unreadable":
      return null;
  }
}

/** A date without a year comes again. */
function stepOf(words: string): DayStep {
  if (/\d{4}|\bago\b|yesterday|last|[昨前去]|[今本明后]年/.test(words)) return null;
  return /^(?:the )?\d{1,2}(?:st|nd|rd|th)$|^\d{1,2}[日号]$|^月/.test(words) ? "month" : "year";
}

const NEAR: Readonly<Record<string, number>> = {
  today: 0,
  tomorrow: 1,
  tmrw: 1,
  "day after tomorrow": 2,
  "the day after tomorrow": 2,
  今天: 0,
  今日: 0,
  明天: 1,
  明日: 1,
  后天: 2,
  后日: 2,
  大后天: 3,
  昨天: -1,
  yesterday: -1,
};

function nearDay(words: string, today: LocalDay): DaysRead | null {
  const moved = Object.hasOwn(NEAR, words) ? NEAR[words] : undefined;
  return moved === undefined ? null : { days: [addDays(today, moved)], step: moved === 0 ? "day" : null };
}

const DAYS_OF_WEEK = 7;
const SATURDAY = 6;
const NAMED = /^(?:(this|next|this coming|coming|last) )?([a-z]+)\.?$/;
const NAMED_HAN = /^(下下|下|这|本|上)?(?:一?个)?(?:周|星期|礼拜)([一二三四五六日天])$/;
const WEEKS: Readonly<Record<string, number>> = { 下下: 2, 下: 1, 这: 0, 本: 0, 上: -1 };

/** Friday, next Friday, 周五, 下周五: that of a named week, or the next one, today included. */
function weekday(words: string, today: LocalDay): DaysRead | null {
  const [, week, han] = NAMED_HAN.exec(words) ?? [];
  if (han !== undefined) {
    const wanted = weekdayNamed(`周${han}`) ?? 1;
    if (week === undefined) return { days: [ahead(today, wanted)], step: "week" };
    return { days: [inWeek(today, wanted, WEEKS[week] ?? 0)], step: week === "上" ? null : "week" };
  }
  const [, word, name = ""] = NAMED.exec(words) ?? [];
  const wanted = weekdayNamed(name);
  if (wanted === null) return null;
  switch (word) {
    case "last":
      return { days: [inWeek(today, wanted, -1)], step: null };
    case "this":
      return { days: [inWeek(today, wanted, 0)], step: "week" };
    case "next":
      return { days: nextNamed(today, wanted), step: null };
    default:
      return { days: [ahead(today, wanted)], step: "week" };
  }
}

/** "Next Friday", said on a Wednesday, is that of this week to some and that of the next one to others. */
function nextNamed(today: LocalDay, wanted: number): LocalDay[] {
  const nextWeek = inWeek(today, wanted, 1);
  return weekdayOf(today) < wanted ? [inWeek(today, wanted, 0), nextWeek] : [nextWeek];
}

function ahead(today: LocalDay, wanted: number): LocalDay {
  return addDays(today, (wanted - weekdayOf(today) + DAYS_OF_WEEK) % DAYS_OF_WEEK);
}

function inWeek(today: LocalDay, wanted: number, moved: number): LocalDay {
  return addDays(unitAround(today, "week", moved).from, wanted - 1);
}

/** The weekend begins on Saturday, or is today. */
function weekend(words: string, today: LocalDay): DaysRead | null {
  const [, word] = /^(?:(?:the|this) |(next) )?weekend$/.exec(words) ?? [];
  if (word === "next") return { days: nextNamed(today, SATURDAY), step: null };
  const [, week] = /^(下下|下|这|本)?(?:一?个)?周末$/.exec(words) ?? [];
  if (week === "下" || week === "下下") return { days: [inWeek(today, SATURDAY, WEEKS[week] ?? 1)], step: null };
  if (!/^(?:(?:the|this) )?weekend$|^[这本]?(?:一?个)?周末$/.test(words)) return null;
  return { days: [weekdayOf(today) > SATURDAY ? today : ahead(today, SATURDAY)], step: "week" };
}

const UNITS: Readonly<Record<string, PeriodUnit>> = {
  周: "week",
  星期: "week",
  礼拜: "week",
  月: "month",
  季度: "quarter",
  年: "year",
};
const PERIOD = /^(?:(?:the )?(?:start|beginning) of )?(?:the )?next (week|month|quarter|year)$/;
const PERIOD_HAN = /^(?:下一?个?(周|星期|礼拜|月|季度)|明(年))[初]?$/;

/** Next week, 下个月: its first day. */
function period(words: string, today: LocalDay): DaysRead | null {
  const [, name] = PERIOD.exec(words) ?? [];
  const [, han, year] = PERIOD_HAN.exec(words) ?? [];
  const unit = name ?? han ?? year;
  if (unit !== undefined) return { days: [unitAround(today, unitOf(unit), 1).from], step: null };
  const ofYear = monthOfYear(words, today);
  if (ofYear !== null) return { days: [ofYear], step: null };
  if (/^月初$/.test(words)) {
    const [first, next] = [0, 1].map((later) => unitAround(today, "month", later).from);
    return { days: [first === today ? today : next ?? today], step: "month" };
  }
  const [, month] = MONTH_ALONE.exec(words) ?? [];
  if (month === undefined) return null;
  const number = MONTHS.indexOf(month.slice(0, MONTH_LETTERS)) + 1;
  const first = [0, 1].map((later) => `${Number(today.slice(0, 4)) + later}-${String(number).padStart(2, "0")}-01`);
  return { days: [first.find((day) => day >= today) ?? today], step: "year" };
}

const MONTH_AND_YEAR =
  /^(?:in )?(january|february|march|april|may|june|july|august|september|october|november|december) (?:of )?(\d{4}|next year|this year)$/;
const MONTH_AND_YEAR_HAN = /^(?:(\d{4})年|(明年|今年|后年))(\d{1,2}|[一二三四五六七八九十]{1,2})月份?[初]?$/;
const YEARS_AHEAD: Readonly<Record<string, number>> = { "this year": 0, "next year": 1, 今年: 0, 明年: 1, 后年: 2 };

/** March 2027, 明年三月: the first day of it. */
function monthOfYear(words: string, today: LocalDay): LocalDay | null {
  const [, name, english] = MONTH_AND_YEAR.exec(words) ?? [];
  const [, figures, near, han] = MONTH_AND_YEAR_HAN.exec(words) ?? [];
  const month = name === undefined
    ? chineseNumber(han ?? "") ?? Number(han)
    : MONTHS.indexOf(name.slice(0, MONTH_LETTERS)) + 1;
  if (!(month >= 1 && month <= MONTHS.length)) return null;
  const ahead = YEARS_AHEAD[english ?? near ?? ""];
  const year = ahead === undefined ? Number(english ?? figures) : Number(today.slice(0, 4)) + ahead;
  return `${year}-${String(month).padStart(2, "0")}-01`;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** By which months differ. */
const MONTH_LETTERS = 3;
const MONTH_ALONE = /^(?:in )?(january|february|march|april|may|june|july|august|september|october|november|december)$/;

const EDGE = /^(?:the )?(?:end of|last day of) (?:(the|this|next) )?(week|month|quarter|year)$/;
const EDGE_HAN = /^(下一?个?|本|这个?|明)?([月年季周])(?:度)?[底末]$/;
const FRIDAY = 5;

/** The end of the month, 月底, 下月底, 年底; that of a week is Friday to some and Sunday to others. */
function edge(words: string, today: LocalDay): DaysRead | null {
  const [, word, unit] = EDGE.exec(words.replace(/^(?:this )?month[ -]end$|^eom$/, "end of month")) ?? [];
  const [, hanWord, hanUnit] = EDGE_HAN.exec(words) ?? [];
  const size = unit ?? hanUnit;
  if (size === undefined || hanUnit === "周") return null;
  const moved = word === "next" || hanWord?.startsWith("下") === true || hanWord === "明" ? 1 : 0;
  const { from, to } = unitAround(today, unitOf(size), moved);
  const step = size === "month" || size === "月" ? "month end" as const : null;
  return { days: unit === "week" ? [addDays(from, FRIDAY - 1), to] : [to], step: moved === 0 ? step : null };
}

/** "The 5th", 5号, 十五日: the next one. What is so many days ahead has 后 behind it. */
function ordinalDay(words: string, today: LocalDay): DaysRead | null {
  const [, figures] = /^(?:the )?(\d{1,2})(?:st|nd|rd|th)$/.exec(words) ?? [];
  const [, han] = /^(\d{1,2}|[一二三四五六七八九十廿卅]{1,3})[日号]$/.exec(words) ?? [];
  const number = figures ?? (han === undefined ? undefined : chineseNumber(han));
  if (number === undefined || number === null) return null;
  for (let months = 0; months <= MONTHS.length; months++) {
    const { from, to } = unitAround(today, "month", months);
    const day = addDays(from, Number(number) - 1);
    if (day >= today && day <= to && day >= from) return { days: [day], step: "month" };
  }
  return null;
}

function unitOf(name: string): PeriodUnit {
  if (name === "week" || name === "month" || name === "quarter" || name === "year") return name;
  return name === "季" ? "quarter" : UNITS[name] ?? "day";
}
