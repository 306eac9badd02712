/**
 * What the events of a hook work with.
 *
 * @module
 */
import type { App } from "../../app/app.ts";
import type { ProcessStamp, SessionFacts, SessionRow } from "../../store/state/sessions.ts";
import { CHAT_TYPES, type ChatType, type SessionKind } from "../../provenance/origin.ts";
import type { HookCaller } from "./client_process.ts";
import type { HookClient, HookInput } from "./hook_input.ts";

/** See the module. */
export interface HookDeps {
  /** The open app of the session's workspace. */
  readonly app: App;
  /** The client's side. */
  readonly client: HookClient;
  /** What the processes above tell. */
  readonly caller: HookCaller;
  /** The processes above could be read. */
  readonly hasAncestors: boolean;
  /** All of it: the client says there which folder it was started for. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's home folder, absolute. */
  readonly homeDir: string;
  /** The folder of this process, absolute. */
  readonly cwd: string;
  /**
   * Notes that the session is at work in the folder it was started for and in the one it is in now, and returns the keys of
   * the projects that are active in it; worked out once a call (SPEC 9.4).
   */
  projects(): ReadonlySet<string>;
  /** Opens the app of another workspace of the user, given by its real path, or returns `null`; who asks closes it. */
  openOther(workspace: string): Promise<App | null>;
  /** Returns the stamp of a process, or `null`. */
  stampOf(pid: number): ProcessStamp | null;
  /** Returns whether the process with the id of a stamp is the very one. */
  isSameProcess(stamp: ProcessStamp): boolean;
  /** Returns whether a process has a controlling terminal. */
  hasControllingTerminal(pid: number): boolean;
  /** Returns how long the hook has been running, in milliseconds. */
  elapsedMs(): number;
}

/** What came of an event. */
export interface HookOutcome {
  /** A few fixed words for the log. */
  readonly outcome: string;
  /** What is put before the agent, or `null`. */
  readonly context: string | null;
}

/** Returns an outcome that puts nothing before the agent. */
export function silent(outcome: string): HookOutcome {
  return { outcome, context: null };
}

/** Returns whether the client puts a text before the agent when it is the answer to an event. */
export function takesText({ client }: Pick<HookDeps, "client">, input: HookInput): boolean {
  return client.answer(input, "") !== null;
}

/** Outcome of a hook that somebody else than the client called. */
export const FOREIGN = "called by a command";

/**
 * Returns whether somebody else than the client called: its process is known and runs, and it is not the one that called.
 * A name proves nothing, since an agent can start a process of any name: id and start time have to be the same. Where
 * processes cannot be read nobody can be told apart.
 */
export function isForeign(deps: HookDeps, known: SessionRow | null): boolean {
  const { app, caller, hasAncestors } = deps;
  if (known === null || known.process === null) return false;
  // Who sees no processes where the client's was seen before has been kept from seeing them.
  if (!hasAncestors) return app.isAlive(known.process);
  const { pid } = known.process;
  const isSame = caller.isDirect && caller.client?.pid === pid && deps.isSameProcess(known.process);
  return !isSame && app.isAlive(known.process);
}

/** Returns what this call tells of its session. */
export function sessionFacts(deps: HookDeps, input: HookInput, known: SessionRow | null): SessionFacts {
  const { caller, environment, app } = deps;
  const pid = caller.isDirect ? caller.client?.pid : undefined;
  const process = pid === undefined ? null : deps.stampOf(pid);
  const hasTerminal = process !== null && deps.hasControllingTerminal(process.pid);
  const { sessionKind: kind, ceiling } = app.caller();
  // In a simulated workspace the declared caller stands for what processes and terminals prove (SPEC 11.10).
  const isSeen = process !== null && hasTerminal || app.isSimulated && ceiling === "owner";
  const isProvable = isSeen && !caller.isBatch;
  // A session that others read, or that the clock began, stays one when a later hook comes without the variable that says so.
  const before = input.event === "start" ? null : known;
  return {
    client: input.client,
    name: input.session,
    process,
    hasTerminal,
    isBatch: caller.isBatch,
    // The start hook has to have seen it; each prompt takes the proof again (SPEC 4.4).
    isProven: isProvable && (input.event === "start" || known?.isProven === true),
    kind: before !== null && LASTING_KINDS.has(before.kind)
      ? before.kind
      : caller.isBatch && kind === "interactive"
      ? "unknown"
      : kind,
    chat: lessOpen(chatOf(environment["MEMORY_CHAT"]), before?.chat ?? "direct"),
    projectDir: environment["CLAUDE_PROJECT_DIR"] || input.folder || deps.cwd,
  };
}

/** What the record of a session says of these stands above what is declared (SPEC 4.1). */
const LASTING_KINDS: ReadonlySet<SessionKind> = new Set(["cron", "heartbeat", "subagent"]);

function lessOpen(now: ChatType, before: ChatType): ChatType {
  return now === "direct" ? before : now;
}

/** What cannot be read counts as the chat that gets least. */
function chatOf(value: string | undefined): ChatType {
  if (value === undefined || value === "") return "direct";
  return CHAT_TYPES.find((each) => each === value) ?? "group";
}
