/**
 * Takes the time of day out of words, English or Chinese: 9:00, 3pm, half past nine, tonight, 下午3点半, 晚上十点.
 *
 * @module
 */
import { chineseNumber } from "../../base/dates/chinese_number.ts";
import { countOf } from "./fold_words.ts";
import type { ClockTime } from "./moment.ts";

/** Words with their time of day taken out. */
export interface TakenTime {
  /** What is left, to be read as a day. */
  readonly rest: string;
  /** What the words may mean by it, the earlier first; empty: they name none. */
  readonly times: readonly ClockTime[];
  /** They name a part of the day, such as "evening"; alone it stands for its usual time. */
  readonly hasPart: boolean;
}

/**
 * Returns words without the first time of day that they name.
 *
 * @param mayBeBare also a number at the end or the beginning is an hour, as in "tomorrow 9"
 */
export function takeClockTime(words: string, mayBeBare: boolean): TakenTime {
  const { rest: whole, part } = takePart(words);
  for (const [form, read] of mayBeBare ? [...FORMS, BARE] : FORMS) {
    const match = form.exec(whole);
    if (match === null) continue;
    const times = read(match.slice(1), part);
    if (times === null) continue;
    return { rest: without(whole, match), times, hasPart: part !== null };
  }
  if (part === null) return { rest: tidy(whole), times: [], hasPart: false };
  return { rest: whole, times: part.usual, hasPart: true };
}

/** A part of the day. */
interface DayPart {
  /** The time of it that is meant when no hour is named; of midnight both. */
  readonly usual: readonly ClockTime[];
  /** Returns the hour of 24 that an hour on the dial means in it. */
  readonly hour24: (hour: number) => number;
}

const NOON = 12;
const am = (hour: number) => hour === NOON ? 0 : hour;
const pm = (hour: number) => hour < NOON ? hour + NOON : hour;
const plain = (hour: number): readonly ClockTime[] => [{ hour, minute: 0 }];
const MORNING: DayPart = { usual: plain(9), hour24: (hour) => hour };
const MIDDAY: DayPart = { usual: plain(NOON), hour24: (hour) => hour < 4 ? hour + NOON : hour };
const AFTERNOON: DayPart = { usual: plain(15), hour24: pm };
const EVENING: DayPart = { usual: plain(19), hour24: (hour) => hour === NOON ? 24 : pm(hour) };
const NIGHT: DayPart = {
  usual: plain(20),
  // Twelve at night ends the day; until five it is the small hours.
  hour24: (hour) => hour === NOON ? 24 : hour < 5 ? hour : pm(hour),
};
/** From midnight to five: which hour is meant has to be asked. */
const SMALL_HOURS: DayPart = { usual: [{ hour: 0, minute: 0 }, { hour: 5, minute: 0 }], hour24: am };
/** Midnight of a day is its beginning to some and its end to others. */
const MIDNIGHT: DayPart = { usual: [{ hour: 0, minute: 0 }, { hour: 24, minute: 0 }], hour24: am };
const END_OF_DAY: DayPart = { usual: plain(18), hour24: pm };

/** Parts of the day and their words; the first that fits counts. `$1`: what stays of the words. */
const PARTS: readonly (readonly [RegExp, DayPart, string])[] = [
  [/\btonight\b/, NIGHT, "today"],
  [/\b(?:end of (?:the )?day|eod|close of business|cob)\b/, END_OF_DAY, ""],
  [/\b(?:in the |early )?morning\b|\bmornings\b/, MORNING, ""],
  [/\b(?:at )?(?:noon|midday)\b/, MIDDAY, ""],
  [/\b(?:in the )?afternoon\b|\bafternoons\b/, AFTERNOON, ""],
  [/\b(?:in the )?evening\b|\bevenings\b/, EVENING, ""],
  [/\b(?:at )?midnight\b/, MIDNIGHT, ""],
  [/\b(?:at )?nights?\b/, NIGHT, ""],
  [/凌晨/, SMALL_HOURS, ""],
  [/半夜|午夜|深夜/, MIDNIGHT, ""],
  [/清晨|早晨|清早|早上|上午|(?<=[每今明])早/, MORNING, ""],
  [/中午|正午/, MIDDAY, ""],
  [/下午|午后/, AFTERNOON, ""],
  [/傍晚/, { ...EVENING, usual: plain(18) }, ""],
  [/晚上|晚间|夜里|夜晚|(?<=[每今明])晚/, NIGHT, ""],
];

