/**
 * Months, quarters, years and their days in Chinese: 上个月, 8月19日, 去年十二月, 年初.
 *
 * @module
 */
import { addDays, type LocalDay } from "../clock.ts";
import { chineseNumber } from "./chinese_number.ts";
import { dayOf, type DayRange, monthOf, oneDay, unitAround, wholeYear, yearOf } from "./day_range.ts";
import { edgeReading, latestDayOfMonth, latestMonth, latestMonthDay } from "./past_period.ts";
import { type PeriodReading, readingOf } from "./past_period.ts";

/** Returns what a text in simplified script and without blanks says of months and years, or `null`. */
export function chineseMonth(text: string, today: LocalDay): PeriodReading | null {
  const [, name, rest = ""] = YEAR.exec(text) ?? [];
  const year = name === undefined ? null : yearNamed(name, today);
  if (year === null) return monthNearby(text, today) ?? partOfYear(text, today, null);
  return rest === "" ? readingOf(wholeYear(year)) : partOfYear(rest, today, year);
}

const YEAR = /^(大前年|前年|去年|今年|本年|明年|\d{4}年|[零〇一二三四五六七八九]{4}年)的?(.*)$/;
/** Years from this one. */
const YEARS: Readonly<Record<string, number>> = { 大前年: -3, 前年: -2, 去年: -1, 今年: 0, 本年: 0, 明年: 1 };

function yearNamed(name: string, today: LocalDay): number | null {
  const moved = YEARS[name];
  return moved === undefined ? chineseNumber(name.slice(0, -1)) : yearOf(today) + moved;
}

const NEARBY =
  /^(上上|上|这|本|下下|下)一?个?(月|季度)的?(?:(\d{1,2}|[一二三四五六七八九十廿卅]{1,3})[日号]|[月季]?([初底末]))?$/;
/** Months or quarters from the present one. */
const MOVED: Readonly<Record<string, number>> = { 上上: -2, 上: -1, 这: 0, 本: 0, 下: 1, 下下: 2 };
const BARE_EDGE = /^(月|季度?|年)([初底末])$/;
const BARE_DAY = /^(\d{1,2}|[一二三四五六七八九十廿卅]{1,3})[日号]$/;

/** 上个月, 上月5号, 本月初, 月底, 5号. */
function monthNearby(text: string, today: LocalDay): PeriodReading | null {
  const [, word = "", size, day, edge] = NEARBY.exec(text) ?? [];
  if (size !== undefined) {
    const period = unitAround(today, size === "月" ? "month" : "quarter", MOVED[word]);
    if (day !== undefined) return size === "月" ? readingOf(dayIn(period, day)) : null;
    return edge === undefined ? readingOf(period) : edgeReading({ period, before: null, isEnd: edge !== "初" }, today);
  }
  const [, of, side] = BARE_EDGE.exec(text) ?? [];
  if (of !== undefined) {
    const unit = of === "月" ? "month" : of === "年" ? "year" : "quarter";
    const [period, before] = [unitAround(today, unit), unitAround(today, unit, -1)];
    return edgeReading({ period, before, isEnd: side !== "初" }, today);
  }
  const [, number] = BARE_DAY.exec(text) ?? [];
  return number === undefined ? null : readingOf(latestDayOfMonth(today, chineseNumber(number) ?? 0));
}

function dayIn({ from, to }: DayRange, number: string): DayRange | null {
  const count = chineseNumber(number) ?? 0;
  const day = addDays(from, count - 1);
  return count >= 1 && day <= to ? oneDay(day) : null;
}

const HALF = /^([上下])半年$/;
const QUARTER = /^(?:第?([一二三四1-4])季度|q([1-4]))$/i;
const MONTH =
  /^(\d{1,2}|[一二三四五六七八九十]{1,2})月份?的?(?:(\d{1,2}|[一二三四五六七八九十廿卅]{1,3})[日号]?|([初底末]))?$/;
const MONTHS_OF_QUARTER = 3;
const MONTHS_OF_HALF = 6;

/** 下半年, 第二季度, 十二月, 8月19日, 8月底, 年's 初 and 底; without a year the latest. */
function partOfYear(text: string, today: LocalDay, year: number | null): PeriodReading | null {
  const monthIn = (month: number) => year === null ? latestMonth(today, month) : monthOf(year, month);
  const unitFrom = (month: number, unit: "quarter" | "half") => {
    const first = monthIn(month);
    return readingOf(first === null ? null : unitAround(first.from, unit));
  };
  const [, half] = HALF.exec(text) ?? [];
  if (half !== undefined) return unitFrom(half === "上" ? 1 : MONTHS_OF_HALF + 1, "half");
  const [, spelt, figure] = QUARTER.exec(text) ?? [];
  const quarter = spelt ?? figure;
  if (quarter !== undefined) return unitFrom(((chineseNumber(quarter) ?? 1) - 1) * MONTHS_OF_QUARTER + 1, "quarter");
  const edgeOfYear = year === null ? null : /^年?([初底末])$/.exec(text)?.[1] ?? null;
  const period = year === null ? null : wholeYear(year);
  if (edgeOfYear !== null && period !== null) {
    return edgeReading({ period, before: null, isEnd: edgeOfYear !== "初" }, today);
  }
  const [, name, day, edge] = MONTH.exec(text) ?? [];
  return name === undefined ? null : ofMonth({ month: chineseNumber(name) ?? 0, day, edge, year }, today);
}

interface MonthParts {
  readonly month: number;
  readonly day: string | undefined;
  readonly edge: string | undefined;
  readonly year: number | null;
}

function ofMonth({ month, day, edge, year }: MonthParts, today: LocalDay): PeriodReading {
  const number = day === undefined ? null : chineseNumber(day) ?? 0;
  if (number !== null) {
    if (year === null) return readingOf(latestMonthDay(today, month, number));
    const found = dayOf(year, month, number);
    return readingOf(found === null ? null : oneDay(found));
  }
  const period = year === null ? latestMonth(today, month) : monthOf(year, month);
  if (period === null || edge === undefined) return readingOf(period);
  const before = year === null ? monthOf(yearOf(period.from) - 1, month) : null;
  return edgeReading({ period, before, isEnd: edge !== "初" }, today);
}
