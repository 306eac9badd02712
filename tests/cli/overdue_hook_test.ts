/** A sweep that is missing is started by the next session, behind its back. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";
import { standIns } from "../support/stand_ins.ts";

setDefaultTimeout(240_000);

let world: CliWorld;
beforeEach(async () => {
  world = openCliWorld();
  world.write("memory/a.md", "- The gateway listens on port 18789\n");
  await world.run(["init"]);
});
afterEach(() => world.remove());

async function schedule(): Promise<void> {
  await world.run(["cron", "install"], { environment: { PATH: standIns(world.home).path } });
}

async function hook(
  event: string,
  at: string,
  session = "s1",
  environment: Record<string, string> = {},
): Promise<void> {
  const call = {
    "session_id": session,
    cwd: world.workspace,
    "hook_event_name": event,
    source: "startup",
    prompt: "hi",
  };
  const { code } = await world.run(["hook", "claude-code"], {
    input: JSON.stringify(call),
    environment: { MEMORY_NOW: at, ...environment },
  });
  expect(code).toBe(0);
}

async function nights(): Promise<{ status: string; day: string }[]> {
  return JSON.parse((await world.run(["dream", "history"])).stdout).sweeps;
}

/** Waits for a night that another process runs. */
async function nextNight(after: number): Promise<{ status: string; day: string }[]> {
  for (;;) {
    const seen = await nights();
    if (seen.length > after && seen.every(({ status }) => status !== "running")) return seen;
    await Bun.sleep(100);
  }
}

/** What the hooks put into their log, oldest first. */
function outcomes(): string[] {
  const log = readFileSync(join(`${world.workspace}.memory`, "logs", "hooks.jsonl"), "utf8");
  return log.trim().split("\n").map((line) => JSON.parse(line).outcome);
}

test("the start of a session has it run, once a day", async () => {
  await schedule();
  await hook("SessionStart", "2026-08-20T12:00:00+08:00");
  expect(await nextNight(0)).toMatchObject([{ day: "2026-08-20", status: "dry-run" }]);
  await hook("SessionStart", "2026-08-20T13:00:00+08:00", "s2");
  await hook("SessionEnd", "2026-08-20T13:30:00+08:00", "s2");
  await hook("SessionEnd", "2026-08-21T09:00:00+08:00", "s1");
  expect(await nextNight(1)).toHaveLength(2);
  expect(outcomes()).toEqual(["started, sweep started", "started", "ended", "ended, sweep started"]);
});

test("it waits until no agent is at work, and is waited for once", async () => {
  await schedule();
  const noon = "2026-08-20T12:00:00+08:00";
  await hook("UserPromptSubmit", noon);
  await hook("SessionStart", noon, "s2");
  await hook("SessionStart", noon, "s3");
  expect(await nights()).toEqual([]);
  await hook("Stop", noon);
  expect(await nextNight(0)).toHaveLength(1);
  expect(outcomes().slice(1, 3)).toContain("started, sweep started");
});

test("nothing is started without a schedule, before it is due, for what we started ourselves, or where the owner said no", async () => {
  await hook("SessionStart", "2026-08-20T12:00:00+08:00", "none");
  await schedule();
  await hook("SessionStart", "2026-08-20T03:10:00+08:00", "early");
  await hook("SessionStart", "2026-08-20T12:00:00+08:00", "ours", { MEMORY_INSIDE: "1" });
  await world.run(["dream", "disable"]);
  await hook("SessionStart", "2026-08-20T12:00:00+08:00", "no");
  expect(outcomes()).toEqual(["started", "started", "started"]);
  expect(await nights()).toEqual([]);
});

test("a wait that nobody asked for makes no sense", async () => {
  expect((await world.run(["dream", "--wait"])).code).toBe(2);
});
