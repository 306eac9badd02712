/**
 * Reads the process world for {@linkcode CallerFacts}: terminals, ancestors, environment.
 *
 * @module
 */
import type { CallerFacts } from "../provenance/caller.ts";
import type { SessionKind } from "../provenance/origin.ts";

/** What the app already knows. */
export interface CallerFactsRequest {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly declaredKind: SessionKind | null;
  readonly isSimulated: boolean;
}

/** Returns the facts about the process that called this one. */
export function readCallerFacts(request: CallerFactsRequest): CallerFacts {
  return {
    ...request,
    hasTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
    hasControllingTerminal: process.stdin.isTTY === true,
    ancestors: null,
    simulatedCaller: null,
  };
}
