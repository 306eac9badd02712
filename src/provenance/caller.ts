/**
 * Who is calling: the kind of session (SPEC 4.1) and the highest class that the caller's text may have (SPEC 4.4).
 *
 * @module
 */
import { AGENT_MARKERS, AGENT_PROCESSES, SCHEDULER_PROCESSES } from "./agents.ts";
import type { OriginClass, SessionKind } from "./origin.ts";

/** One process above ours. */
export interface ProcessFact {
  readonly pid: number;
  readonly name: string;
  readonly args: readonly string[];
}

/** What the caller's process world looks like. */
export interface CallerFacts {
  /** Both stdin and stdout are a terminal. */
  readonly hasTerminal: boolean;
  readonly hasControllingTerminal: boolean;
  /** Parent first; `null` if they cannot be read. */
  readonly ancestors: readonly ProcessFact[] | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly declaredKind: SessionKind | null;
  readonly isSimulated: boolean;
  readonly simulatedCaller: "owner" | "agent" | "none" | null;
}

/** Who is calling. */
export interface Caller {
  readonly sessionKind: SessionKind;
  /** `owner` or `agent`. */
  readonly ceiling: OriginClass;
  readonly client: string | null;
  readonly why: string;
}

/** Where a text came into the program. */
export type TextSource = "argument" | "prompt" | "stdin" | "file";

/** Returns who is calling. */
export function callerOf(facts: CallerFacts): Caller {
  const ancestors = facts.ancestors ?? [];
  const client = AGENT_MARKERS.find(({ variable }) => facts.environment[variable])?.client ??
    ancestors.map(({ name }) => AGENT_PROCESSES[name]).find((found) => found !== undefined) ?? null;
  if (facts.isSimulated && facts.simulatedCaller !== null) {
    const isOwner = facts.simulatedCaller === "owner";
    const sessionKind = facts.declaredKind ?? (facts.simulatedCaller === "none" ? "unknown" : "interactive");
    return { sessionKind, ceiling: isOwner ? "owner" : "agent", client: null, why: "simulated" };
  }
  const isScheduled = ancestors.some(({ name }) => SCHEDULER_PROCESSES.has(name));
  const sessionKind = isScheduled ? "cron" : facts.declaredKind ??
    (client !== null || facts.hasControllingTerminal ? "interactive" : "unknown");
  const isOwner = facts.hasTerminal && client === null;
  return { sessionKind, ceiling: isOwner ? "owner" : "agent", client, why: isOwner ? "at a terminal" : "no proof" };
}

/** Returns the highest class that a caller's text may have, by the way it came in. */
export function ceilingForText(caller: Caller, source: TextSource): OriginClass {
  const isTyped = source === "argument" || source === "prompt";
  return isTyped ? caller.ceiling : "agent";
}
