/**
 * Who is calling: the kind of session (SPEC 4.1) and the highest class that the caller's text may have (SPEC 4.4). A
 * pure function of facts that `app` reads; `owner` needs positive proof.
 *
 * @module
 */
import { AGENT_MARKERS, type EnvironmentMarker, SCHEDULER_MARKERS, SESSION_VARIABLES } from "./agents.ts";
import type { OriginClass, SessionKind } from "./origin.ts";
import { agentOf, isScheduler, type ProcessFact } from "./process_match.ts";

/** What the caller's process world looks like. */
export interface CallerFacts {
  /** Both stdin and stdout are a terminal. */
  readonly hasTerminal: boolean;
  /** The process has a controlling terminal, whatever stdin and stdout are. */
  readonly hasControllingTerminal: boolean;
  /** Parent first; one that could not be read has an empty name and is the last. `null` if none can be read. */
  readonly ancestors: readonly ProcessFact[] | null;
  /** Searched for markers and session variables by exact name. */
  readonly environment: Environment;
  /** What the ancestors were started with, searched for markers of agents; those that can be read. @default none */
  readonly inherited?: readonly InheritedEnvironment[];
  /** `--session-kind` or `MEMORY_SESSION_KIND`. */
  readonly declaredKind: SessionKind | null;
  /** The workspace was initialised under a frozen time (SPEC 11.10). */
  readonly isSimulated: boolean;
  /** `MEMORY_CALLER`, which stands for the proof in a simulated workspace and is ignored elsewhere. */
  readonly simulatedCaller: "owner" | "agent" | "none" | null;
  /** The text comes through the door that agents' clients call (SPEC 4.1, 4.4), whoever started the process. @default false */
  readonly isMcpServer?: boolean;
}

/** Who is calling. */
export interface Caller {
  /** Decides whether a search counts as a recall and what a line may become. */
  readonly sessionKind: SessionKind;
  /** `owner` or `agent`: what text typed by this caller may be at most. */
  readonly ceiling: OriginClass;
  /**
   * The agent that calls, as in `claude-code`, or `null` if none was recognised; `simulated` for one that a simulated
   * workspace was told of. Untrusted text is not shown to an agent unasked (SPEC 4.5).
   */
  readonly client: string | null;
  /** The session that the client's own variable names, or `null`. */
  readonly session: string | null;
  /** What decided, for people. */
  readonly why: string;
}

/** How a text came into the program. */
export type TextSource = "argument" | "prompt" | "stdin" | "file";

/** Environment variables by name. */
type Environment = Readonly<Record<string, string | undefined>>;

/** What a process above was started with. */
export interface InheritedEnvironment {
  /** Process id. */
  readonly pid: number;
  /** Its variables. */
  readonly environment: Environment;
}

/** Returns who is calling. */
export function callerOf(facts: CallerFacts): Caller {
  if (facts.isSimulated && facts.simulatedCaller !== null) {
    return simulatedCallerOf(facts.isMcpServer === true ? "agent" : facts.simulatedCaller, facts.declaredKind);
  }
  const agent = agentAround(facts);
  return {
    sessionKind: kindOf(facts, agent !== null),
    client: agent?.client ?? null,
    session: sessionOf(facts.environment),
    ...ceilingOf(facts, agent),
  };
}

/** Returns the highest class that a text of this caller may have: `owner` only for what was typed. */
export function ceilingForText(caller: Caller, source: TextSource): OriginClass {
  return source === "argument" || source === "prompt" ? caller.ceiling : "agent";
}

interface RecognisedAgent {
  readonly client: string;
  readonly sign: string;
}

function simulatedCallerOf(simulated: "owner" | "agent" | "none", declared: SessionKind | null): Caller {
  return {
    // `none` stands for a process without terminal and without agent.
    sessionKind: declared ?? (simulated === "none" ? "unknown" : "interactive"),
    ceiling: simulated === "owner" ? "owner" : "agent",
    client: simulated === "agent" ? "simulated" : null,
    session: null,
    why: `simulated workspace: MEMORY_CALLER=${simulated}`,
  };
}

function agentAround(facts: CallerFacts): RecognisedAgent | null {
  const { ancestors, environment, inherited = [], isMcpServer = false } = facts;
  const marker = markerIn(environment);
  if (marker !== undefined) return { client: marker.client, sign: `environment variable ${marker.variable}` };
  for (const ancestor of ancestors ?? []) {
    const client = agentOf(ancestor);
    if (client !== null) return { client, sign: `process ${ancestor.pid} above this one` };
  }
  // Who takes the marker out of the environment at the last moment has it in that of the processes before.
  for (const { pid, environment: earlier } of inherited) {
    const found = markerIn(earlier);
    if (found !== undefined) {
      return { client: found.client, sign: `environment variable ${found.variable} of process ${pid} above this one` };
    }
  }
  // Nobody types through it: an agent that is not known by anything else is one all the same.
  return isMcpServer ? { client: "mcp", sign: "its connection" } : null;
}

function markerIn(environment: Environment): EnvironmentMarker | undefined {
  return AGENT_MARKERS.find(({ variable, value }) => {
    const actual = environment[variable];
    return actual !== undefined && actual !== "" && (value === null || actual === value);
  });
}

/** SPEC 4.1, in its order. Records of hooks and transcripts come with those commands and are not facts of a process. */
function kindOf(facts: CallerFacts, isAgent: boolean): SessionKind {
  const { declaredKind } = facts;
  // In a simulated workspace a declared kind stands above the ancestors (SPEC 11.10).
  if (facts.isSimulated && declaredKind !== null) return declaredKind;
  if (isScheduled(facts)) return "cron";
  const observed = isAgent || facts.hasControllingTerminal ? "interactive" : "unknown";
  // Below `interactive` there is no order, so a declaration replaces `unknown` by anything and `interactive` by less:
  // where nothing above has decided, it simply holds.
  return declaredKind ?? observed;
}

function isScheduled({ ancestors, environment }: CallerFacts): boolean {
  return ancestors?.some(isScheduler) === true || SCHEDULER_MARKERS.some((variable) => environment[variable]);
}

function ceilingOf(facts: CallerFacts, agent: RecognisedAgent | null): Pick<Caller, "ceiling" | "why"> {
  if (agent !== null) return { ceiling: "agent", why: `${agent.client}, known by ${agent.sign}` };
  // A job may be given a terminal; nobody sits before it.
  if (isScheduled(facts)) return { ceiling: "agent", why: "started by the clock" };
  if (!facts.hasTerminal) return { ceiling: "agent", why: "stdin or stdout is not a terminal" };
  if (facts.ancestors === null || facts.ancestors.some(({ name }) => name === "")) {
    return { ceiling: "owner", why: "a terminal and no marker of an agent; the processes above cannot be read" };
  }
  return { ceiling: "owner", why: "a terminal, and no agent among the processes above" };
}

function sessionOf(environment: Environment): string | null {
  for (const variable of SESSION_VARIABLES) {
    const session = environment[variable];
    if (session) return session;
  }
  return null;
}
