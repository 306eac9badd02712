/** `memory index --force` as a process: killed, watched by readers, beside writers, on a disk that fills. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";
import { memoryCommand } from "../support/run_memory.ts";
import { openSmallDisk } from "../support/small_disk.ts";

setDefaultTimeout(240_000);

/** So many that a rebuild takes several transactions, and a kill comes between two. */
const FILES = 1_000;
const LINES = 60;

let world: CliWorld;

beforeEach(async () => {
  world = openCliWorld();
  await world.run(["init"]);
});

afterEach(() => world.remove());

function writeNotes(count: number): void {
  mkdirSync(join(world.workspace, "memory"), { recursive: true });
  for (let file = 0; file < count; file++) {
    const lines = Array.from(
      { length: LINES },
      (_, line) => `- Relay ${file} of pier ${line} 监听端口 ${20_000 + file}\n`,
    );
    writeFileSync(join(world.workspace, `memory/note-${file}.md`), lines.join(""));
  }
}

function startForce() {
  return Bun.spawn([...memoryCommand(), "index", "--force", "--no-embed"], {
    cwd: world.workspace,
    env: world.environment,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
}

/** Returns how many files the second index holds, or 0 while it cannot be read. */
function filesDone(): number {
  const path = `${world.workspace}.memory/index.sqlite.next`;
  if (!existsSync(path)) return 0;
  try {
    using next = new Database(path, { readonly: true });
    return next.query<{ n: number }, []>("SELECT count(*) AS n FROM sources").get()?.n ?? 0;
  } catch {
    // Not yet made, or being made.
    return 0;
  }
}

async function json(words: readonly string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await world.run(words);
  expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: "" });
  return JSON.parse(stdout);
}

/** Each file has a number of its own. */
async function firstPath(number: number): Promise<unknown> {
  const { results } = await json(["search", String(number), "--limit", "1"]);
  return Array.isArray(results) ? results[0]?.path : undefined;
}

test("killed, it is carried on with: no file that was done is read again, and the old index served all the time", async () => {
  writeNotes(FILES);
  // Stamps that prove something: a file changed a moment ago is always read again.
  await Bun.sleep(2_100);
  await json(["index", "--no-embed"]);
  const child = startForce();
  let done = 0;
  while (done === 0 && child.exitCode === null) {
    await Bun.sleep(5);
    done = filesDone();
  }
  child.kill("SIGKILL");
  await child.exited;
  done = filesDone();
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(FILES);
  expect(await firstPath(20_007)).toBe("memory/note-7.md");
  expect(filesDone()).toBe(done);
  // `index` alone finishes what was begun.
  expect(await json(["index", "--no-embed"])).toMatchObject({ files: { seen: FILES, changed: FILES - done } });
  expect(readdirSync(`${world.workspace}.memory`).filter((name) => name.includes(".next"))).toEqual([]);
  expect(await json(["index", "--no-embed"])).toMatchObject({ files: { changed: 0 } });
  expect(await firstPath(20_000 + FILES - 1)).toBe(`memory/note-${FILES - 1}.md`);
});

test("readers and writers in other processes go on meanwhile, and what they write is in the new index", async () => {
  writeNotes(FILES);
  await json(["index", "--no-embed"]);
  const child = startForce();
  let rounds = 0;
  while (child.exitCode === null) {
    await json(["note", `Berth number ${rounds} is dredged`]);
    const { results, notices } = await json([
      "search",
      `berth number ${rounds} dredged`,
      "--limit",
      "1",
      "--keyword-only",
    ]);
    // Nobody waits for the rebuild, and nobody is told that the index is behind.
    const isFound = JSON.stringify(results).includes(`Berth number ${rounds} is dredged`);
    expect([isFound, JSON.stringify(notices).includes("behind")]).toEqual([true, false]);
    rounds++;
  }
  expect(await child.exited).toBe(0);
  expect(rounds).toBeGreaterThan(0);
  expect(await json(["index", "--no-embed"])).toMatchObject({ files: { changed: 0 }, behind: false });
  const { results } = await json(["search", `berth number ${rounds - 1} dredged`, "--limit", "1"]);
  expect(JSON.stringify(results)).toContain(`Berth number ${rounds - 1} is dredged`);
});

test("on a disk that fills it leaves the old index and nothing else", async () => {
  const disk = openSmallDisk(3_000);
  if (disk === null) return;
  world.remove();
  world = openCliWorld();
  try {
    const dataDir = join(disk.path, "data");
    mkdirSync(dataDir);
    writeNotes(30);
    const at = (words: readonly string[]) => [...words, "--data-dir", dataDir];
    await json(at(["init"]));
    await json(at(["index", "--no-embed"]));
    const filler = join(disk.path, "filler");
    disk.fill();
    writeFileSync(filler, new Uint8Array(Math.max(0, Bun.file(filler).size - 400 * 1024)));
    const { code, stderr } = await world.run(at(["index", "--force", "--no-embed"]));
    expect({ code, reason: stderr.includes("the disk is full") }).toEqual({ code: 1, reason: true });
    expect(readdirSync(dataDir).filter((name) => name.includes(".next"))).toEqual([]);
    const { stdout } = await world.run(at(["search", String(20_007)]));
    expect(JSON.parse(stdout).results[0].path).toBe("memory/note-7.md");
  } finally {
    disk.remove();
  }
});
