import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { openStoreWorld, type StoreWorld } from "../../support/store_world.ts";

let world: StoreWorld;
beforeEach(() => {
  world = openStoreWorld();
});
afterEach(() => world.remove());

const at = (second: number) => `2026-08-19T03:00:${String(second).padStart(2, "0")}+08:00`;

describe("what a model answered a moment ago", () => {
  test("is found by the whole question while it is young, and replaced by a later answer", () => {
    const { modelAnswers } = world.state;
    modelAnswers.put("q", "a", { at: at(10), keepSince: at(0) });
    expect(modelAnswers.find("q", at(0))).toBe("a");
    expect(modelAnswers.find("q", at(11))).toBeNull();
    expect(modelAnswers.find("Q", at(0))).toBeNull();
    modelAnswers.put("q", "b", { at: at(20), keepSince: at(0) });
    expect(modelAnswers.find("q", at(15))).toBe("b");
  });

  test("is deleted with the next one that is kept, and by every forget", () => {
    const { state } = world;
    state.modelAnswers.put("old", "a", { at: at(1), keepSince: at(0) });
    state.modelAnswers.put("new", "b", { at: at(20), keepSince: at(5) });
    expect(state.modelAnswers.find("old", at(0))).toBeNull();
    state.erase({
      matcher: state.forgets.matcher({ marks: state.forgets.marksOf(["something else"]), words: [] }),
      texts: ["something else"],
      claimHashes: [],
      entryKeys: [],
      intentKeys: [],
      rerendered: [],
      kept: [],
      withoutForgotten: (_path, bytes) => bytes,
      fileHashes: new Map(),
    });
    expect(state.modelAnswers.find("new", at(0))).toBeNull();
  });
});
