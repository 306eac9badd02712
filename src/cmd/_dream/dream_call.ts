import { EXIT_CODES } from "../../base/errors.ts";
import type { DreamDeps } from "../../dream/night.ts";
import type { CommandContext } from "../_declare.ts";
import type { DREAM_FLAGS } from "./dream_flags.ts";

/** Everything that an answer is made from. */
export interface DreamCall {
  /** Flags, progress, and the app. */
  readonly context: CommandContext<typeof DREAM_FLAGS>;
  /** Words after the action. */
  readonly words: readonly string[];
  /** What the dream works with. */
  readonly deps: DreamDeps;
  /** Sentences that were gathered while the files were read. */
  readonly notices: readonly string[];
  /** A file could not be read. */
  readonly hasFailed: boolean;
  /** The index shows every file as it is. */
  readonly isIndexWhole: boolean;
}

/** Returns the exit code of an answer that rests on files of which some could not be read. */
export function exitCodeOf(isPartial: boolean): number {
  return isPartial ? EXIT_CODES.partial : 0;
}
