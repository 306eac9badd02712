/**
 * The rule of a time zone as POSIX writes it, such as `CET-1CEST,M3.5.0,M10.5.0/3`: what holds after the last change that a
 * zone file lists (RFC 8536, 3.3).
 *
 * @module
 */

/** Returns the offset from UTC, in minutes, at a moment in seconds since the epoch. */
export type PosixZone = (seconds: number) => number;

/** Returns what a rule gives, or `null` if it is none. */
export function readPosixZone(text: string): PosixZone | null {
  const match = ZONE.exec(text);
  if (match === null) return null;
  const [, standardText = "", summerName, summerText, start, startTime, end, endTime] = match;
  // POSIX counts from the zone to UTC.
  const standard = 0 - secondsOf(standardText);
  const standardMinutes = Math.round(standard / 60);
  if (summerName === undefined) return start === undefined ? () => standardMinutes : null;
  const summer = summerText === undefined || summerText === "" ? standard + HOUR : 0 - secondsOf(summerText);
  const summerMinutes = Math.round(summer / 60);
  const from = start === undefined ? null : readDay(start);
  const to = end === undefined ? null : readDay(end);
  if (from === null || to === null) return null;
  const fromTime = secondsOf(startTime ?? DEFAULT_TIME);
  const toTime = secondsOf(endTime ?? DEFAULT_TIME);
  return (seconds) => {
    const year = new Date((seconds + standard) * 1_000).getUTCFullYear();
    // Both are given on the clock that is about to be changed.
    const begins = from(year) * DAY + fromTime - standard;
    const ends = to(year) * DAY + toTime - summer;
    const isSummer = begins < ends ? begins <= seconds && seconds < ends : seconds >= begins || seconds < ends;
    return isSummer ? summerMinutes : standardMinutes;
  };
}

const HOUR = 3_600;
const DAY = 86_400;
const DAY_MS = 86_400_000;
/** Of a change, where the rule names none. */
const DEFAULT_TIME = "2";

const NAME = "(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]{1,}>)";
const TIME = "[+-]?\\d{1,3}(?::\\d{1,2}(?::\\d{1,2})?)?";
const RULE_DAY = "(?:M\\d{1,2}\\.\\d\\.\\d|J\\d{1,3}|\\d{1,3})";
/** Offset; name and offset of the summer time; day and time of its beginning and of its end. */
const ZONE = new RegExp(
  `^${NAME}(${TIME})(?:(${NAME})(${TIME})?(?:,(${RULE_DAY})(?:/(${TIME}))?,(${RULE_DAY})(?:/(${TIME}))?)?)?$`,
);

/** `[+-]h[h][:mm[:ss]]` in seconds. */
function secondsOf(text: string): number {
  const sign = text.startsWith("-") ? -1 : 1;
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[+-]/, "").split(":").map(Number);
  return sign * (hours * HOUR + minutes * 60 + seconds);
}

/** Returns the day of a year that a rule names, in days since the epoch. */
function readDay(text: string): ((year: number) => number) | null {
  const numbers = text.replace(/^[MJ]/, "").split(".").map(Number);
  const [first = 0, week = 0, weekday = 0] = numbers;
  const firstDay = (year: number, month: number) => Date.UTC(year, month, 1) / DAY_MS;
  if (text.startsWith("J")) {
    // The 29th of February is never counted.
    if (first < 1 || first > 365) return null;
    return (year) => firstDay(year, 0) + first - 1 + (isLeap(year) && first > 59 ? 1 : 0);
  }
  if (!text.startsWith("M")) return first > 365 ? null : (year) => firstDay(year, 0) + first;
  if (first < 1 || first > 12 || week < 1 || week > 5 || weekday > 6) return null;
  return (year) => {
    const start = firstDay(year, first - 1);
    // The first of January 1970 was a Thursday, day 4.
    const found = start + (weekday - (start + 4) % 7 + 7) % 7 + (week - 1) * 7;
    // The fifth of a weekday means its last one.
    return found < firstDay(year, first) ? found : found - 7;
  };
}

function isLeap(year: number): boolean {
  return new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
}
