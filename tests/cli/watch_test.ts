/** `memory index --watch` as a process: what it prints, survives, and how it ends. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";
import { startWatch, type Watch } from "../support/start_watch.ts";

setDefaultTimeout(240_000);

let world: CliWorld;
let watch: Watch;

beforeEach(async () => {
  world = openCliWorld();
  world.write("memory/a.md", "- alpha\n");
  await world.run(["init"]);
  writeFileSync(`${world.workspace}.memory/config.jsonc`, '{ "index": { "debounceMs": 100 } }\n');
  watch = startWatch(world);
});

afterEach(async () => {
  await watch.kill();
  world.remove();
});

function at(path: string): string {
  return join(world.workspace, path);
}

test("it takes up what changed while it was not there, then each change, and stops when told to", async () => {
  expect(await watch.event("watching")).toMatchObject({ simulated: true });
  expect(await watch.event("batch")).toMatchObject({ files: { seen: 1, changed: 1, removed: 0 }, chunks: 1 });
  world.write("memory/2026-08-19.md", "- 网关监听 18789 端口\n");
  expect(await watch.event("batch")).toMatchObject({ files: { seen: 2, changed: 1 } });
  rmSync(at("memory/a.md"));
  expect(await watch.event("batch")).toMatchObject({ files: { seen: 1, removed: 1 } });
  const { code, last, stderr } = await watch.stop("SIGTERM");
  expect({ code, last, stderr }).toMatchObject({ code: 0, last: { event: "stopped", batches: 3 }, stderr: "" });
});

test("an editor that saves by renaming, and the files it leaves around, are one change", async () => {
  await watch.event("batch");
  for (let save = 0; save < 20; save++) {
    for (const name of [".a.md.swp", "4913", "a.md~", ".#a.md", "a.md.crdownload"]) world.write(`memory/${name}`, "x");
    world.write("memory/a.md.tmp", `- alpha saved ${save}\n`);
    renameSync(at("memory/a.md.tmp"), at("memory/a.md"));
  }
  let seen = await watch.event("batch");
  // A slow machine may need more than one batch for twenty saves; the last one shows the last save.
  for (;;) {
    expect(seen).toMatchObject({ files: { seen: 1, failed: 0 } });
    const { stdout } = await world.run(["search", "saved 19"]);
    if (JSON.parse(stdout).results[0]?.snippet === "- alpha saved 19") break;
    seen = await watch.event("batch");
  }
});

test("it outlives the folder of the memory and both databases", async () => {
  await watch.event("batch");
  rmSync(at("memory"), { recursive: true });
  expect(await watch.event("batch")).toMatchObject({ files: { seen: 0, removed: 1 } });
  mkdirSync(at("memory"));
  world.write("memory/b.md", "- beta\n");
  expect(await watch.event("batch")).toMatchObject({ files: { seen: 1, changed: 1 } });
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${world.workspace}.memory/index.sqlite${suffix}`, { force: true });
  world.write("memory/b.md", "- beta two\n");
  await watch.event("batch");
  const { stdout } = await world.run(["search", "beta two"]);
  expect(JSON.parse(stdout).results).toMatchObject([{ path: "memory/b.md" }]);
});

test("a second watcher is told about the first", async () => {
  await watch.event("batch");
  const { code, stdout } = await world.run(["index", "--watch"]);
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({
    error: { kind: "busy", message: expect.stringContaining("is watched by") },
  });
});

test("other processes index, note and search beside it, and nothing is lost", async () => {
  await watch.event("batch");
  const runs = Array.from({ length: 6 }, (_, number) => [
    world.run(["note", `Relay ${number} answers on port ${number + 20_000}`]),
    world.run(["index", ...(number === 0 ? ["--force"] : [])]),
    world.run(["search", "relay"]),
  ]).flat();
  expect((await Promise.all(runs)).map(({ code }) => code)).toEqual(runs.map(() => 0));
  const { stdout } = await world.run(["search", "relay answers", "--limit", "50"]);
  expect(JSON.parse(stdout).results[0].snippet.match(/Relay \d/g)?.sort()).toEqual(
    Array.from({ length: 6 }, (_, number) => `Relay ${number}`),
  );
  expect((await watch.stop("SIGINT")).code).toBe(0);
});

test.each([
  [["index", "--watch", "--force"], '"--force" together with "--watch"'],
  [["index", "--ndjson"], '"--ndjson" without "--watch"'],
])("%p is refused", async (words, reason) => {
  const { code, stderr } = await world.run(words);
  expect(code).toBe(2);
  expect(stderr).toContain(reason);
});

test("it knows of a tool whose hook failed, also if nobody else opens the state meanwhile", async () => {
  await watch.event("batch");
  const prompt = { "session_id": "s1", cwd: world.workspace, "hook_event_name": "UserPromptSubmit", prompt: "Go on" };
  await world.run(["hook", "claude-code"], {
    input: JSON.stringify(prompt),
    environment: { MEMORY_CALLER: "agent" },
  });
  const dataDir = `${world.workspace}.memory`;
  writeFileSync(join(dataDir, "missed-tools"), "1\n");
  world.write("memory/late.md", "- Deploys need no smoke test at all\n");
  expect(await watch.event("batch")).toMatchObject({ files: { changed: 1 } });
  const state = new Database(join(dataDir, "state.sqlite"), { readonly: true });
  // The watch may be closing the state at this very moment, which locks it.
  state.run("PRAGMA busy_timeout = 5000");
  const rows = state.query("SELECT origin, state FROM ledger AS l JOIN paths AS p ON p.id = l.path_id WHERE path = ?");
  expect(rows.all("memory/late.md")).toEqual([{ origin: "untrusted", state: "booked" }]);
  state.close();
  // The next call would say so too: the mark has been taken up, and the turn stays tainted.
  expect(existsSync(join(dataDir, "missed-tools"))).toBe(false);
});
