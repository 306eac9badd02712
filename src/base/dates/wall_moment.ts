import { type Clock, DAY_MS } from "../clock.ts";

/**
 * Returns the moment at which the wall clock shows a time, given as if it were UTC. A time that comes twice is the first
 * one; one that is left out is as far behind midnight as on any other day, so that a night is never lost nor doubled.
 */
export function wallMoment(wallMs: number, clock: Clock): number {
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
