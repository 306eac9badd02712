/**
 * What starts programs by the clock on this system. Three of them, one shape.
 *
 * @module
 */
import type { Timetable } from "../../base/dates/timetable.ts";
import type { SweepCommand } from "./sweep_command.ts";

/** The known ones. */
export const SCHEDULER_NAMES = ["crontab", "systemd", "launchd"] as const;
/** One of {@linkcode SCHEDULER_NAMES}. */
export type SchedulerName = (typeof SCHEDULER_NAMES)[number];

/** What is to be there: a sweep at these times, or nothing (`null`). */
export type WantedTimes = Timetable | null;

/** A text that a change makes another one. */
export interface TextChange {
  /** What it is called: a path, or `crontab`. */
  readonly name: string;
  /** As it is; `null` if it is not there. */
  readonly before: string | null;
  /** As it would be; `null` if it would not be there. */
  readonly after: string | null;
}

/** A change that was worked out and not yet made. */
export interface ScheduleChange {
  /** Texts that would be others; none if everything is as wanted. */
  readonly changes: readonly TextChange[];
  /** What the user has to know, as sentences. */
  readonly notices: readonly string[];
  /**
   * Makes it, and reads it back.
   *
   * @throws {MemoryError} failed, if the system refuses, or shows something else than was written
   */
  apply(): void;
}

/** What is there for a workspace. */
export interface InstalledTimes {
  /** The cron expression. */
  readonly expression: string;
  /** Whether a new installation at the same times would write the very same. */
  readonly isCurrent: boolean;
}

/** One of them. */
export interface Scheduler {
  /** Its name. */
  readonly name: SchedulerName;
  /** Whether its programs are there at all. */
  isAvailable(): boolean;
  /** Returns what is there for the command's workspace, or `null`. @throws {MemoryError} failed, if it cannot be read */
  installed(command: SweepCommand): InstalledTimes | null;
  /** Works a change out. @throws {MemoryError} failed, if what is there cannot be read or was changed by hand */
  plan(command: SweepCommand, wanted: WantedTimes): ScheduleChange;
}
