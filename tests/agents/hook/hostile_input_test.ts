/** What a hook of the real program does with input, databases and neighbours that are not as they should be. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { openState, type StateStore } from "../../../src/store/state/open_state.ts";
import { type HookWorld, openHookWorld, SESSION } from "../../support/hook_world.ts";
import { memoryCommand, type RunResult } from "../../support/run_memory.ts";

const STORY_MS = 180_000;
const SILENT: RunResult = { code: 0, stdout: "", stderr: "" };

let world: HookWorld;

beforeEach(async () => {
  world = await openHookWorld();
});

afterEach(() => world.remove());

function start(words: readonly string[] = ["hook", "claude-code"]) {
  return Bun.spawn([...memoryCommand(), ...words], {
    cwd: world.workspace,
    env: { ...world.environment, MEMORY_CALLER: "agent" },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
}

async function resultOf(child: ReturnType<typeof start>): Promise<RunResult> {
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, stdout, stderr };
}

async function send(input: string | Uint8Array, isClosed = true): Promise<RunResult> {
  const child = start();
  try {
    child.stdin.write(input);
    await child.stdin.flush();
  } catch (error) {
    // It has seen enough.
    if ((error as { code?: string }).code !== "EPIPE") throw error;
  }
  if (isClosed) await child.stdin.end();
  return await resultOf(child);
}

function inState<T>(look: (state: StateStore) => T): T {
  const path = join(world.home, "notes.memory", "state.sqlite");
  const state = openState({ path, isRegistered: true, isSimulated: true, now: "2026-08-19T09:00:00+08:00" });
  try {
    return look(state);
  } finally {
    state.close();
  }
}

describe("hostile input", () => {
  test("is answered with nothing and the code 0", async () => {
    const prompt = { "session_id": SESSION, "hook_event_name": "UserPromptSubmit" };
    const inputs: (string | Uint8Array)[] = [
      "",
      "garbage",
      "[]",
      "null",
      "{",
      '{"hook_event_name":"Stop"}',
      '{"session_id":"s","hook_event_name":"Nonsense"}',
      '{"session_id":{"a":1},"hook_event_name":["Stop"]}',
      `{"a":${"[".repeat(200_000)}`,
      new Uint8Array([0xff, 0xfe, 0x7b, 0x00]),
      JSON.stringify({ ...prompt, prompt: "\u0000\ud800 \u001b[31m 网关" }),
      JSON.stringify({ ...prompt, prompt: "x".repeat(2_000_000) }),
      `${JSON.stringify(prompt)}${JSON.stringify(prompt)}`,
      JSON.stringify({ ...prompt, "hook_event_name": "PostToolUse", "tool_name": 7, "tool_input": "x" }),
      JSON.stringify({
        ...prompt,
        "hook_event_name": "PostToolUse",
        "tool_name": "Bash",
        "tool_input": { command: "(".repeat(9_000) },
      }),
      `{"session_id":"s","hook_event_name":"Stop","pad":"${"x".repeat(11_000_000)}"}`,
    ];
    for (const input of inputs) expect([input.slice(0, 60), await send(input)]).toEqual([input.slice(0, 60), SILENT]);
  }, STORY_MS);

  test("that never ends, or comes in pieces, holds nobody up", async () => {
    expect(await send(JSON.stringify({ "session_id": SESSION, "hook_event_name": "Stop" }), false)).toEqual(SILENT);
    expect(await send('{"session_id":', false)).toEqual(SILENT);
    expect(await send("", false)).toEqual(SILENT);
    const child = start();
    for (const piece of ['{"session_id"', ':"s","hook_', 'event_name":"UserPromptSubmit",', '"prompt":"网', '关"}']) {
      child.stdin.write(piece);
      await child.stdin.flush();
      await Bun.sleep(20);
    }
    expect(await resultOf(child)).toEqual(SILENT);
    expect(world.outcomes().at(-1)).toBe("turn opened");
  }, STORY_MS);

  test("of random bytes does no harm", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const { code, stdout } = await send(bytes);
        expect([code, stdout]).toEqual([0, ""]);
      }),
      { seed: 20260819, numRuns: 10 },
    );
  }, STORY_MS);

  test("on the command line never ends with 2", async () => {
    for (
      const words of [
        ["hook"],
        ["hook", "nobody"],
        ["hook", "windsurf", "prompt"],
        ["hook", "claude-code", "--bogus"],
        [
          "hook",
          "claude-code",
          "a",
          "b",
        ],
      ]
    ) {
      const child = start(words);
      await child.stdin.end();
      const { code, stdout } = await resultOf(child);
      expect([words.join(" "), code, stdout]).toEqual([words.join(" "), 1, ""]);
    }
  }, STORY_MS);
});

describe("a hook is left alone", () => {
  test("where there is no workspace, and inside of our own processes", async () => {
    const outside = await world.hook("SessionStart", {}, { cwd: "." });
    expect(outside).toEqual(SILENT);
    const inside = await world.hook("SessionStart", {}, { environment: { MEMORY_INSIDE: "1" } });
    expect(inside).toEqual(SILENT);
    const simulated = await world.hook("SessionStart", {}, { environment: { MEMORY_NOW: "" } });
    expect(simulated).toEqual(SILENT);
    expect(world.outcomes()).toEqual([]);
  }, STORY_MS);

  test("with a state that is locked, damaged or unwritable, and says so in the log only", async () => {
    const path = join(world.home, "notes.memory", "state.sqlite");
    const holder = new Database(path);
    holder.run("BEGIN IMMEDIATE");
    expect(await world.prompt("hello")).toEqual(SILENT);
    expect(world.outcomes().at(-1)).toMatch(/^failed: (?:busy|SQLITE_BUSY)/);
    holder.run("ROLLBACK");
    holder.close();
    writeFileSync(path, "not a database at all, but long enough to be taken for one by its size");
    for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
    const { code, stderr } = await world.prompt("hello");
    expect([code, stderr]).toEqual([0, ""]);
    chmodSync(join(world.home, "notes.memory"), 0o500);
    expect((await world.prompt("hello")).code).toBe(0);
    chmodSync(join(world.home, "notes.memory"), 0o700);
  }, STORY_MS);
});

describe("many hooks", () => {
  test("of the same event at once are stored once", async () => {
    await Promise.all(Array.from({ length: 20 }, () => world.prompt("the same message")));
    const output = "an output of several words that came twenty times";
    await Promise.all(Array.from({ length: 20 }, () => world.tool("WebFetch", { url: "https://a.example" }, output)));
    inState((state) => {
      const [session, ...others] = state.sessions.latest(10);
      expect(others).toEqual([]);
      expect(state.turns.around("2026-08-19T09:00:00+08:00")).toHaveLength(1);
      const once = state.sessionTexts.count(session?.id ?? 0);
      expect(once).toBeGreaterThan(0);
      expect(once).toBeLessThan(20);
    });
  }, STORY_MS);

  test("of many sessions at once lose nothing", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => world.prompt("hello", `session-${at}`)));
    const failed = world.outcomes().filter((outcome) => outcome !== "turn opened");
    // A quarter of a second is all that a hook waits for its neighbours.
    expect(failed.filter((outcome) => !/(?:^|, \w+ )failed: (?:busy|SQLITE_BUSY)/.test(outcome))).toEqual([]);
    const whole = failed.filter((outcome) => outcome.startsWith("failed"));
    expect(inState((state) => state.turns.unsettled())).toHaveLength(20 - whole.length);
  }, STORY_MS);

  test("that are killed at any moment leave the state and the log whole", async () => {
    const value = (event: string, more: object = {}) =>
      JSON.stringify({ "session_id": SESSION, "hook_event_name": event, ...more });
    for (let at = 0; at < 24; at++) {
      const child = start();
      const tool = {
        "tool_name": "Bash",
        "tool_input": { command: "curl x" },
        "tool_response": `output number ${at} of it`,
      };
      child.stdin.write(
        at % 3 === 0
          ? value("UserPromptSubmit", { prompt: `p${at}` })
          : at % 3 === 1
          ? value("PostToolUse", tool)
          : value("Stop"),
      );
      await child.stdin.flush();
      world.write("memory/x.md", `- A line that was written in round ${at}\n`);
      await Bun.sleep((at * 13) % 90);
      child.kill(9);
      await child.exited;
    }
    expect(await world.prompt("after all that")).toEqual(SILENT);
    expect(world.outcomes().at(-1)).toBe("turn opened");
    inState((state) => expect(state.turns.unsettled().filter(({ closedAt }) => closedAt === null)).toHaveLength(1));
    const check = new Database(join(world.home, "notes.memory", "state.sqlite"));
    expect(check.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
    check.close();
    expect((await world.agent(["search", "written in round"]))["results"]).toHaveLength(1);
  }, STORY_MS);
});

describe("the log", () => {
  test("holds no text, and nobody else may read it", async () => {
    await world.hook("SessionStart", { source: "startup" });
    await world.prompt("my secret prompt");
    await world.tool("Bash", { command: "echo my secret command" }, "my secret output");
    const path = join(world.home, "notes.memory", "logs", "hooks.jsonl");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, "utf8")).not.toContain("secret");
    const bytes = readFileSync(join(world.home, "notes.memory", "state.sqlite")).toString("latin1");
    expect(bytes).not.toContain("secret");
  }, STORY_MS);
});
