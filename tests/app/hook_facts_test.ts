import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type HookWorld, openHookWorld, SESSION } from "../support/hook_world.ts";

const STORY_MS = 240_000;

let world: HookWorld;

beforeEach(async () => {
  world = await openHookWorld();
});

afterEach(() => world.remove());

describe("the status", () => {
  test("tells which turns are open and which hooks came", async () => {
    const before = await world.agent(["status"]);
    expect([before["openTurns"], before["hooks"]]).toEqual([[], []]);
    await world.prompt("hello");
    await world.tool("WebFetch", { url: "https://a.example" }, "a page");
    const during = await world.agent(["status"]);
    const at = "2026-08-19T09:00:00+08:00";
    expect(during["openTurns"]).toEqual([{ client: "claude-code", session: SESSION, openedAt: at, taint: "WebFetch" }]);
    expect(during["hooks"]).toEqual([
      { client: "claude-code", event: "prompt", count: 1, failed: 0, lastAt: at, lastOutcome: "turn opened" },
      { client: "claude-code", event: "tool", count: 1, failed: 0, lastAt: at, lastOutcome: "turn tainted" },
    ]);
    const text = (await world.run(["status", "--text"])).stdout;
    expect(text).toContain(`claude-code ${SESSION}, tainted by WebFetch`);
    expect(text).toContain("claude-code prompt: 1 call");
    await world.hook("Stop");
    expect((await world.agent(["status"]))["openTurns"]).toEqual([]);
  }, STORY_MS);

  test("closes no turn by itself", async () => {
    await world.prompt("hello");
    const later = { environment: { MEMORY_NOW: "2026-08-19T12:00:00+08:00" } };
    expect((await world.agent(["status"], later))["openTurns"]).toEqual([]);
    expect((await world.agent(["status"]))["openTurns"]).toHaveLength(1);
  }, STORY_MS);
});
