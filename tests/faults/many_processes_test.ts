/** Many real processes at once on one workspace: nobody fails, nothing is lost, nothing is there twice. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";
import type { RunResult } from "../support/run_memory.ts";

setDefaultTimeout(300_000);

const DIARY = "memory/2026-08-19.md";

let world: CliWorld;

beforeEach(async () => {
  world = openCliWorld();
  await world.run(["init"]);
});

afterEach(() => world.remove());

/** Returns the codes and what was said on stderr by those that did not succeed. */
function troubles(results: readonly RunResult[]): unknown[] {
  return results.filter(({ code }) => code !== 0).map(({ code, stderr }) => ({ code, stderr }));
}

function noted(): string[] {
  return readFileSync(join(world.workspace, DIARY), "utf8").split("\n").filter((line) => line.startsWith("- ")).sort();
}

function lineOf(number: number): string {
  return number % 2 === 0
    ? `Relay ${number} answers on port ${20_000 + number}`
    : `第 ${number} 号中继监听端口 ${20_000 + number}`;
}

test("forty index and forty note on an empty home lose nothing", async () => {
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  const results = await Promise.all(
    numbers.flatMap((number) => [world.run(["note", lineOf(number)]), world.run(["index", "--no-embed"])]),
  );
  expect(troubles(results)).toEqual([]);
  expect(noted()).toEqual(numbers.map((number) => `- ${lineOf(number)}`).sort());
  const { stdout } = await world.run(["index", "--no-embed"]);
  expect(JSON.parse(stdout)).toMatchObject({ files: { seen: 1, failed: 0 }, behind: false });
  for (const number of [0, 19, 39]) {
    const found = await world.run(["search", String(20_000 + number), "--limit", "1"]);
    const [hit] = JSON.parse(found.stdout).results;
    expect(hit).toMatchObject({ path: DIARY, origin: "owner" });
    expect(hit.snippet).toContain(lineOf(number));
  }
});

test("twenty index, twenty search and ten note beside each other all succeed", async () => {
  mkdirSync(join(world.workspace, "memory"), { recursive: true });
  for (let file = 0; file < 200; file++) {
    writeFileSync(join(world.workspace, `memory/topic-${file}.md`), `- Berth ${file} 的水深是 ${30_000 + file}\n`);
  }
  const many = (count: number, words: (number: number) => string[]) =>
    Array.from({ length: count }, (_, number) => world.run(words(number)));
  const searches = many(20, (number) => ["search", String(30_000 + number), "--limit", "1"]);
  const others = [
    ...many(20, (number) => ["index", "--no-embed", ...(number === 0 ? ["--force"] : [])]),
    ...many(10, (number) => ["note", lineOf(number)]),
  ];
  const found = await Promise.all(searches);
  expect(troubles([...found, ...await Promise.all(others)])).toEqual([]);
  // A search never answers before the index is there.
  expect(found.map(({ stdout }) => JSON.parse(stdout).results[0]?.path)).toEqual(
    Array.from({ length: 20 }, (_, number) => `memory/topic-${number}.md`),
  );
  expect(noted()).toHaveLength(10);
  const { stdout } = await world.run(["index", "--no-embed"]);
  expect(JSON.parse(stdout)).toMatchObject({ files: { seen: 201, failed: 0 }, chunks: 201 });
});

test("twenty thousand files are indexed with 64 file handles, and moved in one batch", () => {
  const folder = join(world.workspace, "memory/many");
  mkdirSync(folder, { recursive: true });
  for (let file = 0; file < 20_000; file++) writeFileSync(join(folder, `${file}.md`), `- Berth ${file}\n`);
  const limited = (words: readonly string[]) =>
    Bun.spawnSync(["bash", "-c", 'ulimit -n 64; exec "$@"', "bash", Bun.env["MEMORY_BIN"] ?? "dist/memory", ...words], {
      env: { ...world.environment, MEMORY_WORKSPACE: world.workspace },
    });
  const first = limited(["index", "--no-embed"]);
  expect({ code: first.exitCode, said: first.stderr.toString() }).toEqual({ code: 0, said: "" });
  expect(JSON.parse(first.stdout.toString())).toMatchObject({
    files: { seen: 20_000, changed: 20_000 },
    chunks: 20_000,
  });
  Bun.spawnSync(["mv", folder, join(world.workspace, "memory/moved")]);
  const second = limited(["index", "--no-embed"]);
  expect(JSON.parse(second.stdout.toString())).toMatchObject({
    files: { seen: 20_000, changed: 20_000, removed: 20_000, failed: 0 },
    chunks: 20_000,
  });
});
