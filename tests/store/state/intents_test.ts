/** The table of intents. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { NewIntent } from "../../../src/store/state/intents.ts";
import { openStoreWorld, type StoreWorld, WORLD_TIME } from "../../support/store_world.ts";

let world: StoreWorld;
const NOW_MS = Date.parse(WORLD_TIME);
const HOUR_MS = 3_600_000;

beforeEach(() => {
  world = openStoreWorld();
});

afterEach(() => world.remove());

let made = 0;

function intent(changes: Partial<NewIntent> = {}): NewIntent {
  made++;
  return {
    key: `i:${String(made).padStart(12, "0")}`,
    kind: "time",
    state: "armed",
    text: "Send the report",
    plan: null,
    wakeMs: NOW_MS,
    origin: "agent",
    sessionKind: "interactive",
    session: null,
    heldReason: null,
    turns: [],
    createdAt: WORLD_TIME,
    scope: { channel: null, sender: null, session: null },
    expiresMs: null,
    maxFires: 1,
    cooldownMs: 0,
    path: null,
    ...changes,
  };
}

const FIRING = { firedAt: WORLD_TIME, session: null, place: "prompt", dueMs: NOW_MS, isLate: false, missed: 0 };
const EVENT = { kind: "event", wakeMs: 0, expiresMs: NOW_MS + HOUR_MS, maxFires: 3 } as const;

describe("what there is to do", () => {
  test("is nothing in an empty table", () => {
    expect(world.state.intents.awake(NOW_MS)).toEqual({ hasDue: false, hasEvents: false, hasPending: false });
  });

  test("is what is due, what may be matched, and what waits for a turn", () => {
    const { intents } = world.state;
    intents.add(intent({ wakeMs: NOW_MS + 1 }), []);
    expect(intents.awake(NOW_MS)).toEqual({ hasDue: false, hasEvents: false, hasPending: false });
    expect(intents.awake(NOW_MS + 1).hasDue).toBe(true);
    intents.add(intent({ ...EVENT, turns: [7] }), ["deploi"]);
    expect(intents.awake(NOW_MS)).toEqual({ hasDue: false, hasEvents: true, hasPending: true });
    expect(intents.awake(NOW_MS + HOUR_MS).hasEvents).toBe(false);
  });

  test("leaves out what is held or over", () => {
    const { intents } = world.state;
    const { id } = intents.add(intent(), []);
    intents.setState(id, "cancelled", "why not");
    intents.add(intent({ state: "held", heldReason: "a page" }), []);
    expect(intents.awake(NOW_MS)).toEqual({ hasDue: false, hasEvents: false, hasPending: false });
    expect(intents.due("time", NOW_MS)).toEqual([]);
    expect(intents.all(["cancelled"])).toMatchObject([{ heldReason: "why not" }]);
  });
});

describe("an intent", () => {
  test("comes back as it was booked", () => {
    const booked = intent({ scope: { channel: "codex", sender: null, session: "s" }, turns: [1, 2], plan: "{}" });
    const row = world.state.intents.add(booked, []);
    expect(row).toEqual({ ...booked, id: row.id, fires: 0, lastFiredAt: null, announcedMs: null });
    expect(world.state.intents.find(row.id)).toEqual(row);
    expect(world.state.intents.find(row.id + 1)).toBeNull();
  });

  test("is counted and done, or comes again, and no count goes beyond its budget", () => {
    const { intents } = world.state;
    const once = intents.add(intent(), []);
    intents.fire(once.id, FIRING, null);
    expect(intents.find(once.id)).toMatchObject({ state: "done", fires: 1, lastFiredAt: WORLD_TIME });
    expect(() => intents.fire(once.id, FIRING, null)).toThrow();
    const twice = intents.add(intent({ maxFires: 2 }), []);
    intents.fire(twice.id, { ...FIRING, isLate: true, missed: 3 }, NOW_MS + HOUR_MS);
    expect(intents.find(twice.id)).toMatchObject({ state: "armed", wakeMs: NOW_MS + HOUR_MS });
    expect(intents.firingsOf(twice.id)).toEqual([{ ...FIRING, isLate: true, missed: 3 }]);
  });

  test("is found by any of its terms while it does not cool down", () => {
    const { intents } = world.state;
    const { id } = intents.add(intent(EVENT), ["deploi", "部署", "deploi"]);
    const found = (terms: string[], at = NOW_MS) => intents.withTerms(terms, at).map((row) => row.id);
    expect(found(["x", "部署"])).toEqual([id]);
    expect(found(["deploy"])).toEqual([]);
    intents.fire(id, { ...FIRING, dueMs: null }, NOW_MS + HOUR_MS);
    expect(found(["deploi"])).toEqual([]);
    expect(found(["deploi"], NOW_MS + HOUR_MS)).toEqual([id]);
  });

  test("is settled once, and expires", () => {
    const { intents } = world.state;
    const { id } = intents.add(intent({ ...EVENT, turns: [4] }), ["deploi"]);
    expect(intents.pending().map((row) => row.id)).toEqual([id]);
    intents.settle(id, "untrusted", "a page");
    expect(intents.find(id)).toMatchObject({ state: "held", origin: "untrusted", turns: [], heldReason: "a page" });
    expect(intents.pending()).toEqual([]);
    expect(intents.expire(NOW_MS + HOUR_MS)).toBe(1);
    expect(intents.find(id)?.state).toBe("expired");
  });

  test("goes with what is forgotten, and its terms and firings with it", () => {
    const { intents, forgets } = world.state;
    const { id } = intents.add(intent({ text: "Tell Bob that the vault code is 77129", ...EVENT }), ["vault"]);
    intents.fire(id, { ...FIRING, dueMs: null }, NOW_MS);
    intents.add(intent({ text: "Send the report", plan: '["vault code is 77129"]', ...EVENT }), ["vault"]);
    intents.add(intent({ text: "Send the other report", ...EVENT }), ["vault"]);
    const matcher = forgets.matcher({
      marks: forgets.marksOf(["the vault code is 77129", "vault code is 77129"]),
      words: [],
    });
    const erased = world.state.erase({
      matcher,
      texts: ["the vault code is 77129"],
      claimHashes: [],
      entryKeys: [],
      intentKeys: [],
      rerendered: [],
      kept: [],
      withoutForgotten: (_path, bytes) => bytes,
      fileHashes: new Map(),
    });
    expect(erased.intents).toBe(2);
    expect(intents.withTerms(["vault"], NOW_MS).map(({ text }) => text)).toEqual(["Send the other report"]);
    expect(intents.firingsOf(id)).toEqual([]);
  });
});
