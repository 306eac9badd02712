import { afterEach, beforeEach, expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import { FSWatcher, type watch } from "chokidar";
import { MemoryError } from "../../../src/base/errors.ts";
import { changeEvents } from "../../../src/pipeline/watch/change_events.ts";
import { type BatchOutcome, type WatchDeps, watchFiles } from "../../../src/pipeline/watch/watch_files.ts";
import { withLock } from "../../../src/store/lock.ts";
import { errorOf } from "../../support/error_of.ts";
import { openStoreWorld, type StoreWorld } from "../../support/store_world.ts";

let world: StoreWorld;
let stop: AbortController;

beforeEach(() => {
  world = openStoreWorld();
  stop = new AbortController();
});

afterEach(() => world.remove());

/** Runs the batches in order and stops behind the last one. */
function depsWith(batches: readonly (() => BatchOutcome)[], told: string[]): WatchDeps & { slices: number[] } {
  const slices: number[] = [];
  return {
    slices,
    locksDir: world.layout.locksDir,
    lock: { name: "watch", watched: "this workspace" },
    paths: [world.layout.memoryDir],
    debounceMs: 1,
    signal: stop.signal,
    onReady: () => Promise.resolve(),
    onNotice: (notice) => Promise.resolve(void told.push(notice)),
    runBatch(workMs) {
      const batch = batches[slices.push(workMs) - 1];
      if (slices.length === batches.length) stop.abort();
      return batch === undefined ? Promise.reject(new Error("one batch too many")) : Promise.resolve().then(batch);
    },
  };
}

const DONE = () => ({ isBehind: false, hasChanged: true });

test("a long batch is done in slices, and one that gets nowhere is given more time", async () => {
  const stuck = () => ({ isBehind: true, hasChanged: false });
  const deps = depsWith([() => ({ isBehind: true, hasChanged: true }), stuck, DONE], []);
  await watchFiles(deps);
  const [first = 0, second = 0, third = 0] = deps.slices;
  expect(second).toBe(first);
  expect(third).toBeGreaterThan(second);
});

test("a batch that fails is said and tried again", async () => {
  const told: string[] = [];
  const fails = () => {
    throw new MemoryError("The disk is full");
  };
  const deps = depsWith([DONE, fails, DONE], told);
  await watchFiles(deps);
  expect([told, deps.slices.length]).toEqual([["The disk is full"], 3]);
}, 240_000);

test("a defect ends it", async () => {
  const deps = depsWith([DONE, () => {
    throw new TypeError("not a function");
  }], []);
  expect((await watchFiles(deps).catch((error: unknown) => error)) instanceof TypeError).toBe(true);
}, 240_000);

test("a workspace has one watcher", async () => {
  const request = { locksDir: world.layout.locksDir, name: "watch", waitMs: 0 };
  const error = await withLock(request, () => watchFiles(depsWith([DONE], [])).catch((thrown: unknown) => thrown));
  expect(errorOf(() => {
    throw error;
  })).toMatchObject({ kind: "busy", message: expect.stringContaining(`watched by process ${process.pid}`) });
});

test("used up limits of the system are told once; any other error is a reason to compare", async () => {
  const library = new EventEmitter();
  const fake = Object.assign(new FSWatcher(), { on: library.on.bind(library) });
  const heard: string[] = [];
  const start: typeof watch = () => fake;
  const events = changeEvents({
    paths: ["/nowhere"],
    onChange: () => heard.push("change"),
    onExhausted: (code) => heard.push(code),
  }, start);
  for (const code of ["EACCES", "ENOSPC", "EMFILE"]) library.emit("error", Object.assign(new Error(), { code }));
  library.emit("all", "add", "/nowhere/x.md");
  expect(heard).toEqual(["change", "ENOSPC", "change"]);
  // Nobody waits for a look-out that will never be ready.
  await events.isReady;
  await events.close();
});
