/**
 * Days that come again, in Chinese: 每天, 每个工作日, 每周一三五, 每月5号, 每月底, 每年3月5日, 每两周周五.
 *
 * @module
 */
import { chineseNumber } from "../../base/dates/chinese_number.ts";
import { LAST_DAY } from "../../base/dates/timetable.ts";
import { everyMonths, lastDay, nthWeekday, rareDay, workingDay } from "./rare_day.ts";
import type { Round } from "./read_repeat.ts";
import { weekdayNamed } from "./weekday_names.ts";

/** Returns the days, or `null` if the words, without blanks, are none in Chinese. */
export function chineseRound(words: string): Round | null {
  const text = words.replace(/逢/g, "").replace(/的/g, "");
  for (const [form, read] of FORMS) {
    const match = form.exec(text);
    const round = match === null ? null : read(match.slice(1));
    if (round !== null) return round;
  }
  return null;
}

type RoundReader = (groups: readonly (string | undefined)[]) => Round | null;

const WORKING_DAYS = [1, 2, 3, 4, 5];
const DAYS_OF_WEEK = 7;
const NUMBER = "\\d{1,2}|[一二两三四五六七八九十廿卅]{1,3}";
const WEEK = "(?:周|星期|礼拜)";
const LIST = `([一二三四五六日天](?:[和及与到至、]?${WEEK}?[一二三四五六日天])*)`;

const FORMS: readonly (readonly [RegExp, RoundReader])[] = [
  // 每晚: the part of the day was taken out before.
  [/^(?:每[天日]?|天天)$/, () => ({ kind: "days" })],
  [/^每个?工作[日天]$/, () => ({ kind: "days", weekdays: WORKING_DAYS })],
  [/^每个?周末$/, () => ({ kind: "either", phrases: ["每周六", "每周六和周日"] })],
  [new RegExp(`^每一?个?${WEEK}$`), () => ({ kind: "every", days: DAYS_OF_WEEK, weekday: null })],
  [new RegExp(`^每一?个?${WEEK}${LIST}$`), ([list]) => weekdays(list)],
  [new RegExp(`^每?隔${WEEK}([一二三四五六日天])?$`), ([name]) => everySo("2", DAYS_OF_WEEK, name)],
  [new RegExp(`^每个?月第([一二三四1-4])个?${WEEK}([一二三四五六日天])$`), ([nth, name]) => placed(number(nth), name)],
  [new RegExp(`^每个?月(?:最后|倒数第)一?个?${WEEK}([一二三四五六日天])$`), ([name]) => placed(0, name)],
  [/^每个?月(?:(第)|最后)一个?工作[日天]$/, ([first]) => workingDay(first === undefined)],
  [
    new RegExp(`^每(半年|(?:${NUMBER})个月)(?:(${NUMBER})[日号]|([底末]|最后一天)|(初|第一天))?$`),
    ([span = "", day, end, start]) => monthly(span, day, { isEnd: end !== undefined, isStart: start !== undefined }),
  ],
  [/^隔天$|^每隔一天$/, () => ({ kind: "every", days: 2, weekday: null })],
  [new RegExp(`^每(${NUMBER})天$`), ([count]) => everySo(count, 1, undefined)],
  [
    new RegExp(`^每(${NUMBER})个?${WEEK}(?:${WEEK}?([一二三四五六日天]))?$`),
    ([count, name]) => everySo(count, DAYS_OF_WEEK, name),
  ],
  // Literally one more than people mean by it.
  [new RegExp(`^每隔(${NUMBER})天$`), ([count]) => interval(count, "天")],
  [new RegExp(`^每隔(${NUMBER})个?${WEEK}$`), ([count]) => interval(count, "周")],
  [/^每个?月$/, () => ({ kind: "either", phrases: ["每月1号", "每月底"] })],
  [/^每个?月(?:[底末]|最后一天)$/, () => lastDay()],
  [/^每个?月初$/, () => rareDay(null, 1)],
  [new RegExp(`^每个?月(${NUMBER})[日号]?$`), ([day]) => rareDay(null, number(day))],
  [/^每个?季度初?$/, () => ({ kind: "days", days: [1], months: [1, 4, 7, 10] })],
  [/^每个?季度[底末]$/, () => lastDay([3, 6, 9, 12])],
  [/^每年[底末]$/, () => lastDay([12])],
  [new RegExp(`^每年(${NUMBER})月(${NUMBER})[日号]?$`), ([month, day]) => rareDay(number(month), number(day))],
];

function number(text: string | undefined): number {
  return chineseNumber(text ?? "") ?? 0;
}

function weekdays(list = ""): Round | null {
  const chars = [...list.replace(new RegExp(WEEK, "g"), "")];
  const range = /^(.)[到至](.)$/.exec(chars.join(""));
  const found = chars.map((char) => weekdayNamed(char)).filter((day) => day !== null);
  const [first, last] = [found[0] ?? 1, found.at(-1) ?? 1];
  if (range !== null) {
    return last <= first
      ? null
      : { kind: "days", weekdays: Array.from({ length: last - first + 1 }, (_, at) => first + at) };
  }
  if (/[到至]/.test(list)) return null;
  return { kind: "days", weekdays: [...new Set(found)].sort((a, b) => a - b) };
}

function everySo(count: string | undefined, size: number, name: string | undefined): Round | null {
  const times = number(count);
  return times < 1
    ? null
    : { kind: "every", days: times * size, weekday: name === undefined ? null : weekdayNamed(name) };
}

function placed(nth: number, name = ""): Round | null {
  const weekday = weekdayNamed(name);
  return weekday === null || nth < 0 ? null : nthWeekday(nth, weekday);
}

const MONTHS_OF_HALF_YEAR = 6;

function monthly(
  span: string,
  date: string | undefined,
  { isEnd, isStart }: { readonly isEnd: boolean; readonly isStart: boolean },
): Round | null {
  const every = span === "半年" ? MONTHS_OF_HALF_YEAR : number(span.replace("个月", ""));
  const day = isEnd ? LAST_DAY : isStart ? 1 : date === undefined ? null : number(date);
  return everyMonths(every, day, (which) => `每${every}个月${which === "first" ? "1号" : "最后一天"}`);
}

function interval(count: string | undefined, unit: string): Round | null {
  const times = number(count);
  return times < 1 ? null : { kind: "either", phrases: [`每${times}${unit}`, `每${times + 1}${unit}`] };
}
