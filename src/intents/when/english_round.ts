/**
 * Days that come again, in English.
 *
 * @module
 */
import { LAST_DAY } from "../../base/dates/timetable.ts";
import { COUNT, countOf } from "./fold_words.ts";
import type { Round } from "./read_repeat.ts";
import { everyMonths, nthWeekday, rareDay, workingDay } from "./rare_day.ts";
import { WEEKDAY_NAMES, weekdayNamed } from "./weekday_names.ts";

/** Returns the days, or `null` if the words are none in English. */
export function englishRound(words: string): Round | null {
  if (/[^\x20-\x7e]/.test(words)) return null;
  const text = words.replace(/\beach\b/g, "every").replace(/ ?& ?/g, " and ").replace(
    /\bevery day\b|^daily$/,
    "everyday",
  ).replace(/^once a day\b/, "everyday").replace(/^once a month\b/, "every month").trim();
  for (const [form, read] of FORMS) {
    const match = form.exec(text);
    const round = match === null ? null : read(match.slice(1));
    if (round !== null) return round;
  }
  return null;
}

type RoundReader = (groups: readonly (string | undefined)[]) => Round | null;

const MONTHS =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const DATE = "(\\d{1,2})(?:st|nd|rd|th)?";
const WORKING_DAYS = [1, 2, 3, 4, 5];
const DAYS_OF_WEEK = 7;

const FORMS: readonly (readonly [RegExp, RoundReader])[] = [
  // "Every morning": the part of the day was taken out before.
  [/^(?:everyday|every)$/, () => ({ kind: "days" })],
  [
    /^(?:every )?(?:week|work|working|business) ?days?$|^monday to friday$/,
    () => ({ kind: "days", weekdays: WORKING_DAYS }),
  ],
  [/^(?:every )?weekends?$/, () => ({ kind: "either", phrases: ["every Saturday", "every Saturday and Sunday"] })],
  [/^weekly$|^every week$|^once a week$/, () => ({ kind: "every", days: DAYS_OF_WEEK, weekday: null })],
  [
    new RegExp(`^every (other|${COUNT}) (day|week)s?(?: on ([a-z]+))?$`),
    ([count = "", unit, name]) => everySo(count, unit, name),
  ],
  [
    /^every (second|third|fourth) (day|week)$/,
    ([nth, unit]) => everySo(String(PLACE_WORDS.indexOf(nth ?? "") + 1), unit, undefined),
  ],
  [/^(?:every (?:two )?fortnight|fortnightly)$/, () => ({ kind: "every", days: 2 * DAYS_OF_WEEK, weekday: null })],
  [/^biweekly$/, () => ({ kind: "either", phrases: ["every 2 weeks", "every Monday and Thursday"] })],
  [/^every other ([a-z]+)$/, ([name]) => name === "month" ? monthly("2", undefined) : everySo("2", "week", name)],
  [
    new RegExp(`^every (${COUNT}) months?(?: (?:on|at) (?:the )?(?:${DATE}|(end|last day)))?$`),
    ([count, date, end]) => monthly(count, date, end),
  ],
  [
    new RegExp(`^(?:on )?the (?:${DATE}|(end|last day)) of every (other|${COUNT}) months?$`),
    ([date, end, count]) => monthly(count === "other" ? "2" : count, date, end),
  ],
  [
    /^(?:(?:on )?(?:the )?|every )(first|last) (?:working|business|week|work) ?day of (?:every|the|a) month$/,
    ([which]) => workingDay(which === "last"),
  ],
  [
    /^every last ([a-z]+)(?: of (?:the|every) month)?$|^(?:on )?(?:the )?last ([a-z]+) of every month$/,
    ([a, b]) => placed(0, a ?? b),
  ],
  [/^every (second|2nd|third|3rd|fourth|4th) ([a-z]+)$/, ([nth, name]) => eitherRound(nth, name)],
  [
    /^every ([a-z]+) (?:to|through|till|-) ([a-z]+)$|^([a-z]+) (?:to|through|-) ([a-z]+) every week$/,
    ([a, b, c, d]) => weekdayRange(a ?? c, b ?? d),
  ],
  [/^(?:every|on the) first of (?:the|every) month$/, () => ofMonth("1")],
  [
    /^(?:every month|monthly)$/,
    () => ({ kind: "either", phrases: ["on the 1st of every month", "end of every month"] }),
  ],
  [
    /^(?:(?:on )?(?:the )?(?:end|last day) of (?:every|the) month|(?:every|the) (?:month[ -]?end|end of (?:the )?month)|(?:every month|monthly) (?:on|at) the (?:last day|end))$/,
    ofMonthEnd,
  ],
  [
    new RegExp(
      `^(?:(?:on )?(?:the )?${DATE}(?: day)? of every month|(?:every month|monthly) on (?:the )?${DATE}|every ${DATE}(?: of the month)?)$`,
    ),
    (groups) => ofMonth(groups.find((it) => it !== undefined)),
  ],
  [
    new RegExp(
      `^(?:every year|yearly|annually|every) (?:on )?(?:the )?(?:(${MONTHS}) ${DATE}|${DATE}(?: of)? (${MONTHS}))$`,
    ),
    ([a, b, c, d]) => rareDay(monthOf(a ?? d), Number(b ?? c)),
  ],
  [
    /^(?:every month on the|(?:on )?(?:the )?) ?(first|1st|second|2nd|third|3rd|fourth|4th) ([a-z]+)(?: of every month)?$/,
    ([nth, name]) => ofPlace(nth, name),
  ],
  [
    /^every (first|1st|second|2nd|third|3rd|fourth|4th) ([a-z]+)(?: of (?:the|every) month)$|^every (first) ([a-z]+)$/,
    ([nth, name, first, of]) => ofPlace(nth ?? first, name ?? of),
  ],
  [/^every quarter$|^quarterly$/, () => ({ kind: "days", days: [1], months: [1, 4, 7, 10] })],
  [/^(?:weekly on|every week on|every|on)? ?(.+?)(?: every week)?$/, ([list = ""]) => weekdayList(list)],
];

