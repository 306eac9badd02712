/**
 * Cron expressions (SPEC 8.11), read by the library; what they mean on the wall clock of a zone is worked out in
 * `timetable.ts`, since the library knows no zone but the process's own.
 *
 * @module
 */
import { parseCronExpression } from "cron-schedule";
import { MemoryError } from "../errors.ts";
import type { Timetable } from "./timetable.ts";

/** Every night at three, local time (SPEC 8.11). */
export const NIGHTLY = "0 3 * * *";

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

const FIELDS = 5;

/** What every scheduler reads alike: numbers, names of three letters, ranges, steps of a range or of all, lists. */
const FIELD =
  /^(?:\*(?:\/\d{1,2})?|(?:\d{1,2}|[a-z]{3})(?:-(?:\d{1,2}|[a-z]{3})(?:\/\d{1,2})?)?)(?:,(?:\*(?:\/\d{1,2})?|(?:\d{1,2}|[a-z]{3})(?:-(?:\d{1,2}|[a-z]{3})(?:\/\d{1,2})?)?))*$/i;

/** Most days a month can have, January first. */
const LONGEST: readonly number[] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

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
