/**
 * What a person has to be told when the state is opened.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import type { Connection } from "../connect.ts";
import { diskFullError } from "../sqlite_errors.ts";

/** Returns whole sentences; usually none. */
export function openingNotices({ isReadonly, isDiskFull }: Connection, lostSince: IsoTime | null): string[] {
  const notices: string[] = [];
  if (lostSince !== null) {
    notices.push(
      `The state of this workspace was lost and begun anew at ${lostSince}: lines that nobody booked since are held as ` +
        "untrusted; put a copy of state.sqlite back if there is one, or go through them with: memory trust .",
    );
  }
  if (isReadonly) {
    const why = isDiskFull ? "The disk is full" : "The state cannot be written here";
    notices.push(`${why}: recalls and origins are not recorded`);
  }
  return notices;
}

/** The state is of an older version, and was only to be looked at. */
export class UnpreparedError extends MemoryError {}

/** Returns the error for a schema that is older than this program and cannot be brought up to date. */
export function unpreparedError({ path, isDiskFull }: Connection): MemoryError {
  if (isDiskFull) return diskFullError("prepare", path);
  return new UnpreparedError(`Cannot use "${path}": it needs a newer schema and cannot be written here`, {
    hint: "run `memory status` once where the folder can be written",
  });
}
