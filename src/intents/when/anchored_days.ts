/**
 * Days that are told by another day or by two words at once: "a week from Friday", "Tuesday next week", "Friday 21 August",
 * "before Friday", 周五之前, 8月21日周五.
 *
 * @module
 */
import { addDays, type LocalDay } from "../../base/clock.ts";
import { type PeriodUnit, unitAround, unitsBefore, weekdayOf } from "../../base/dates/day_range.ts";
import { COUNT, countOf } from "./fold_words.ts";
import type { DaysRead } from "./read_days.ts";
import { weekdayNamed } from "./weekday_names.ts";

/** Reads the words of a day. */
export type DayReader = (words: string) => Promise<DaysRead | null>;

/** Words that are told by others: what they mean, or `null` if they mean nothing; left out: they are none. */
export async function anchoredDays(
  words: string,
  today: LocalDay,
  read: DayReader,
): Promise<DaysRead | null | undefined> {
  const near = weekdayOfWeek(words, today) ?? dateOfNextMonth(words, today);
  if (near !== null) return near;
  const [, count, unit, anchor] = FROM.exec(words) ?? [];
  if (anchor !== undefined) {
    return moved(
      await read(anchor),
      (day) => unitsBefore(day, unitOf(unit), -countOf(count ?? "") * (unit === "fortnight" ? FORTNIGHT : 1)),
    );
  }
  const before = BEFORE.exec(words)?.[1] ?? BEFORE_HAN.exec(words)?.[1];
  if (before !== undefined) return beforeThat(await read(before), today);
  const [, latest, atLatest] = AT_THE_LATEST.exec(words) ?? [];
  if (latest !== undefined || atLatest !== undefined) return await read(latest ?? atLatest ?? "");
  const [, name, date] = NAMED_DATE.exec(words) ?? NAMED_DATE_HAN.exec(words) ?? [];
  const [, first, last] = DATE_NAMED.exec(words) ?? DATE_NAMED_HAN.exec(words) ?? [];
  const weekday = weekdayNamed(name ?? last ?? "");
  if (weekday === null) return undefined;
  const found = await read(date ?? first ?? "");
  const days = (found?.days ?? []).filter((day) => weekdayOf(day) === weekday);
  // Of "Friday 22 August", which is a Saturday, nobody knows which word is wrong.
  if (found === null) return null;
  return days.length > 0
    ? { days, step: null }
    : { days: [], step: null, phrases: [name ?? last ?? "", date ?? first ?? ""] };
}

const FROM = new RegExp(`^(${COUNT}) (day|week|month|fortnight)s? (?:from|after) (?!now\\b)(.+)$`);
const BEFORE = /^(?:before|ahead of) (.+)$/;
const AT_THE_LATEST = /^(?:no later than|not later than|at the latest) (.+)$|^(.+) at the latest$/;
const BEFORE_HAN = /^(.*(?:[天日号周月年晚]|(?:周|星期|礼拜).))[之以]?前$/;

const NAME = "(mon[a-z]*|tue[a-z]*|wed[a-z]*|thu[a-z]*|fri[a-z]*|sat[a-z]*|sun[a-z]*)\\.?";
/** A date has a month or an ending: "Friday 9" is an hour. */
const DATE =
  "((?:the )?\\d{1,2}(?:st|nd|rd|th).*|\\d{1,2}\\.? [a-z]{3}.*|[a-z]{3,9}\\.? \\d{1,2}.*|\\d{1,4}[./-]\\d{1,2}.*)";
const NAMED_DATE = new RegExp(`^${NAME} ${DATE}$`);
const DATE_NAMED = new RegExp(`^${DATE.replaceAll(".*", ".*?")} ${NAME}$`);
const HAN_NAME = "((?:周|星期|礼拜)[一二三四五六日天])";
const HAN_DATE = "(.*[月号].*)";
const NAMED_DATE_HAN = new RegExp(`^${HAN_NAME}${HAN_DATE}$`);
const DATE_NAMED_HAN = new RegExp(`^${HAN_DATE}${HAN_NAME}$`);

const WEEKS_AHEAD: Readonly<Record<string, number>> = { "this week": 0, "next week": 1, "week after next": 2 };
const OF_WEEK = new RegExp(`^${NAME}(?: of| in)? (?:the )?(this week|next week|week after next)$`);
const WEEK_OF = new RegExp(`^(?:the )?(this week|next week|week after next)(?: on)? ${NAME}$`);
const AFTER_NEXT = new RegExp(`^(?:the )?${NAME} after next$`);

/** Tuesday next week: of the week that begins on the next Monday. */
function weekdayOfWeek(words: string, today: LocalDay): DaysRead | null {
  const [, after, laterWeek] = OF_WEEK.exec(words) ?? [];
  const [, week, before] = WEEK_OF.exec(words) ?? [];
  const ahead = WEEKS_AHEAD[laterWeek ?? week ?? words.replace(/^the /, "")];
  if (ahead !== undefined) {
    const name = after ?? before;
    const weekday = name === undefined ? 1 : weekdayNamed(name);
    if (weekday === null || (name === undefined && ahead !== 2)) return null;
    return { days: [addDays(unitAround(today, "week", ahead).from, weekday - 1)], step: null };
  }
  if (/^下下(?:一?个)?(?:周|星期|礼拜)$/.test(words)) return { days: [unitAround(today, "week", 2).from], step: null };
  const weekday = weekdayNamed(AFTER_NEXT.exec(words)?.[1] ?? "");
  if (weekday === null) return null;
  // The one after the next one, and "next Tuesday" on a Monday is two days to different people.
  const nextWeek = addDays(unitAround(today, "week", 1).from, weekday - 1);
  const days = weekdayOf(today) < weekday
    ? [nextWeek, addDays(nextWeek, DAYS_OF_WEEK)]
    : [addDays(nextWeek, DAYS_OF_WEEK)];
  return { days, step: null };
}

const DAYS_OF_WEEK = 7;
const FORTNIGHT = 14;
const NTH = "(?:the )?(\\d{1,2})(?:st|nd|rd|th)";
const OF_NEXT_MONTH = new RegExp(`^(?:next month(?: on)? ${NTH}|${NTH} (?:of )?next month)$`);

function dateOfNextMonth(words: string, today: LocalDay): DaysRead | null {
  const [, first, second] = OF_NEXT_MONTH.exec(words) ?? [];
  const date = first ?? second;
  if (date === undefined) return null;
  const { from, to } = unitAround(today, "month", 1);
  const day = addDays(from, Number(date) - 1);
  return day < from || day > to ? null : { days: [day], step: null };
}

function unitOf(name = ""): PeriodUnit {
  return name === "week" || name === "month" ? name : "day";
}

function moved(read: DaysRead | null, move: (day: LocalDay) => LocalDay): DaysRead | null {
  return read === null ? null : { days: read.days.map(move), step: null };
}

/** What is to be done before a day is late on it for some; to others the day itself is the last one. */
function beforeThat(read: DaysRead | null, today: LocalDay): DaysRead | null {
  if (read === null || read.days.some((day) => addDays(day, -1) <= today)) return null;
  return { days: [...new Set(read.days.flatMap((day) => [addDays(day, -1), day]))].sort(), step: null };
}
