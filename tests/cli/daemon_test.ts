/** `memory daemon` as a process: what it does, how it ends, and that there is one. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";
import { standIns } from "../support/stand_ins.ts";
import { startStream, type Watch } from "../support/start_watch.ts";

setDefaultTimeout(240_000);

let world: CliWorld;
let daemon: Watch | undefined;

beforeEach(async () => {
  world = openCliWorld();
  world.write("memory/a.md", "- alpha\n");
  await world.run(["init"]);
  writeFileSync(`${world.workspace}.memory/config.jsonc`, '{ "index": { "debounceMs": 100 } }\n');
});
afterEach(async () => {
  await daemon?.kill();
  world.remove();
});

/** The time of the system: a daemon whose time stands still is refused. */
function present(): Record<string, string> {
  const { MEMORY_NOW: _, ...environment } = world.environment;
  return environment as Record<string, string>;
}

function start(words: readonly string[] = []): Watch {
  return daemon = startStream(world, { words: ["daemon", "--no-embed", ...words], environment: present() });
}

/** A schedule that was installed long before the present: its last night is missing. */
async function scheduledLongAgo(): Promise<void> {
  await world.run(["cron", "install"], { environment: { PATH: standIns(world.home).path } });
}

async function nights(): Promise<unknown[]> {
  return JSON.parse((await world.run(["dream", "history"])).stdout).sweeps;
}

test("it takes changes up and makes up for the night that is missing, once", async () => {
  await scheduledLongAgo();
  const running = start();
  expect(await running.event("sweep")).toMatchObject({ status: "dry-run", due: expect.stringMatching(/T03:00:00/) });
  world.write("memory/2026-08-19.md", "- 网关监听 18789 端口\n");
  expect(await running.event("batch")).toMatchObject({ files: { seen: 2, changed: 1 } });
  const { code, last, stderr } = await running.stop("SIGTERM");
  expect({ code, last, stderr }).toMatchObject({ code: 0, last: { event: "stopped" }, stderr: "" });
  const again = start();
  await again.event("batch");
  world.write("memory/b.md", "- beta\n");
  // The look for a missing night comes right behind "watching", before this batch is over.
  await again.event("batch");
  await again.stop("SIGINT");
  expect(await nights()).toHaveLength(1);
});

test("without a schedule it keeps the time by itself from now on", async () => {
  const running = start(["--at", "30 4 * * *"]);
  await running.event("batch");
  await running.stop("SIGHUP");
  expect(await nights()).toEqual([]);
  const { stdout } = await world.run(["cron", "status"], { environment: { PATH: standIns(world.home).path } });
  expect(JSON.parse(stdout)).toMatchObject({ timer: { manager: "daemon", expression: "30 4 * * *" }, notices: [] });
});

test("there is one a workspace; the second names the first and ends with 3", async () => {
  const running = start();
  await running.event("batch");
  const second = startStream(world, { words: ["daemon"], environment: present() });
  const { code, stderr } = await second.stop("SIGCONT");
  expect(code).toBe(3);
  expect(stderr).toMatch(/^Error: Cannot run a daemon for this workspace: process \d+ since .+ does so already/);
});

test("it waits for an open turn, and stops at once when told to", async () => {
  const hook = async (event: string) => {
    const call = {
      "session_id": "s1",
      cwd: world.workspace,
      prompt: "hi",
      "hook_event_name": event,
      source: "startup",
    };
    const environment = { MEMORY_NOW: new Date().toISOString() };
    expect((await world.run(["hook", "claude-code"], { input: JSON.stringify(call), environment })).code).toBe(0);
  };
  await hook("SessionStart");
  // Only now: the start of a session has a missing sweep run by itself.
  await scheduledLongAgo();
  await hook("UserPromptSubmit");
  const running = start();
  expect(await running.event("waiting")).toMatchObject({ due: expect.any(String) });
  expect((await running.stop("SIGTERM")).code).toBe(0);
  expect(await nights()).toEqual([]);
});

test("it ends with an error when the workspace is gone", async () => {
  const running = start();
  await running.event("batch");
  rmSync(world.workspace, { recursive: true });
  const { code, stderr } = await running.stop("SIGCONT");
  expect(code).toBe(1);
  expect(stderr).toContain(`Cannot go on: the workspace "${world.workspace}" is gone`);
});

test("a time that stands still is refused, and so are times that cannot be read", async () => {
  expect((await world.run(["daemon"])).code).toBe(2);
  const { MEMORY_NOW: _, ...environment } = { MEMORY_NOW: "", ...world.environment };
  const odd = await world.run(["daemon", "--at", "at night"], { environment: { ...environment, MEMORY_NOW: "" } });
  expect({ code: odd.code, stderr: odd.stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("five fields"),
  });
});
