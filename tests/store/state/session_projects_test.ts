import { afterEach, beforeEach, expect, test } from "bun:test";
import fc from "fast-check";
import { openStoreWorld, type StoreWorld, WORLD_TIME } from "../../support/store_world.ts";

let world: StoreWorld;
beforeEach(() => {
  world = openStoreWorld();
});
afterEach(() => world.remove());

const LIMIT = { at: WORLD_TIME, most: 4 };

test("the last four projects of a session are active, the newest first", () => {
  const { sessionProjects } = world.state;
  for (const key of ["a", "b", "c", "a", "d", "e"]) sessionProjects.touch("s", [key], LIMIT);
  expect(sessionProjects.active("s")).toEqual(["e", "d", "a", "c"]);
  expect(sessionProjects.active("other")).toEqual([]);
});

test("a project that was taken out makes room and does not bring an older one back", () => {
  const { sessionProjects } = world.state;
  for (const key of ["a", "b", "c", "d", "e"]) sessionProjects.touch("s", [key], LIMIT);
  expect([sessionProjects.remove("s", "d"), sessionProjects.remove("s", "a")]).toEqual([true, false]);
  expect(sessionProjects.active("s")).toEqual(["e", "c", "b"]);
});

test("a touch that changes nothing writes nothing, but for once a day", () => {
  const { sessionProjects } = world.state;
  const changes = () => world.state.transaction(() => sessionProjects.dropBefore("2026-08-20T12:00:00Z"));
  sessionProjects.touch("s", ["home", "here"], LIMIT);
  sessionProjects.touch("s", ["home", "here"], { ...LIMIT, at: "2026-08-19T23:00:00+08:00" });
  sessionProjects.touch("other", ["home"], { ...LIMIT, at: "2026-08-21T03:00:00+08:00" });
  expect(changes()).toBe(2);
  sessionProjects.touch("s", ["home", "here"], LIMIT);
  sessionProjects.touch("s", ["home", "here"], { ...LIMIT, at: "2026-08-21T03:00:00+08:00" });
  expect(changes()).toBe(0);
});

test("any row of touches leaves what a list of the last ones would", () => {
  const key = fc.constantFrom("a", "b", "c", "d", "e", "路径", "F");
  const touches = fc.array(fc.uniqueArray(key, { minLength: 1, maxLength: 3 }), { maxLength: 12 });
  let run = 0;
  fc.assert(
    fc.property(touches, fc.integer({ min: 1, max: 5 }), (rows, most) => {
      const session = `s${run++}`;
      let model: string[] = [];
      for (const keys of rows) {
        world.state.sessionProjects.touch(session, keys, { at: WORLD_TIME, most });
        for (const each of keys) model = [each, ...model.filter((other) => other !== each)];
        model = model.slice(0, most);
      }
      expect(world.state.sessionProjects.active(session)).toEqual(model);
    }),
    { numRuns: 60 },
  );
});
