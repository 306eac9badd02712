/**
 * Days that come again, in English.
 *
 * @module
 */
import { LAST_DAY } from "../../base/dates/timetable.ts";
import { COUNT, countOf } from "./fold_words.ts";
import type { Round } from "./read_repeat.ts";
import { rareDay } from "./rare_day.ts";
import { weekdayNamed } from "./weekday_names.ts";

/** Returns the days, or `null` if the words are none in English. */
export function englishRound(words: string): Round | null {
  if (/[^\x20-\x7e]/.test(words)) return null;
  const text = words.replace(/\beach\b/g, "every").replace(/ ?& ?/g, " and ").replace(
    /\bevery day\b|^daily$/,
    "everyday",
  ).trim();
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
  [/^weekly$|^every week$/, () => ({ kind: "every", days: DAYS_OF_WEEK, weekday: null })],
  [
    new RegExp(`^every (other|${COUNT}) (day|week)s?(?: on ([a-z]+))?$`),
    ([count = "", unit, name]) => everySo(count, unit, name),
  ],
  [/^every other ([a-z]+)$/, ([name]) => everySo("2", "week", name)],
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
    ([nth, name]) => nthWeekday(nth, name),
  ],
  [
    /^every (first|1st|third|3rd|fourth|4th) ([a-z]+)(?: of (?:the|every) month)?$/,
    ([nth, name]) => nthWeekday(nth, name),
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

/** The first Monday of a month is the Monday among its first seven days. */
function nthWeekday(nth = "", name = ""): Round | null {
  const weekday = weekdayNamed(name);
  if (weekday === null) return null;
  const at = Math.max(PLACES.indexOf(nth), PLACE_WORDS.indexOf(nth));
  return {
    kind: "days",
    weekdays: [weekday],
    days: Array.from({ length: DAYS_OF_WEEK }, (_, day) => at * DAYS_OF_WEEK + day + 1),
  };
}

/** "Mondays and Thursdays", "Mon Wed Fri". One weekday alone has to be "every" or plural, which the caller saw. */
function weekdayList(list: string): Round | null {
  const names = list.replace(/\bevery\b/g, " ").split(/ and | |,/).filter((name) => name !== "");
  const weekdays = names.map((name) => weekdayNamed(name));
  if (weekdays.length === 0 || weekdays.includes(null)) return null;
  return { kind: "days", weekdays: [...new Set(weekdays.filter((day) => day !== null))].sort((a, b) => a - b) };
}
