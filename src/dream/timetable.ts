/**
 * When sweeps are due (SPEC 8.11): a cron expression on the wall clock of a zone. The library reads the expression; what
 * day and minute it means is worked out here, since the library knows no zone but the process's own.
 *
 * @module
 */
import { parseCronExpression } from "cron-schedule";
import { addDays, type Clock, DAY_MS, type LocalDay } from "../base/clock.ts";
import { MemoryError } from "../base/errors.ts";

/** Every night at three, local time (SPEC 8.11). */
export const NIGHTLY = "0 3 * * *";

/** A cron expression that was read. Values are sorted. */
export interface Timetable {
  /** The expression, its fields with one blank between them. */
  readonly expression: string;
  /** 0 to 59. */
  readonly minutes: readonly number[];
  /** 0 to 23. */
  readonly hours: readonly number[];
  /** Days of the month, 1 to 31. */
  readonly days: readonly number[];
  /** 1 to 12. */
  readonly months: readonly number[];
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
}

/**
 * Returns the timetable of a cron expression with five fields.
 *
 * @throws {MemoryError} usage, if it cannot be read, never comes, or is read differently by different schedulers
 */
export function readTimetable(text: string): Timetable {
  const fields = text.trim().split(/[ \t]+/);
  const expression = fields.join(" ");
  const [, , days = "", , weekdays = ""] = fields;
  if (fields.length !== FIELDS || !fields.every((field) => FIELD.test(field))) {
    throw refused(text, "it should have five fields: minute, hour, day of the month, month, day of the week");
  }
  const timetable = { expression, ...parsed(text, expression) };
  if (isRestricted(days) && isRestricted(weekdays)) {
    throw refused(
      text,
      "a day of the month and a day of the week together are read as either by cron, as both by others",
    );
  }
  const comes = timetable.months.some((month) => timetable.days.some((day) => day <= (LONGEST[month - 1] ?? 0)));
  if (!comes) throw refused(text, "no month has such a day");
  return timetable;
}

/** Returns the first moment after another one at which a sweep is due, in milliseconds since the epoch. */
export function nextDueMs(timetable: Timetable, clock: Clock, afterMs: number): number | null {
  const first = clock.at(afterMs).day;
  // A day may be left out or begin late where a zone changes: the day before is looked at too.
  for (let at = -1; at <= FARTHEST_DAYS; at++) {
    const due = dueOn(timetable, clock, addDays(first, at)).filter((ms) => ms > afterMs);
    if (due.length > 0) return Math.min(...due);
  }
  return null;
}

/** Returns the last moment, up to another one, at which a sweep was due, in milliseconds since the epoch. */
export function lastDueMs(timetable: Timetable, clock: Clock, untilMs: number): number | null {
  const last = clock.at(untilMs).day;
  for (let at = -1; at <= FARTHEST_DAYS; at++) {
    const due = dueOn(timetable, clock, addDays(last, -at)).filter((ms) => ms <= untilMs);
    if (due.length > 0) return Math.max(...due);
  }
  return null;
}

const FIELDS = 5;

/** What every scheduler reads alike: numbers, names of three letters, ranges, steps of a range or of all, lists. */
const FIELD =
  /^(?:\*(?:\/\d{1,2})?|(?:\d{1,2}|[a-z]{3})(?:-(?:\d{1,2}|[a-z]{3})(?:\/\d{1,2})?)?)(?:,(?:\*(?:\/\d{1,2})?|(?:\d{1,2}|[a-z]{3})(?:-(?:\d{1,2}|[a-z]{3})(?:\/\d{1,2})?)?))*$/i;

/** Most days a month can have, January first. */
const LONGEST: readonly number[] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** From one 29 February to the next there can be eight years. */
const FARTHEST_DAYS = 8 * 366;

function isRestricted(field: string): boolean {
  return field !== "*";
}

function parsed(text: string, expression: string): Omit<Timetable, "expression"> {
  try {
    const { minutes, hours, days, months, weekdays } = parseCronExpression(expression);
    return { minutes, hours, days, months: months.map((month) => month + 1), weekdays };
  } catch (cause) {
    throw refused(text, cause instanceof Error ? cause.message.replace(/\.$/, "") : "it cannot be read", cause);
  }
}

function refused(text: string, why: string, cause?: unknown): MemoryError {
  return new MemoryError(`Cannot use the times "${text}": ${why}`, {
    kind: "usage",
    hint: `write them as cron does: "${NIGHTLY}" is every night at three`,
    cause,
  });
}

function dueOn({ minutes, hours, days, months, weekdays }: Timetable, clock: Clock, day: LocalDay): number[] {
  const midnightMs = Date.parse(`${day}T00:00:00Z`);
  const date = new Date(midnightMs);
  const isDue = months.includes(date.getUTCMonth() + 1) && days.includes(date.getUTCDate()) &&
    weekdays.includes(date.getUTCDay());
  if (!isDue) return [];
  return hours.flatMap((hour) => minutes.map((minute) => momentOf(midnightMs + (hour * 60 + minute) * 60_000, clock)));
}

/**
 * Returns the moment at which the wall clock shows a time, given as if it were UTC. A time that comes twice is the first
 * one; one that is left out is as far behind midnight as on any other day, so that a night is never lost nor doubled.
 */
function momentOf(wallMs: number, clock: Clock): number {
  const before = offsetMs(clock, wallMs - DAY_MS);
  const early = wallMs - before;
  if (before === offsetMs(clock, early)) return early;
  const late = wallMs - offsetMs(clock, wallMs + DAY_MS);
  return offsetMs(clock, late) === wallMs - late ? late : early;
}

function offsetMs(clock: Clock, ms: number): number {
  const { iso } = clock.at(ms);
  // The wall time, read as if it were UTC, is ahead of the moment by the offset; both in whole seconds.
  return Date.parse(`${iso.slice(0, WALL_CHARS)}Z`) - Math.floor(ms / 1_000) * 1_000;
}

/** `2026-08-19T03:00:00`. */
const WALL_CHARS = 19;
