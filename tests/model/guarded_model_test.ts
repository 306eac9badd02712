/** The budget of a day and the pause after silence, kept in the state of a real workspace. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { frozenClock } from "../../src/base/clock.ts";
import type { ModelConfig } from "../../src/model/config.ts";
import { askFailure, askModel, type ModelPlace, openModel } from "../support/model_world.ts";
import { openStoreWorld, type StoreWorld } from "../support/store_world.ts";

let world: StoreWorld;
beforeEach(() => void (world = openStoreWorld()));
afterEach(() => world.remove());

const GOOD = ["echo", "[]"];
const MUTE = ["sleep", "30"];

function open(words: readonly string[], settings: Partial<ModelConfig> = {}, place: ModelPlace = {}) {
  const shared = { provider: "command", name: null, command: words, ...settings } as const;
  return openModel(shared, { log: world.state.modelUses, ...place });
}

test("questions of a day are counted over processes, each use for itself, and the next day begins anew", async () => {
  const settings = { callsPerDay: 2 };
  for (const _ of [1, 2]) await askModel(await open(GOOD, settings));
  world = world.reopen();
  expect(await askFailure(await open(GOOD, settings))).toContain("may be asked 2 times a day for dream, and was");
  expect(await askModel(await open(GOOD, settings, { purpose: "flush" }))).toEqual([]);
  const clock = frozenClock("2026-08-20T03:00:00+08:00");
  expect(await askModel(await open(GOOD, settings, { clock }))).toEqual([]);
  expect(world.state.modelUses.spent("dream", "2026-08-19")).toEqual({ calls: 2, tokens: 4, failures: 0 });
});

test("a question that would go over the tokens of a day is not asked", async () => {
  const model = await open(GOOD, { tokensPerDay: 10 });
  expect(await askFailure(model, { prompt: "长".repeat(11) })).toContain("10 tokens a day for dream; 0 are used");
  expect(world.state.modelUses.spent("dream", "2026-08-19").calls).toBe(0);
  expect(await askModel(model, { prompt: "长".repeat(9) })).toEqual([]);
  expect(await askFailure(model, { prompt: "长" })).toContain("10 are used, and this takes 1");
});

test("after three silences in a row nobody is asked for a minute, by no process", async () => {
  const at = (time: string) => ({ clock: frozenClock(`2026-08-19T03:${time}+08:00`) });
  for (const second of ["00:00", "00:10", "00:20"]) {
    expect(await askFailure(await open(MUTE, {}, at(second)), { deadlineMs: 100 })).toContain("did not answer");
  }
  world = world.reopen();
  expect(await askFailure(await open(GOOD, {}, at("00:50")))).toContain("3 times in a row and is left alone for 30 s");
  // A clock that was set back does not make the pause a long one.
  expect(await askModel(await open(GOOD, {}, { clock: frozenClock("2026-08-19T02:00:00+08:00") }))).toEqual([]);
  expect(world.state.modelUses.find("dream")).toMatchObject({
    silentInARow: 0,
    failure: "did not answer within 100 ms",
  });
});

test("a wrong answer is a failure, and no silence", async () => {
  const model = await open(["echo", "no"]);
  for (const _ of [1, 2, 3, 4]) expect(await askFailure(model)).toContain("no JSON");
  expect(world.state.modelUses.find("dream")).toMatchObject({ model: "echo", silentInARow: 0, answeredAt: null });
  expect(world.state.modelUses.spent("dream", "2026-08-19").failures).toBe(4);
});

test("what is kept of a failure holds no word of what the program said", async () => {
  expect(await askFailure(await open(["sh", "-c", "cat >&2; exit 1"]), { prompt: "the secret plan" })).toContain(
    "data",
  );
  expect(world.state.modelUses.find("dream")?.failure).toBe("ended with code 1");
});
