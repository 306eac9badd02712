/**
 * Databases that are deleted, cut off, overwritten or not databases at all, under the real program (SPEC 13): the index is
 * built again by itself; the state is set aside, never deleted, and what it held counts as lost.
 */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type CliWorld, openFilledWorld } from "../support/cli_world.ts";

/** Each test starts the program many times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(120_000);

/** Bytes of a page of SQLite. */
const PAGE = 4096;
const COMMANDS = [
  ["search", "gateway", "--keyword-only"],
  ["get", "memory/2026-08-12.md"],
  ["note", "The pier has two cranes"],
  ["bootstrap"],
  ["dream", "--dry-run"],
  ["status"],
  ["index", "--no-embed"],
] as const;

let world: CliWorld;
let dataDir = "";
let kept = "";
beforeAll(async () => {
  world = await openFilledWorld();
  dataDir = `${world.workspace}.memory`;
  kept = join(world.home, "kept");
  mkdirSync(kept);
  for (let fact = 0; fact < 30; fact++) await world.run(["note", `Fact ${fact} about the cranes of the harbour`]);
  for (const words of [["index", "--no-embed"], ["search", "gateway", "--keyword-only"], ["dream"]]) {
    await world.run(words);
  }
  for (const name of ["state.sqlite", "index.sqlite"]) {
    const db = new Database(join(dataDir, name));
    db.run("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
    copyFileSync(join(dataDir, name), join(kept, name));
  }
});
afterAll(() => world.remove());

beforeEach(restore);

function restore(): void {
  for (const name of readdirSync(dataDir).filter((each) => each.includes(".sqlite"))) {
    rmSync(join(dataDir, name), { recursive: true });
  }
  for (const name of readdirSync(kept)) copyFileSync(join(kept, name), join(dataDir, name));
}

function overwrite(name: string, page: number): void {
  const bytes = readFileSync(join(kept, name));
  for (let at = 0; at < PAGE; at++) bytes[page * PAGE + at] = (at * 37 + page) & 0xff;
  writeFileSync(join(dataDir, name), bytes);
}

const isAside = () => readdirSync(dataDir).some((name) => name.startsWith("state.sqlite.damaged-"));

/** Every fourth page, and the first ones, in which the schema lies. */
const pagesOf = (name: string) =>
  [...new Array(Math.floor(readFileSync(join(kept, name)).length / PAGE)).keys()].filter((page) =>
    page < 3 || page % 4 === 0
  );

/** What is done to a file; each is a whole file afterwards, or none. */
const REPLACED: readonly (readonly [what: string, damage: (path: string) => void])[] = [
  ["deleted", (path) => rmSync(path)],
  ["emptied", (path) => writeFileSync(path, "")],
  ["a text file", (path) => writeFileSync(path, "- this is no database\n".repeat(400))],
  ["a few bytes", (path) => writeFileSync(path, "SQLite")],
  ["a folder", (path) => {
    rmSync(path);
    mkdirSync(path);
  }],
  ...[100, 511, PAGE, PAGE + 1, 5 * PAGE, 9 * PAGE + 17].map((size) =>
    [`cut off after ${size} bytes`, (path: string) => truncateSync(path, size)] as const
  ),
];

describe("the index", () => {
  test.each(REPLACED)("that is %s is built again, and every command does its work", async (_, damage) => {
    damage(join(dataDir, "index.sqlite"));
    const { code, stdout } = await world.run(["search", "gateway", "--keyword-only"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).results.length).toBeGreaterThan(0);
    expect(JSON.parse((await world.run(["status"])).stdout).lostSince).toBeNull();
  });

  test("with any page overwritten stops no command", async () => {
    for (const page of pagesOf("index.sqlite")) {
      restore();
      overwrite("index.sqlite", page);
      for (const words of COMMANDS) {
        const { code, stderr } = await world.run(words);
        expect({ page, words, code, stderr: code === 0 ? "" : stderr }).toEqual({ page, words, code: 0, stderr: "" });
      }
    }
  });
});

describe("the state", () => {
  test.each(REPLACED)("that is %s is lost: said at once, and its lines are held", async (what, damage) => {
    damage(join(dataDir, "state.sqlite"));
    const first = await world.run(["get", "memory/2026-08-12.md", "--text"]);
    expect(first.code === 0 || isAside()).toBe(true);
    expect(first.stderr).toMatch(/was lost|set aside/);
    const { code, stdout } = await world.run(["get", "memory/2026-08-12.md#L3"]);
    expect({ code, origin: JSON.parse(stdout).origin }).toEqual({ code: 0, origin: "untrusted" });
    expect(JSON.parse((await world.run(["status"])).stdout).lostSince).not.toBeNull();
    const isKept = what !== "deleted" && what !== "emptied";
    expect({ what, isAside: isAside() }).toEqual({ what, isAside: isKept });
  });

  test("with any page overwritten either serves or is set aside whole, and the next command works", async () => {
    for (const page of pagesOf("state.sqlite")) {
      for (const words of COMMANDS) {
        restore();
        overwrite("state.sqlite", page);
        const first = await world.run(words);
        const second = await world.run(words);
        const outcome = { page, words, second: second.code, stderr: second.code === 0 ? "" : second.stderr };
        expect(outcome).toEqual({ page, words, second: 0, stderr: "" });
        if (first.code !== 0) {
          expect(first.code).toBe(1);
          expect(first.stderr).toContain("has been set aside as");
          expect(isAside()).toBe(true);
        }
      }
    }
  });

  test("of a newer program is refused, and left as it is", async () => {
    const path = join(dataDir, "state.sqlite");
    const db = new Database(path);
    db.run("PRAGMA user_version = 999");
    db.close();
    for (const words of COMMANDS) {
      const { code, stderr } = await world.run(words);
      expect({ words, code }).toEqual({ words, code: 1 });
      expect(stderr).toContain("its schema is version 999");
    }
    expect(existsSync(path)).toBe(true);
    expect(isAside()).toBe(false);
  });

  test("comes back with its copy, and nothing is held any more", async () => {
    rmSync(join(dataDir, "state.sqlite"));
    await world.run(["status"]);
    restore();
    const { stdout } = await world.run(["get", "memory/2026-08-12.md#L3"]);
    expect(JSON.parse(stdout).origin).toBe("agent");
  });
});

test("Markdown is the same after all of it", () => {
  expect(readFileSync(join(world.workspace, "MEMORY.md"), "utf8")).toContain("Backups run at 02:30");
});
