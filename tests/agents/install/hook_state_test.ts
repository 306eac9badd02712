/** What is told of a client: what stands in its settings, and whether it calls. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { hookCalls, hookState } from "../../../src/agents/install/hook_state.ts";
import { CLIENT_SETUPS } from "../../../src/agents/install/setups.ts";
import type { HookRecord } from "../../../src/workspace/hook_log.ts";
import { type InstallWorld, openInstallWorld, type PlanOptions } from "../../support/install_world.ts";

let world: InstallWorld;

beforeEach(() => {
  world = openInstallWorld();
});
afterEach(() => world.remove());

/** Returns the state of a client whose program runs at a path. */
function stateOf(client: string, running = "/opt/memory/bin/memory", options: PlanOptions = {}) {
  const setup = CLIENT_SETUPS.get(client);
  if (setup === undefined) throw new Error(client);
  return hookState(setup, world.plan(client, options), [running]);
}

describe("a client", () => {
  test("that was never set up has nothing, and no file is made by looking", () => {
    for (const client of CLIENT_SETUPS.keys()) {
      expect(stateOf(client)).toMatchObject({
        isInstalled: false,
        missing: [],
        commands: [],
        otherCalls: [],
        hasServer: false,
        switchedOff: null,
        problem: null,
      });
    }
    expect(world.read(".claude/settings.json")).toBeNull();
  });

  test("that is set up starts a program that is there, or is not, and is this one, or is not", () => {
    const program = world.write("bin/memory", "#!/bin/sh\n");
    for (const client of CLIENT_SETUPS.keys()) {
      world.install(client, { program });
      expect([client, stateOf(client, program)]).toMatchObject([client, { isInstalled: true, isProgramThere: false }]);
    }
    chmodSync(program, 0o755);
    for (const client of CLIENT_SETUPS.keys()) {
      expect(stateOf(client, program)).toMatchObject({ isProgramThere: true, isThisProgram: true, hasServer: true });
      expect(stateOf(client, "/other/memory")).toMatchObject({ isProgramThere: true, isThisProgram: false });
    }
  });

  test("is told of events that are missing", () => {
    world.install("codex");
    const path = ".codex/hooks.json";
    world.write(path, (world.read(path) ?? "").replace('"Stop"', '"SubagentStop"'));
    expect(stateOf("codex").missing).toEqual(["Stop"]);
    world.install("codex");
    expect(stateOf("codex").missing).toEqual([]);
  });

  test("is told of calls that somebody else wrote, and of settings that cannot be read", () => {
    world.write(".cursor/hooks.json", '{"hooks": {"stop": [{"command": "memory hook cursor"}]}}');
    expect(stateOf("cursor")).toMatchObject({ isInstalled: false, otherCalls: ["memory hook cursor"] });
    world.write(".cursor/hooks.json", "{");
    expect(stateOf("cursor").problem).toMatch(/^Cannot read ".*hooks\.json": it is no valid JSON/);
    world.write(".codex/config.toml", "x = [");
    expect(stateOf("codex").problem).toMatch(/it is no valid TOML/);
  });
});

describe("calls", () => {
  const NOW = Date.parse("2026-08-19T12:00:00+08:00");

  /** A record of a client. */
  function record(client: string, at: string, outcome = "turn opened", event = "prompt"): HookRecord {
    return { at, client, event, session: null, outcome, ms: 3, injectedChars: 0 };
  }

  test("are counted for a week, and the last is told however old it is", () => {
    const records = [
      record("codex", "2026-07-01T12:00:00+08:00", "turn opened", "start"),
      record("codex", "2026-08-18T12:00:00+08:00"),
      record("gemini", "2026-08-19T11:00:00+08:00"),
      record("codex", "2026-08-19T11:59:00+08:00", "failed: EACCES"),
    ];
    expect(hookCalls(records, "codex", NOW)).toEqual({
      lastAt: "2026-08-19T11:59:00+08:00",
      events: ["prompt"],
      count: 2,
      failed: 1,
    });
    expect(hookCalls(records.slice(0, 1), "codex", NOW)).toEqual({
      lastAt: "2026-07-01T12:00:00+08:00",
      events: [],
      count: 0,
      failed: 0,
    });
    expect(hookCalls(records, "cursor", NOW)).toEqual({ lastAt: null, events: [], count: 0, failed: 0 });
  });
});
