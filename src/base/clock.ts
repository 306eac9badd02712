/**
 * Time, handed in. Drivers hold a {@linkcode Clock}; pure steps take the value {@linkcode Now}. Days are local days of
 * the clock's zone: a diary belongs to the day on the owner's wall, not to a UTC day.
 *
 * @module
 */
import { MemoryError } from "./errors.ts";
import type { OffsetAt } from "./zone_file.ts";

/** A local calendar day, `YYYY-MM-DD`. */
export type LocalDay = string;

/** ISO 8601 with seconds and offset, such as `2026-08-19T03:00:00+08:00`. */
export type IsoTime = string;

/** Milliseconds in a day without a clock change. */
export const DAY_MS = 86_400_000;

/** One moment in the three forms the program needs. */
export interface Now {
  /** Milliseconds since the epoch. */
  readonly ms: number;
  /** The local day. */
  readonly day: LocalDay;
  /** The same moment with the zone's offset. */
  readonly iso: IsoTime;
}

/** Where the program gets its time from. */
export interface Clock {
  /** Returns the present moment. */
  now(): Now;
  /** Returns a given moment in this clock's zone. */
  at(ms: number): Now;
}

/**
 * Returns a clock that follows the system.
 *
 * @param zone an IANA name such as `Asia/Shanghai`, or its offsets where they are known; the system's zone when left out
 * @throws {MemoryError} usage, when the zone is unknown
 */
export function systemClock(zone?: string | OffsetAt): Clock {
  const offsetAt = zone === undefined ? systemOffset : typeof zone === "string" ? zoneOffset(zone) : zone;
  return clockOf(() => Date.now(), offsetAt);
}

/**
 * Returns a clock that stands still, for simulated workspaces (SPEC 11.10). Its zone is the offset of the given time
 * unless a zone is named.
 *
 * @param iso ISO 8601 with an offset or `Z`
 * @throws {MemoryError} usage, when the text is not such a time
 */
export function frozenClock(iso: string, zone?: string): Clock {
  const match = ISO_WITH_OFFSET.exec(iso.trim());
  const ms = match === null ? Number.NaN : Date.parse(iso.trim());
  if (match === null || Number.isNaN(ms)) {
    throw new MemoryError(`Cannot read the time "${iso}": it should be ISO 8601 with an offset`, {
      kind: "usage",
      hint: 'write it as in "2026-08-19T03:00:00+08:00"',
    });
  }
  const offset = offsetMinutes(match[1] ?? "Z");
  return clockOf(() => ms, zone === undefined ? () => offset : zoneOffset(zone));
}

/** Returns the moment of an ISO 8601 text in milliseconds, or `undefined` if it is none. */
export function parseIso(iso: string): number | undefined {
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? undefined : ms;
}

/** Returns whether a text is a real calendar day written `YYYY-MM-DD`. */
export function isLocalDay(text: string): text is LocalDay {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}

/** Returns the day `count` days after (or, if negative, before) a day. */
export function addDays(day: LocalDay, count: number): LocalDay {
  return new Date(dayNumber(day) * DAY_MS + count * DAY_MS).toISOString().slice(0, 10);
}

/** Returns how many days lie between two local days; positive if `to` is later. */
export function daysBetween(from: LocalDay, to: LocalDay): number {
  return dayNumber(to) - dayNumber(from);
}

const ISO_WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

function dayNumber(day: LocalDay): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
}

function clockOf(nowMs: () => number, offsetAt: OffsetAt): Clock {
  const at = (ms: number): Now => {
    const offset = offsetAt(ms);
    const local = new Date(ms + offset * 60_000).toISOString();
    return { ms, day: local.slice(0, 10), iso: `${local.slice(0, 19)}${offsetText(offset)}` };
  };
  return { at, now: () => at(nowMs()) };
}

function systemOffset(ms: number): number {
  return -new Date(ms).getTimezoneOffset();
}

function zoneOffset(zone: string): OffsetAt {
  try {
    // Temporal knows each zone's history; a fixed table or the offset of today would be wrong across a clock change.
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
  } catch (cause) {
    throw new MemoryError(`Cannot use the time zone "${zone}": it is not an IANA name`, {
      kind: "usage",
      hint: 'write it as in "Asia/Shanghai"',
      cause,
    });
  }
  return (ms) => {
    const zoned = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
    return Math.round(zoned.offsetNanoseconds / 60_000_000_000);
  };
}

function offsetMinutes(text: string): number {
  if (text === "Z") return 0;
  const digits = text.slice(1).replace(":", "");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return text.startsWith("-") ? -minutes : minutes;
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}
