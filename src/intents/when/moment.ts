/**
 * What a text says of a time that is still to come, as a value (SPEC 9.5).
 *
 * @module
 */
import type { Clock, LocalDay } from "../../base/clock.ts";
import { wallMoment } from "../../base/dates/wall_moment.ts";
import type { Repeat } from "../repeat.ts";

/** A time of day on the wall clock. */
export interface ClockTime {
  /** 0 to 23; 24 is the end of the day. */
  readonly hour: number;
  /** 0 to 59. */
  readonly minute: number;
}

/** What a text says. */
export type WhenReading =
  /** One moment, in milliseconds since the epoch. */
  | { readonly kind: "once"; readonly ms: number; readonly notice: string | null }
  /** Times that come again. */
  | { readonly kind: "repeat"; readonly repeat: Repeat }
  /** The moment that is meant is over; `nextMs` is when the same words would mean the next one, if they can. */
  | { readonly kind: "past"; readonly ms: number; readonly nextMs: number | null }
  /** People mean either of these by the words: moments, or phrases that mean one thing. */
  | { readonly kind: "ambiguous"; readonly momentsMs: readonly number[]; readonly phrases: readonly string[] }
  /** Nothing that can be told. */
  | { readonly kind: "unreadable" };

/** Nothing that can be told. */
export const UNREADABLE: WhenReading = { kind: "unreadable" };

/** What reading depends on. */
export interface WhenDeps {
  /** The present moment and the zone. */
  readonly clock: Clock;
  /** The time of day of a wish that names only a day. */
  readonly dayTime: ClockTime;
}

/** Returns the moment of a time of day, and a sentence if the wall clock does not show it on that day. */
export function momentOn(
  day: LocalDay,
  { hour, minute }: ClockTime,
  clock: Clock,
): { readonly ms: number; readonly notice: string | null } {
  const wanted = Date.parse(`${day}T00:00:00Z`) + (hour * MINUTES_OF_HOUR + minute) * MINUTE_MS;
  const ms = wallMoment(wanted, clock);
  const shown = clock.at(ms).iso.slice(0, MINUTE_END);
  const asked = new Date(wanted).toISOString().slice(0, MINUTE_END);
  const notice = shown === asked
    ? null
    : `${asked.slice(TIME_AT)} does not exist on ${day}, when the clocks go forward: it is ${shown.slice(TIME_AT)}`;
  return { ms, notice };
}

const MINUTES_OF_HOUR = 60;
const MINUTE_MS = 60_000;
/** Where the time stands in `2026-08-19T03:00`. */
const TIME_AT = 11;
/** Where the minutes end. */
const MINUTE_END = 16;
