/**
 * Reads what the system tells about the process that called this one: terminals, the processes above, the environment.
 * What follows from it is decided in `provenance/caller.ts`.
 *
 * @module
 */
import { closeSync, constants, openSync } from "node:fs";
import { MemoryError } from "../base/errors.ts";
import type { CallerFacts } from "../provenance/caller.ts";
import type { SessionKind } from "../provenance/origin.ts";
import { readAncestors, readEnvironments } from "./ancestors.ts";

/** What the app knows already. */
export interface CallerFactsRequest {
  /** All of it: markers of agents and schedulers are looked for by name. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Which standard streams are terminals. */
  readonly terminals: { readonly stdin: boolean; readonly stdout: boolean };
  /** `--session-kind`, else `MEMORY_SESSION_KIND`, else `null`. */
  readonly declaredKind: SessionKind | null;
  /** What `state.sqlite` says (SPEC 11.10). */
  readonly isSimulated: boolean;
  /** See `AppRequest.isMcpServer`. @default false */
  readonly isMcpServer?: boolean;
}

/**
 * Returns the facts about the caller. In a simulated workspace with `MEMORY_CALLER` set the system is not asked at all.
 *
 * @throws {MemoryError} usage, if `MEMORY_CALLER` is set to another value than it knows
 */
export function readCallerFacts({ terminals, ...known }: CallerFactsRequest): CallerFacts {
  const simulatedCaller = known.isSimulated ? simulatedCallerOf(known.environment["MEMORY_CALLER"]) : null;
  const hasTerminal = terminals.stdin && terminals.stdout;
  if (simulatedCaller !== null) {
    return { ...known, simulatedCaller, hasTerminal, hasControllingTerminal: terminals.stdin, ancestors: [] };
  }
  const ancestors = readAncestors(process.ppid, process.platform);
  return {
    ...known,
    simulatedCaller,
    hasTerminal,
    // Without a terminal nobody is the owner anyway.
    inherited: hasTerminal && ancestors !== null ? readEnvironments(ancestors, process.platform) : [],
    hasControllingTerminal: terminals.stdin || terminals.stdout || opensTerminal(),
    ancestors,
  };
}

const SIMULATED_CALLERS = ["owner", "agent", "none"] as const;

function simulatedCallerOf(value: string | undefined): CallerFacts["simulatedCaller"] {
  if (value === undefined || value === "") return null;
  const caller = SIMULATED_CALLERS.find((each) => each === value);
  if (caller !== undefined) return caller;
  throw new MemoryError(
    `Invalid value "${value}" of MEMORY_CALLER: it should be one of ${SIMULATED_CALLERS.join(", ")}`,
    { kind: "usage" },
  );
}

/** Returns whether the process has a controlling terminal although its streams are pipes, as in `memory search x | jq`. */
function opensTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", constants.O_RDONLY | constants.O_NOCTTY));
    return true;
  } catch {
    // Every failure means the same: there is none (ENXIO), or the system has no such device (ENOENT on Windows).
    return false;
  }
}
