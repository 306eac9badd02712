/**
 * What one command is killed at, and what must hold afterwards.
 *
 * @module
 */
import type { Killed, Stage } from "./stage.ts";

/** One killed command with everything around it. */
export interface Attempt {
  readonly words: readonly string[];
  /** Simulated moment, ISO 8601 with offset. */
  readonly now: string;
  /** Done half-way between start and kill. */
  meanwhile?(): void;
  /** Returns what is wrong right after the kill, and after the next run has finished the work. */
  verify(killed: Killed): string[];
}

/** A command under the soak. */
export interface Scenario {
  /** The command. */
  readonly name: string;
  /** Kills come within so many milliseconds; for a command that does not end by itself. @default its undisturbed time */
  readonly reachMs?: number;
  /** Brings the stage to where attempts begin; called once. */
  prepare(stage: Stage): void;
  /** Sets up one attempt; `round` counts from 0. */
  attempt(stage: Stage, round: number): Attempt;
}
