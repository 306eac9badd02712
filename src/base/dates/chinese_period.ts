/**
 * Days and periods in Chinese. No library that loads in a few milliseconds reads 上周 or 三天前
 * (docs/adr/0021-dates-in-words.md), so the forms are written down here: a closed list, of which every character has to
 * count.
 *
 * @module
 */
import { addDays, type Clock, type LocalDay } from "../clock.ts";
import { chineseMonth } from "./chinese_month.ts";
import { chineseNumber } from "./chinese_number.ts";
import { oneDay, type PeriodUnit, unitAround, unitsBefore, weekdayOf } from "./day_range.ts";
import { latestWeekday, type PeriodReading, readingOf, UNREADABLE, weekdayInWeek } from "./past_period.ts";

/** Returns what a Chinese text says of days. */
export function chinesePeriod(text: string, clock: Clock): PeriodReading {
  const wanted = text.replace(/\s+/g, "").replace(
    /[週個後號兩這禮過內來從開為鐘時]/g,
    (char) => SIMPLIFIED[char] ?? char,
  )
    .replace(/^(?:自从|从|自)/, "").replace(/(?:以来|开始|起|为止)$/, "");
  const { day: today } = clock.now();
  return dayWord(wanted, today) ?? weekOrWeekday(wanted, today) ?? chineseMonth(wanted, today) ??
    span(wanted, today) ?? timeAgo(wanted, clock) ?? UNREADABLE;
}

/** Characters of these forms as they are written in traditional script. */
const SIMPLIFIED: Readonly<Record<string, string>> = {
  週: "周",
  個: "个",
  後: "后",
  號: "号",
  兩: "两",
  這: "这",
  禮: "礼",
  過: "过",
  內: "内",
  來: "来",
  從: "从",
  開: "开",
  為: "为",
  鐘: "钟",
  時: "时",
};

const DAY_WORD = /^(?:(大前|大后)天|([前昨今明后])[天日晚夜早晨](?:晚上|早上|上午|中午|下午|夜里)?)$/;
/** Days from today. */
const DAYS: Readonly<Record<string, number>> = { 大前: -3, 前: -2, 昨: -1, 今: 0, 明: 1, 后: 2, 大后: 3 };

/** 前天, 昨晚, 今天. */
function dayWord(text: string, today: LocalDay): PeriodReading | null {
  const [, three, two] = DAY_WORD.exec(text) ?? [];
  const moved = DAYS[three ?? two ?? ""];
  return moved === undefined ? null : readingOf(oneDay(addDays(today, moved)));
}

const WEEK = /^(?:(上上|上|这|本|下下|下)一?个?)?(?:周|星期|礼拜)([一二三四五六日天末])?$/;
/** Weeks from this one. */
const MOVED: Readonly<Record<string, number>> = { 上上: -2, 上: -1, 这: 0, 本: 0, 下: 1, 下下: 2 };
const WEEKDAYS = "一二三四五六日";
const SATURDAY = 6;

/** 上周, 上周五, 周五, 上周末. */
function weekOrWeekday(text: string, today: LocalDay): PeriodReading | null {
  const [whole, word, name] = WEEK.exec(text) ?? [];
  if (whole === undefined || (word === undefined && name === undefined)) return null;
  if (name === "末") {
    // The latest weekend that has begun, unless another one is named.
    const bare = weekdayOf(today) >= SATURDAY ? 0 : -1;
    const { to } = unitAround(today, "week", word === undefined ? bare : MOVED[word]);
    return readingOf({ from: addDays(to, -1), to });
  }
  if (name === undefined) return readingOf(unitAround(today, "week", MOVED[word ?? ""]));
  const weekday = WEEKDAYS.indexOf(name === "天" ? "日" : name) + 1;
  return readingOf(
    word === undefined ? latestWeekday(today, weekday) : weekdayInWeek(today, weekday, MOVED[word] ?? 0),
  );
}

const AGO = /^(.+?)[之以]?前$/;
const BACK_TO = /^(?:最近|近|过去|这)的?(.+?)(?:之?内|来|里)?$|^(.+?)(?:之?内|来)$/;

/** 三天前 is a day; 最近三天 and 三天内 reach from there to today. */
function span(text: string, today: LocalDay): PeriodReading | null {
  const [, ago] = AGO.exec(text) ?? [];
  const from = ago === undefined ? null : daysBack(ago, today);
  if (from !== null) return readingOf(oneDay(from));
  const [, recent, within] = BACK_TO.exec(text) ?? [];
  const first = daysBack(recent ?? within ?? "", today);
  return first === null ? null : readingOf({ from: first, to: today });
}

const SPAN = /^(半|\d{1,3}|[一二两三四五六七八九十百廿卅零]{1,5})(个?)(半?)(天|周|星期|礼拜|月|季度|年)(半?)$/;
const UNITS: Readonly<Record<string, PeriodUnit>> = { 天: "day", 月: "month", 季度: "quarter", 年: "year" };
/** What 半个月 is to people who count days. */
const DAYS_OF_HALF_MONTH = 15;

/** A month that is counted has 个: 八个月前 is eight months ago, 八月前 before August. */
function daysBack(text: string, today: LocalDay): LocalDay | null {
  const [, number = "", measure, before = "", name = "", behind = ""] = SPAN.exec(text) ?? [];
  const isCounted = measure === "个";
  if (isCounted ? name === "天" || name === "年" : name === "月" || name === "季度") return null;
  if (number === "半") return before + behind === "" ? halfBefore(today, name) : null;
  const count = chineseNumber(number);
  if (count === null) return null;
  const whole = unitsBefore(today, UNITS[name] ?? "week", count);
  if (before + behind === "") return whole;
  // 两个半月, 一年半.
  return (name === "月" && before !== "") || (name === "年" && behind !== "") ? halfBefore(whole, name) : null;
}

/** Returns the day half a year or half a month before one, or `null` for another unit. */
function halfBefore(day: LocalDay, name: string): LocalDay | null {
  if (name === "年") return unitsBefore(day, "half", 1);
  return name === "月" ? addDays(day, -DAYS_OF_HALF_MONTH) : null;
}

const TIME_AGO = /^(半|\d{1,3}|[一二两三四五六七八九十]{1,3})个?(小时|钟头|分钟)[之以]?前$/;
const MINUTES_OF_HOUR = 60;
const MINUTE_MS = 60_000;

/** An hour is one of the clock, so that the day is right at midnight and across a change of it. */
function timeAgo(text: string, clock: Clock): PeriodReading | null {
  const [, number = "", unit] = TIME_AGO.exec(text) ?? [];
  const count = number === "半" ? 1 / 2 : chineseNumber(number);
  if (count === null) return null;
  const minutes = count * (unit === "分钟" ? 1 : MINUTES_OF_HOUR);
  return readingOf(oneDay(clock.at(clock.now().ms - minutes * MINUTE_MS).day));
}
