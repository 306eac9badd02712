/**
 * A workspace whose agent has hooks: short ways to send what Claude Code would send.
 *
 * @module
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld, type WorldChanges, type WorldOptions } from "./cli_world.ts";
import type { RunResult } from "./run_memory.ts";

/** See the module. */
export interface HookWorld extends CliWorld {
  /** Calls a hook; the fields are named as the client names them. */
  hook(event: string, fields?: Readonly<Record<string, unknown>>, changes?: WorldChanges): Promise<RunResult>;
  /** The hook of a tool that came back. */
  tool(name: string, input: object, output: unknown, session?: string): Promise<RunResult>;
  /** Opens a turn of a session. */
  prompt(text: string, session?: string): Promise<RunResult>;
  /** Runs a command as the agent and returns its document. */
  agent(words: readonly string[], changes?: WorldChanges): Promise<Record<string, unknown>>;
  /** Returns the outcomes of the hooks so far. */
  outcomes(): string[];
}

/** The session of every call that names no other. */
export const SESSION = "0b7c";

/** Makes a world with an initialised workspace. */
export async function openHookWorld(options: WorldOptions = {}): Promise<HookWorld> {
  const world = openCliWorld(options);
  const { code, stderr } = await world.run(["init"]);
  if (code !== 0) throw new Error(stderr);
  const asAgent = ({ environment = {}, ...changes }: WorldChanges = {}): WorldChanges => ({
    ...changes,
    environment: { MEMORY_CALLER: "agent", ...environment },
  });
  const hook: HookWorld["hook"] = (event, fields = {}, changes = {}) => {
    const value = { "session_id": SESSION, cwd: world.workspace, "hook_event_name": event, ...fields };
    return world.run(["hook", "claude-code"], asAgent({ input: JSON.stringify(value), ...changes }));
  };
  return {
    ...world,
    hook,
    tool: (name, input, output, session = SESSION) =>
      hook("PostToolUse", { "session_id": session, "tool_name": name, "tool_input": input, "tool_response": output }),
    prompt: (text, session = SESSION) => hook("UserPromptSubmit", { "session_id": session, prompt: text }),
    async agent(words, changes) {
      const done = await world.run(words, asAgent(changes));
      if (done.code !== 0) throw new Error(done.stderr);
      return JSON.parse(done.stdout) as Record<string, unknown>;
    },
    outcomes() {
      const path = join(world.home, "notes.memory", "logs", "hooks.jsonl");
      if (!existsSync(path)) return [];
      return readFileSync(path, "utf8").trim().split("\n")
        .map((line) => (JSON.parse(line) as { outcome: string }).outcome);
    },
  };
}