function ofMonthEnd(): Round {
  return { kind: "days", days: [LAST_DAY] };
}

function ofMonth(date: string | undefined): Round | null {
  return rareDay(null, Number(date));
}

function monthOf(name = ""): number {
  return ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"].indexOf(
    name.slice(0, 3),
  ) + 1;
}

function everySo(count: string, unit: string | undefined, name: string | undefined): Round | null {
  const times = count === "other" ? 2 : countOf(count);
  const weekday = name === undefined ? null : weekdayNamed(name);
  if ((name !== undefined && (weekday === null || unit !== "week")) || !Number.isInteger(times) || times < 1) {
    return null;
  }
  return { kind: "every", days: times * (unit === "week" ? DAYS_OF_WEEK : 1), weekday };
}

const PLACES = ["1st", "2nd", "3rd", "4th"];
const PLACE_WORDS = ["first", "second", "third", "fourth"];

/** Which of the weekdays of a month, from 1. */
function placeOf(nth = ""): number {
  return Math.max(PLACES.indexOf(nth), PLACE_WORDS.indexOf(nth)) + 1;
}

function ofPlace(nth: string | undefined, name: string | undefined): Round | null {
  return placed(placeOf(nth), name);
}

function placed(place: number, name = ""): Round | null {
  const weekday = weekdayNamed(name);
  return weekday === null ? null : nthWeekday(place, weekday);
}

/** "Every second Friday" is every two weeks to some, and of every month to others. */
function eitherRound(nth = "", name = ""): Round | null {
  const weekday = weekdayNamed(name);
  if (weekday === null) return null;
  const [word, day] = [PLACE_WORDS[placeOf(nth) - 1] ?? nth, WEEKDAY_NAMES[weekday - 1] ?? name];
  return { kind: "either", phrases: [`every ${placeOf(nth)} weeks on ${day}`, `on the ${word} ${day} of every month`] };
}

function monthly(count: string | undefined, date: string | undefined, end?: string): Round | null {
  const every = countOf(count ?? "");
  const day = end !== undefined ? LAST_DAY : date === undefined ? null : Number(date);
  return everyMonths(every, day, (which) => `every ${every} months on the ${which === "first" ? "1st" : "last day"}`);
}

function weekdayRange(from = "", to = ""): Round | null {
  const [first, last] = [weekdayNamed(from), weekdayNamed(to)];
  if (first === null || last === null || last <= first) return null;
  return { kind: "days", weekdays: Array.from({ length: last - first + 1 }, (_, at) => first + at) };
}

/** "Mondays and Thursdays", "Mon Wed Fri". One weekday alone has to be "every" or plural, which the caller saw. */
function weekdayList(list: string): Round | null {
  const names = list.replace(/\bevery\b/g, " ").split(/ and | |,/).filter((name) => name !== "");
  const weekdays = names.map((name) => weekdayNamed(name));
  if (weekdays.length === 0 || weekdays.includes(null)) return null;
  return { kind: "days", weekdays: [...new Set(weekdays.filter((day) => day !== null))].sort((a, b) => a - b) };
}
