import { MemoryError } from "../../base/errors.ts";
import { shortHash } from "../../base/hash.ts";
import type { AppRequest } from "../app_request.ts";
import { programWords } from "../program_words.ts";

/** What a scheduler is to start. */
export interface SweepCommand {
  /** Tells this workspace's entry from others', 16 hex digits. */
  readonly id: string;
  /** Real path of the workspace. */
  readonly root: string;
  /** The program by its absolute path, and its words. */
  readonly words: readonly string[];
  /** Variables without which the program would not find what it finds now. */
  readonly environment: readonly (readonly [name: string, value: string])[];
}

/**
 * Returns the command of a nightly sweep. It needs nothing of the environment it will run in: no `PATH`, no home. The
 * workspace is named, so that its data folder follows from the registry.
 *
 * @throws {MemoryError} failed, if a path holds a line break or another control character
 */
export function sweepCommand(
  { environment, homeDir }: Pick<AppRequest, "environment" | "homeDir">,
  root: string,
): SweepCommand {
  const words = [...programWords(), "dream", "--scheduled", "--workspace", root, "--quiet"];
  const set = KEPT_VARIABLES.flatMap((name) => {
    const value = environment[name];
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
  const command = { id: shortHash(root, ID_DIGITS), root, words, environment: [["HOME", homeDir] as const, ...set] };
  const odd = [...words, ...command.environment.map(([, value]) => value)].find((text) => CONTROL.test(text));
  if (odd === undefined) return command;
  throw new MemoryError(`Cannot schedule ${JSON.stringify(odd)}: no scheduler takes a control character in a path`, {
    hint: "rename that folder; or let this one run there: memory daemon",
  });
}

/** Where settings, registry and native parts are found, and what the local day is. */
const KEPT_VARIABLES = ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "MEMORY_CACHE_DIR", "TZ"] as const;

// deno-lint-ignore no-control-regex
const CONTROL = /[\x00-\x1f\x7f]/;

/** No two workspaces of one user share an id. */
const ID_DIGITS = 16;
