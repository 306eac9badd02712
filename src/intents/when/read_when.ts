/**
 * What a text says of a time that is still to come (SPEC 9.5): one moment, or times that come again. What is over or can
 * be read in two ways is no answer but a question back.
 *
 * @module
 */
import { addDays, isLocalDay, type LocalDay } from "../../base/clock.ts";
import { unitAround, unitsBefore } from "../../base/dates/day_range.ts";
import { readTimetable } from "../../base/dates/read_timetable.ts";
import { takeClockTime } from "./clock_time.ts";
import { foldWords } from "./fold_words.ts";
import { type ClockTime, momentOn, UNREADABLE, type WhenDeps, type WhenReading } from "./moment.ts";
import { type DaysRead, type DayStep, readDays } from "./read_days.ts";
import { readRepeat } from "./read_repeat.ts";
import { momentAfter } from "./read_span.ts";

/** A pasted text is no time, and need not be looked at for long. In UTF-16 units. */
const MAX_UNITS = 80;

/** Returns what a text says, every word of it. Never throws, but for a cron expression that never comes. */
export async function readWhen(text: string, deps: WhenDeps): Promise<WhenReading> {
  if (text.length > MAX_UNITS) return UNREADABLE;
  const moment = readMoment(text.trim(), deps) ?? readCron(text.trim());
  if (moment !== null) return moment;
  const words = firstOfRange(foldWords(text)).replace(
    /^(?:at )?midnight tonight$|^tonight (?:at )?midnight$/,
    "today 24:00",
  );
  if (NOW.test(words)) return { kind: "once", ms: deps.clock.now().ms, notice: null };
  const after = momentAfter(words, deps.clock);
  if (after !== null) return { kind: "once", ms: after, notice: null };
  const repeat = readRepeat(words, deps);
  if (repeat !== null) return repeat;
  for (const mayBeBare of [false, true]) {
    const { rest, times } = takeClockTime(words, mayBeBare);
    if (rest === "" && times.length === 0) continue;
    const days = await readDays(rest, deps.clock);
    if (days?.phrases !== undefined) return { kind: "ambiguous", momentsMs: [], phrases: days.phrases };
    if (days !== null) {
      return judged(intoMorning(days, words, times), times.length === 0 ? [deps.dayTime] : times, deps);
    }
  }
  return UNREADABLE;
}

/** The next message is the first that can bring it up. */
const NOW = /^(?:(?:right )?now|immediately|at once|现在|马上|立刻|立即)$/;

/** "Friday 10-11", "Friday 3-4pm": what lasts begins with the first. */
const RANGE = /(?<=[a-z] )(\d{1,2})(:\d{2})? ?([ap]m)?[-\u2013](\d{1,2})(?::\d{2})? ?([ap]m)?(?![\d-])/;

function firstOfRange(words: string): string {
  return words.replace(RANGE, (_, hour: string, minute?: string, half?: string, end?: string, endHalf?: string) => {
    // Of "11-1pm" only the end is after noon.
    return `${hour}${minute ?? ""}${half ?? (Number(hour) < Number(end) ? endHalf ?? "" : "")}`;
  });
}

/** Before this hour a night is still that of the day before, so that "tonight at 1" is tomorrow. */
const NIGHT_ENDS = 5;

function intoMorning({ days, step }: DaysRead, words: string, times: readonly ClockTime[]): DaysRead {
  const isNight = /\b(?:to)?nights?\b|晚|夜/.test(words) && times.length > 0 &&
    times.every(({ hour }) => hour < NIGHT_ENDS);
  return isNight ? { days: [...new Set([...days, ...days.map((day) => addDays(day, 1))])], step } : { days, step };
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** ISO 8601; without an offset it is of the wall clock. */
function readMoment(text: string, { clock }: WhenDeps): WhenReading | null {
  const [whole, day = "", hour, minute, offset] = MOMENT.exec(text) ?? [];
  if (whole === undefined) return null;
  const parsed = Date.parse(`${whole.replace(" ", "T")}${offset === undefined ? "Z" : ""}`);
  // The parser takes 30 February for a day of March.
  if (Number.isNaN(parsed) || !isLocalDay(day)) return UNREADABLE;
  const { ms, notice } = offset === undefined
    ? momentOn(day, { hour: Number(hour), minute: Number(minute) }, clock)
    : { ms: parsed, notice: null };
  return ms <= clock.now().ms ? { kind: "past", ms, nextMs: null } : { kind: "once", ms, notice };
}

/** Five fields, of which at least one is a star: nothing else looks like that. */
const CRON = /^[\d*][\d*/,-]*(?: [\w*/,-]+){4}$/;

function readCron(text: string): WhenReading | null {
  if (!CRON.test(text) || !text.includes("*")) return null;
  const { expression, ...times } = readTimetable(text);
  return { kind: "repeat", repeat: { kind: "calendar", times, words: `at the times "${expression}"` } };
}

function judged({ days, step }: DaysRead, times: readonly ClockTime[], deps: WhenDeps): WhenReading {
  const { clock } = deps;
  const now = clock.now().ms;
  const all = days.flatMap((day) => times.map((time) => momentOn(day, time, clock))).sort((a, b) => a.ms - b.ms);
  const ahead = all.filter(({ ms }, at) => ms > now && all[at - 1]?.ms !== ms);
  const [only, ...others] = ahead;
  if (only === undefined) {
    const next = days.flatMap((day) => times.map((time) => nextMs(day, time, { step, deps }))).filter((ms) =>
      ms !== null
    );
    return { kind: "past", ms: all.at(-1)?.ms ?? now, nextMs: next.length === 0 ? null : Math.min(...next) };
  }
  if (others.length > 0) return { kind: "ambiguous", momentsMs: ahead.map(({ ms }) => ms), phrases: [] };
  return { kind: "once", ...only };
}

interface Stepping {
  readonly step: DayStep;
  readonly deps: WhenDeps;
}

const DAYS_OF_WEEK = 7;
/** 29 February is missing for up to eight years. */
const MOST_STEPS = 100;

function steppedDay(day: LocalDay, step: NonNullable<DayStep>, count: number): LocalDay {
  switch (step) {
    case "day":
      return addDays(day, count);
    case "week":
      return addDays(day, count * DAYS_OF_WEEK);
    case "month end":
      return unitAround(day, "month", count).to;
    default:
      return unitsBefore(day, step, -count);
  }
}

/** The next moment that the same words would mean, after now. */
function nextMs(day: LocalDay, time: ClockTime, { step, deps: { clock } }: Stepping): number | null {
  if (step === null) return null;
  for (let count = 1; count <= MOST_STEPS; count++) {
    const { ms } = momentOn(steppedDay(day, step, count), time, clock);
    if (ms > clock.now().ms) return ms;
  }
  return null;
}
