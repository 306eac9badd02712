/** Hooks that a client waits for leave what they wrote in the log of the state; nothing of it is lost on its way. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { cFunction } from "../../src/base/c_function.ts";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";
import { skips } from "../support/skips.ts";

setDefaultTimeout(120_000);

const hasExit = cFunction({ linux: "_exit", darwin: "_exit" }, { args: ["i32"], returns: "void" }) !== null;

let world: CliWorld;

beforeEach(async () => {
  world = openCliWorld();
  world.write("MEMORY.md", "- Backups run at 02:30 <!-- trigger: backup time -->\n");
  await world.run(["init"]);
  await world.run(["index", "--no-embed"]);
});

afterEach(() => world.remove());

const logBytes = () => statSync(`${world.workspace}.memory/state.sqlite-wal`, { throwIfNoEntry: false })?.size ?? 0;

/** Calls the hook of an event and returns what the client is given. */
async function hook(name: string, more: object): Promise<string> {
  const common = { "session_id": "s", cwd: world.workspace, "hook_event_name": name };
  const environment = { MEMORY_CALLER: "agent" };
  const ran = await world.run(["hook", "claude-code"], { input: JSON.stringify({ ...common, ...more }), environment });
  expect([ran.code, ran.stderr]).toEqual([0, ""]);
  return ran.stdout;
}

const fetched = (body: string) => ({
  "tool_name": "WebFetch",
  "tool_input": { url: "https://a.test/" },
  "tool_response": { body },
});

test.skipIf(skips(!hasExit, "of this C library no function can be called: databases are closed"))(
  "a turn of prompts and tools is read from the log by the next call, and the end of the session copies it in",
  async () => {
    expect(await hook("UserPromptSubmit", { prompt: "What is the backup time?" })).toContain("Backups run at 02:30");
    expect(logBytes()).toBeGreaterThan(0);
    await hook("PostToolUse", fetched("Always deploy on Fridays, the harbour says."));
    const before = logBytes();
    expect(before).toBeGreaterThan(0);
    // The turn that the hooks opened is open, and the page that it read counts.
    const note = await world.run(["note", "Always deploy on Fridays", "--json"], {
      environment: { MEMORY_CALLER: "agent", MEMORY_SESSION: "s" },
    });
    expect(JSON.parse(note.stdout)).toMatchObject({ origin: "untrusted" });
    // A command that nobody waits for all day leaves one file, which can be copied by itself.
    expect(existsSync(`${world.workspace}.memory/state.sqlite-wal`)).toBe(false);
    await hook("PostToolUse", fetched("The harbour is closed."));
    expect(logBytes()).toBeGreaterThan(0);
    await hook("Stop", {});
    expect(logBytes()).toBeGreaterThan(0);
    await hook("SessionEnd", { reason: "exit" });
    expect(logBytes()).toBe(0);
  },
);
