import type { Clock, LocalDay } from "../base/clock.ts";
import { readPeriod } from "../base/dates/read_period.ts";
import { readUntilFlag, UNTIL_FLAG } from "./_until.ts";

/** The flags of a note that name days. */
export const NOTE_DAY_FLAGS = {
  ...UNTIL_FLAG,
  date: {
    type: "string",
    value: "DAY",
    description: "Diary of a day, never a later one: 2026-08-18, yesterday",
    default: "today",
  },
} as const;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The days of a note as they were read. */
export interface NoteDays {
  /** Those that were given. */
  readonly given: {
    /** The last day on which it holds. */
    readonly until: LocalDay | undefined;
    /** Whose diary. What is no single day stays as it was given, to be refused. */
    readonly day: string | undefined;
  };
  /** How words were read, as sentences. */
  readonly notices: readonly string[];
}

/** Returns the days of `--until` and `--date`, in figures or words. @throws {MemoryError} usage, as `readUntilFlag` does */
export async function readNoteDays(
  { until, date }: { readonly until: string | undefined; readonly date: string | undefined },
  clock: Clock,
): Promise<NoteDays> {
  const last = await readUntilFlag(until, clock);
  if (date === undefined || DAY.test(date)) return { given: { until: last.day, day: date }, notices: last.notices };
  const read = await readPeriod(date, clock);
  const day = read.kind === "range" && read.range.from === read.range.to ? read.range.from : date;
  const notices = [...last.notices, ...read.isPlain ? [] : [`--date "${date.trim()}" was read as ${day}.`]];
  return { given: { until: last.day, day }, notices };
}
