import { afterEach, beforeEach, expect, test } from "bun:test";
import type { SessionFile } from "../../../src/store/state/session_files.ts";
import { openStoreWorld, type StoreWorld, WORLD_TIME } from "../../support/store_world.ts";

let world: StoreWorld;
beforeEach(() => {
  world = openStoreWorld();
});
afterEach(() => world.remove());

const FILE: SessionFile = {
  path: "MEMORY.md",
  stamp: "12 1.5 2.5 77",
  hash: "0123456789ab",
  known: new Set(["e:0123456789ab", "e:abcdefabcdef"]),
  shown: new Set(["e:abcdefabcdef"]),
};

test("a file comes back as it was given, for its session only, after the state was opened again", () => {
  world.state.sessionFiles.put("s", FILE, WORLD_TIME);
  world.state.sessionFiles.put("s", { ...FILE, path: "USER.md", known: new Set(), shown: new Set() }, WORLD_TIME);
  const { state } = world = world.reopen();
  expect(state.sessionFiles.of("s").get("MEMORY.md")).toEqual(FILE);
  expect(state.sessionFiles.of("s").get("USER.md")?.known.size).toBe(0);
  expect(state.sessionFiles.of("other").size).toBe(0);
});

test("a later giving replaces an earlier one, and what is old goes", () => {
  const { sessionFiles } = world.state;
  sessionFiles.put("s", FILE, WORLD_TIME);
  sessionFiles.put("s", { ...FILE, stamp: "", shown: new Set() }, "2026-08-20T03:00:00+08:00");
  expect(sessionFiles.of("s").get("MEMORY.md")).toEqual({ ...FILE, stamp: "", shown: new Set() });
  expect([sessionFiles.dropBefore("2026-08-19T20:00:00Z"), sessionFiles.dropBefore("2026-08-20T00:00:00Z")]).toEqual([
    1,
    0,
  ]);
});

test("what was handed out is logged once an hour for a session and a lane, and counts for the whole day", () => {
  const { injections } = world.state;
  const row = { hash: "h", session: null, injectedAt: "2026-08-19T03:00:00+08:00", place: "bootstrap" as const };
  injections.add([row]);
  injections.add([{ ...row, injectedAt: "2026-08-19T03:59:00+08:00" }]);
  injections.add([{ ...row, injectedAt: "2026-08-19T03:59:00+08:00", place: "search" }]);
  injections.add([{ ...row, injectedAt: "2026-08-19T03:59:00+08:00", session: "s" }]);
  injections.add([{ ...row, injectedAt: "2026-08-19T04:01:00+08:00" }]);
  expect(injections.of("h").map(({ injectedAt, place }) => `${injectedAt.slice(11, 16)} ${place}`)).toEqual([
    "03:00 bootstrap",
    "03:59 search",
    "03:59 bootstrap",
    "04:01 bootstrap",
  ]);
  // The row of 03:00 stands for what was handed out until 04:00: a day later than that it counts no more.
  expect(injections.into("x", "2026-08-19T03:58:00+08:00").has("h")).toBe(true);
  expect(injections.into("x", "2026-08-19T05:02:00+08:00").has("h")).toBe(false);
});

test("a log that does not wait for the disk is all the same there for the next process, and joins what is open", () => {
  const { state } = world;
  state.logging(() => state.sessionFiles.put("s", FILE, WORLD_TIME));
  state.transaction(() => {
    state.logging(() => state.sessionFiles.put("t", FILE, WORLD_TIME));
  });
  expect(() =>
    state.transaction(() => {
      state.logging(() => state.sessionFiles.put("u", FILE, WORLD_TIME));
      throw new Error("taken back");
    })
  ).toThrow("taken back");
  world = world.reopen();
  expect(["s", "t", "u"].map((session) => world.state.sessionFiles.of(session).size)).toEqual([1, 1, 0]);
});