function takePart(words: string): { readonly rest: string; readonly part: DayPart | null } {
  // "This evening" names both the day and the part of it.
  const [, part] = /\bthis (morning|afternoon|evening)\b/.exec(words) ?? [];
  const text = part === undefined ? words : words.replace(/\bthis (?=morning|afternoon|evening)/, "today ");
  for (const [form, found, instead] of PARTS) {
    const match = form.exec(text);
    if (match === null) continue;
    const rest = text.slice(0, match.index) + instead + text.slice(match.index + match[0].length);
    // 今 and 明 alone are half a word.
    return { rest: tidy(rest.replace(/([今明])(?!天|日|年|晚|早)/, "$1天")), part: found };
  }
  return { rest: words, part: null };
}

/** Returns what a match means, or `null` if it is no time; several where people would mean either. */
type TimeReader = (groups: readonly (string | undefined)[], part: DayPart | null) => readonly ClockTime[] | null;

const HAN = "零〇一二三四五六七八九十";
/** Hours as Chinese characters; the first of 二十 after 周 is a weekday. */
const HAN_HOURS = "(?<!周|星期|礼拜)二十[一二三四]?|十[一二三四五六七八九]?|[零〇一二两三四五六七八九]";

/** Forms of a time; the first that fits counts. */
const FORMS: readonly (readonly [RegExp, TimeReader])[] = [
  [/(?:\bat |@ ?)?\b(\d{1,2})(?:[:.](\d{2}))? ?([ap])\.?m\b\.?/, ([hour, minute, half]) => dial(hour, minute, half)],
  [
    /(?:\bat |@ ?)?(?<![\d:.])(\d{1,2}):(\d{2})(?::\d{2})?(?![\d:])/,
    ([hour = "", minute], part) => clock24(hour, minute, part),
  ],
  [
    new RegExp(`差(\\d{1,2}|[${HAN}]{1,3})分(?:到)?(\\d{1,2}|${HAN_HOURS})点`),
    ([minute, hour], part) => shortOf(hour, minute, part),
  ],
  [
    new RegExp(
      `(?<!\\d)(\\d{1,2}|${HAN_HOURS})(?:点钟?整?|时整?(?![候间刻]))(?:(半|[一三]刻)|(\\d{1,2}|[${HAN}]{1,3})分?)?`,
    ),
    ([hour, share, minute], part) => han(hour, { share, minute }, part),
  ],
  [/(?:\bat )?\b(half past|quarter past|quarter to) (\w+)\b/, ([share, hour], part) => spoken(share, hour, part)],
  [
    /(?:\bat )?\b(five|ten|twenty|twenty-five|\d{1,2})(?: minutes)? (past|to) (one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})\b/,
    ([minutes, side, hour], part) => minutesFrom(minutes, { side, hour }, part),
  ],
  [/(?:\bat )?\b(\d{1,2}|[a-z]+) o'?clock\b/, ([hour = ""], part) => onDial(countOf(hour), 0, part)],
  [
    /\bat (\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/,
    ([hour = ""], part) => onDial(countOf(hour), 0, part),
  ],
];

/** A number alone, where nothing else is a time. */
const BARE: readonly [RegExp, TimeReader] = [
  /(?:^|\s)(\d{1,2})$|^(\d{1,2})(?=\s)/,
  ([last, first], part) => onDial(Number(last ?? first), 0, part),
];

function dial(
  hour: string | undefined,
  minute: string | undefined,
  half: string | undefined,
): readonly ClockTime[] | null {
  const onIt = Number(hour);
  if (onIt < 1 || onIt > NOON) return null;
  return checked(half === "a" ? am(onIt) : pm(onIt), Number(minute ?? 0));
}

/** `09:00` and `9:00` are of 24 hours; `3:30` without a nought is what people say of the afternoon as well. */
function clock24(hour: string, minutes: string | undefined, part: DayPart | null): readonly ClockTime[] | null {
  const minute = Number(minutes ?? 0);
  if (part !== null && Number(hour) <= NOON) return checked(part.hour24(Number(hour)), minute);
  if (hour.length === 1 && isEitherHalf(Number(hour))) return both(Number(hour), minute);
  return checked(Number(hour), minute);
}

function onDial(hour: number, minute: number, part: DayPart | null): readonly ClockTime[] | null {
  if (part !== null && hour <= NOON) return checked(part.hour24(hour), minute);
  return isEitherHalf(hour) ? both(hour, minute) : checked(hour, minute);
}

/** Nobody says which half of the day; from seven on the earlier one is meant. */
function isEitherHalf(hour: number): boolean {
  return hour >= 1 && hour <= LAST_EITHER;
}
const LAST_EITHER = 6;

function both(hour: number, minute: number): readonly ClockTime[] | null {
  return minute > LAST_MINUTE ? null : [{ hour, minute }, { hour: hour + NOON, minute }];
}

const LAST_MINUTE = 59;
const HOURS = 24;
const QUARTER = 15;
const HALF = 30;

function checked(hour: number, minute: number): readonly ClockTime[] | null {
  const isTime = hour < HOURS ? minute <= LAST_MINUTE : hour === HOURS && minute === 0;
  return isTime && Number.isInteger(hour) ? [{ hour, minute }] : null;
}

function han(
  hour: string | undefined,
  { share, minute }: { readonly share: string | undefined; readonly minute: string | undefined },
  part: DayPart | null,
): readonly ClockTime[] | null {
  const onIt = /^[零〇]$/.test(hour ?? "") ? 0 : chineseNumber(hour ?? "");
  const after = minute === undefined ? 0 : chineseNumber(minute.replace(/^[零〇](?=.)/, ""));
  if (onIt === null || after === null) return null;
  return onDial(
    onIt,
    share === undefined ? after : share === "半" ? HALF : share === "一刻" ? QUARTER : HALF + QUARTER,
    part,
  );
}

function spoken(
  share: string | undefined,
  hour: string | undefined,
  part: DayPart | null,
): readonly ClockTime[] | null {
  const named = countOf(hour ?? "");
  if (!(named >= 1 && named <= NOON)) return null;
  if (share !== "quarter to") return onDial(named, share === "half past" ? HALF : QUARTER, part);
  return onDial(named === 1 ? NOON : named - 1, HALF + QUARTER, part);
}

const MINUTES = 60;
const MINUTE_WORDS: Readonly<Record<string, number>> = { five: 5, ten: 10, twenty: 20, "twenty-five": 25 };

function minutesFrom(
  minutes: string | undefined,
  { side, hour }: { readonly side: string | undefined; readonly hour: string | undefined },
  part: DayPart | null,
): readonly ClockTime[] | null {
  const count = MINUTE_WORDS[minutes ?? ""] ?? Number(minutes);
  const named = countOf(hour ?? "");
  if (!(named >= 1 && named <= NOON && count > 0 && count < HALF)) return null;
  return side === "past" ? onDial(named, count, part) : onDial(named === 1 ? NOON : named - 1, MINUTES - count, part);
}

function shortOf(
  hour: string | undefined,
  minute: string | undefined,
  part: DayPart | null,
): readonly ClockTime[] | null {
  const [named, count] = [chineseNumber(hour ?? ""), chineseNumber(minute ?? "")];
  if (named === null || count === null || named < 1 || count < 1 || count > HALF) return null;
  return onDial(named === 1 ? NOON : named - 1, MINUTES - count, part);
}

function without(words: string, match: RegExpExecArray): string {
  return tidy(`${words.slice(0, match.index)} ${words.slice(match.index + match[0].length)}`);
}

/** Takes off what only joins a day and a time. */
function tidy(words: string): string {
  return words.replace(/\s+/g, " ").trim()
    .replace(/^(?:(?:on|at|by|the|@)(?: |$)|[在到于的])+/, "")
    .replace(/(?:(?:^| )(?:on|at|by|@)|[的在])+$/, "").trim();
}
