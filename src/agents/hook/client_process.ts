/**
 * Which process is the client, and whether it called the hook itself (SPEC 4.4). An agent can run any command, also a
 * hook of ours: what the client runs for a hook hangs directly below it, what an agent runs hangs below a shell with the
 * agent's line.
 *
 * @module
 */
import { AGENT_BATCH_WORDS } from "../../provenance/agents.ts";
import { agentOf, type ProcessFact } from "../../provenance/process_match.ts";

/** What the processes above a hook tell. */
export interface HookCaller {
  /** The client's process, or `null` if there is none of that client above. */
  readonly client: ProcessFact | null;
  /** The client called the hook itself, at most by way of a shell that does nothing else. */
  readonly isDirect: boolean;
  /** The client was started to give one answer and end. */
  readonly isBatch: boolean;
}

/**
 * Returns what the processes above a hook tell.
 *
 * @param client as in `claude-code`
 * @param ancestors parent first; `null` where they cannot be read
 */
export function hookCallerOf(client: string, ancestors: readonly ProcessFact[] | null): HookCaller {
  const at = (ancestors ?? []).findIndex((ancestor) => agentOf(ancestor) === client);
  const process = ancestors?.[at] ?? null;
  if (process === null) return { client: null, isDirect: false, isBatch: false };
  const between = ancestors?.slice(0, at) ?? [];
  return {
    client: process,
    isDirect: between.length <= MOST_SHELLS && between.every(isHookShell),
    isBatch: isBatch(client, process),
  };
}

/** A shell that runs our line, and one more that some systems put before it. */
const MOST_SHELLS = 2;

const SHELL = /^(?:.*[\\/])?(?:sh|bash|zsh|dash|ksh|ash|busybox|fish)(?:\.exe)?$/;

function isHookShell({ name, args }: ProcessFact): boolean {
  if (!SHELL.test(args[0]?.replace(/^-/, "") ?? name)) return false;
  const option = args.findIndex((arg) => /^-[a-z]*c$/.test(arg));
  const line = option < 0 ? undefined : args[option + 1];
  return line !== undefined && isHookLine(line);
}

/** Whether a line of shell calls one hook and nothing else. */
function isHookLine(line: string): boolean {
  const bare = line.replace(/\s*(?:2>\s*\/dev\/null|2>&1|\|\|\s*(?:true|:|exit 0))\s*/g, " ");
  return /\bhook\b/.test(bare) && !/[;&|<>`\n()]/.test(bare);
}

function isBatch(client: string, { args }: ProcessFact): boolean {
  const words = Object.hasOwn(AGENT_BATCH_WORDS, client) ? AGENT_BATCH_WORDS[client] ?? [] : [];
  // A value with `=` behind it is the same flag.
  return args.slice(1).some((arg) => words.includes(arg.replace(/=[^]*$/, "")));
}
