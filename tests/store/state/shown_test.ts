import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { ShownEntry } from "../../../src/store/state/shown.ts";
import { openStoreWorld, type StoreWorld, WORLD_TIME } from "../../support/store_world.ts";

let world: StoreWorld;
beforeEach(() => {
  world = openStoreWorld();
});
afterEach(() => world.remove());

const LATER = "2030-01-01T00:00:00+00:00";

function entry(entryKey: string, more: Partial<ShownEntry> = {}): ShownEntry {
  return { entryKey, textHash: `hash of ${entryKey}`, place: "trigger", ...more };
}

describe("what a session was given", () => {
  test("counts from the start as turn 0, and prompt by prompt", () => {
    const { shown } = world.state;
    expect(shown.turn("s")).toBe(0);
    expect([shown.advance("s", WORLD_TIME), shown.advance("s", WORLD_TIME)]).toEqual([1, 2]);
    expect([shown.turn("s"), shown.turn("other")]).toEqual([2, 0]);
  });

  test("is recent for as many turns as asked, and no longer", () => {
    const { shown } = world.state;
    shown.add("s", [entry("e:start", { place: "bootstrap" })], WORLD_TIME);
    for (let turn = 1; turn <= 10; turn++) shown.advance("s", WORLD_TIME);
    expect(shown.recently("s", 10)).toEqual(new Set(["e:start"]));
    shown.advance("s", WORLD_TIME);
    expect(shown.recently("s", 10)).toEqual(new Set());
  });

  test("is kept with its newest text and turn, whichever lane gave it", () => {
    const { shown } = world.state;
    shown.add("s", [entry("e:1", { place: "bootstrap" }), entry("e:2")], WORLD_TIME);
    shown.advance("s", WORLD_TIME);
    shown.add("s", [entry("e:1", { place: "changed", textHash: "another" })], WORLD_TIME);
    expect([...shown.of("s").values()]).toEqual([
      { entryKey: "e:1", textHash: "another", place: "changed", turn: 1 },
      { entryKey: "e:2", textHash: "hash of e:2", place: "trigger", turn: 0 },
    ]);
  });

  test("is nobody else's", () => {
    const { shown } = world.state;
    shown.add("s", [entry("e:1")], WORLD_TIME);
    expect(shown.recently("other", 10).size).toBe(0);
    shown.clear("other");
    expect(shown.recently("s", 10).size).toBe(1);
  });

  test("is forgotten by a compaction, with the turns", () => {
    const { shown } = world.state;
    shown.advance("s", WORLD_TIME);
    shown.add("s", [entry("e:1")], WORLD_TIME);
    shown.clear("s");
    expect([shown.turn("s"), shown.recently("s", 10).size, shown.of("s").size]).toEqual([0, 0, 0]);
  });

  test("is dropped with sessions that are not heard of, and with forgotten entries", () => {
    const { state } = world;
    state.shown.advance("old", WORLD_TIME);
    state.shown.add("old", [entry("e:1")], WORLD_TIME);
    state.shown.advance("new", WORLD_TIME);
    state.shown.add("new", [entry("e:1"), entry("e:2")], LATER);
    state.shown.dropBefore("2029-12-31T00:00:00+00:00");
    expect([state.shown.turn("old"), state.shown.of("old").size]).toEqual([0, 0]);
    expect([state.shown.turn("new"), state.shown.of("new").size]).toEqual([1, 2]);
  });
});

describe("recall", () => {
  test("is on until it is turned off in a session or everywhere", () => {
    const { recallOff } = world.state;
    expect(recallOff.of("s")).toEqual({ everywhere: null, session: null });
    expect([recallOff.turnOff("s", WORLD_TIME), recallOff.turnOff("s", LATER)]).toEqual([true, false]);
    expect(recallOff.of("s")).toEqual({ everywhere: null, session: WORLD_TIME });
    expect(recallOff.of("other")).toEqual({ everywhere: null, session: null });
    expect(recallOff.turnOff(null, LATER)).toBe(true);
    expect(recallOff.of(null)).toEqual({ everywhere: LATER, session: null });
  });

  test("is turned on where it was turned off, and nowhere else", () => {
    const { recallOff } = world.state;
    recallOff.turnOff(null, WORLD_TIME);
    recallOff.turnOff("s", WORLD_TIME);
    expect([recallOff.turnOn("s"), recallOff.turnOn("s")]).toEqual([true, false]);
    expect(recallOff.of("s")).toEqual({ everywhere: WORLD_TIME, session: null });
    expect(recallOff.turnOn(null)).toBe(true);
    expect(recallOff.of("s").everywhere).toBeNull();
  });
});
