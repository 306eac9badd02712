/**
 * Databases that are cut off anywhere, that have one wrong bit, that another version wrote, and logs that are not theirs,
 * under the real program (SPEC 13): the index is built again by itself; the state serves or is set aside, never deleted,
 * and nothing gains trust by it.
 */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../../src/store/connect.ts";
import { INDEX_SCHEMA_VERSION } from "../../src/store/index/index_file.ts";
import { migrate } from "../../src/store/migrate.ts";
import { STATE_MIGRATIONS } from "../../src/store/state/migrations.ts";
import { BAD, type DamageWorld, type DatabaseName, DATABASES, GOOD, openDamageWorld } from "../support/damage_world.ts";

/** Each test starts the program hundreds of times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(600_000);

/** Bytes of a page of SQLite. */
const PAGE = 4096;
/** Cuts within a page. */
const ODD_CUTS = 50;
/** Of the random places. */
const SEED = 20_260_819;

let world: DamageWorld;
beforeAll(async () => {
  world = await openDamageWorld();
});
afterAll(() => world.remove());
beforeEach(() => world.restore());

const pathOf = (name: DatabaseName) => join(world.dataDir, name);

/** A law of random numbers that is the same in each run. */
function randomly(): (below: number) => number {
  let seed = SEED;
  return (below) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor(seed / 2 ** 32 * below);
  };
}

const untrustedHits = `- ${BAD}`;

/** What has to hold of a damaged index: nobody notices, all is found, and every line is what it was. */
async function expectIndexServes(what: string): Promise<void> {
  const { code, stdout, stderr } = await world.run(["search", "gateway", "--keyword-only"]);
  expect({ what, code, stderr }).toEqual({ what, code: 0, stderr: "" });
  const { results } = JSON.parse(stdout);
  expect({ what, found: results.map(({ path }: { path: string }) => path) }).toMatchObject({
    what,
    found: expect.arrayContaining(["memory/2026-08-12.md"]),
  });
  expect({ what, isAside: world.isAside() }).toEqual({ what, isAside: false });
}

/**
 * What has to hold of a damaged state: a command works, or says that the state was set aside and works the next time; what
 * came from the web is untrusted, and the rest is held if the state is gone.
 */
async function expectStateHolds(what: string): Promise<void> {
  const bad = ["search", BAD, "--keyword-only"];
  const [first, second] = await world.twice(bad);
  if (first.code !== 0) {
    expect({ what, code: first.code }).toEqual({ what, code: 1 });
    expect(first.stderr).toContain("set aside");
  }
  expect({ what, code: second.code, stderr: second.code === 0 ? "" : second.stderr })
    .toEqual({ what, code: 0, stderr: "" });
  const { results, notices } = JSON.parse(second.stdout);
  const hit = results.find(({ snippet }: { snippet: string }) => snippet.includes(untrustedHits));
  expect({ what, origin: hit?.origin }).toEqual({ what, origin: "untrusted" });
  const isLost = notices.join().includes("was lost");
  if (world.isAside()) expect({ what, isLost }).toEqual({ what, isLost: true });
  expect({ what, origin: await world.originOf(GOOD) }).toEqual({ what, origin: isLost ? "untrusted" : "agent" });
}

const expectAfter = (name: DatabaseName, what: string) =>
  name === "index.sqlite" ? expectIndexServes(what) : expectStateHolds(what);

describe.each(DATABASES)("%s", (name) => {
  test("may be cut off at the end of any page", async () => {
    for (let page = 0; page < world.sound(name).length / PAGE; page++) {
      world.restore();
      truncateSync(pathOf(name), page * PAGE);
      await expectAfter(name, `cut off after ${page} pages`);
    }
  });

  test("may be cut off within a page", async () => {
    const random = randomly();
    for (let cut = 0; cut < ODD_CUTS; cut++) {
      world.restore();
      const size = random(world.sound(name).length);
      truncateSync(pathOf(name), size);
      await expectAfter(name, `cut off after ${size} bytes`);
    }
  });

  test("may have a wrong bit in any sort of page", async () => {
    const random = randomly();
    for (const [sort, pages] of pagesBySort(world.sound(name))) {
      for (let flip = 0; flip < 8; flip++) {
        world.restore();
        const bytes = world.sound(name);
        // The first ones lie in the header of the page, the others anywhere.
        const page = pages[random(pages.length)] ?? 0;
        const at = page * PAGE + random(flip < 3 ? 12 : PAGE);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
        writeFileSync(pathOf(name), bytes);
        await expectAfter(name, `a wrong bit at ${at}, page ${page} (${sort})`);
      }
    }
  });
});

/** Returns the pages of a database by their sort, as the first byte of each says; freed ones and long values are `0`. */
function pagesBySort(bytes: Buffer): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let page = 0; page < bytes.length / PAGE; page++) {
    const sort = page === 0 ? -1 : bytes[page * PAGE] ?? 0;
    found.set(sort, [...found.get(sort) ?? [], page]);
  }
  return found;
}

describe("a log", () => {
  /** Writes while somebody else has the file open, so that the log is kept. */
  async function withLog(name: DatabaseName): Promise<Buffer> {
    world.restore();
    const held = new Database(pathOf(name));
    held.run("BEGIN");
    held.query("SELECT count(*) FROM meta").get();
    await world.run(["note", "The pier has two cranes, and a third is built"]);
    await world.run(["index", "--no-embed"]);
    const log = readFileSync(`${pathOf(name)}-wal`);
    held.close();
    world.restore();
    expect(log.length).toBeGreaterThan(PAGE);
    return log;
  }

  test.each(DATABASES)("of %s may end anywhere", async (name) => {
    const log = await withLog(name);
    const random = randomly();
    for (let cut = 0; cut < 20; cut++) {
      world.restore();
      writeFileSync(`${pathOf(name)}-wal`, log.subarray(0, random(log.length)));
      await expectAfter(name, `log cut ${cut}`);
    }
  });

  test.each(DATABASES)("of %s may be anything", async (name) => {
    const log = await withLog(name);
    const random = randomly();
    for (const what of ["nonsense", "wrong bits", "a text"] as const) {
      world.restore();
      const bytes = what === "a text" ? Buffer.from("no log at all\n".repeat(500)) : Buffer.from(log);
      for (let at = what === "nonsense" ? 0 : 32; at < bytes.length && what !== "a text"; at += 1 + random(400)) {
        bytes[at] = random(256);
      }
      writeFileSync(`${pathOf(name)}-wal`, bytes);
      await expectAfter(name, `log of ${what}`);
    }
  });

  test.each(DATABASES)("of another database stands beside %s", async (name) => {
    const log = await withLog(name === "index.sqlite" ? "state.sqlite" : "index.sqlite");
    world.restore();
    writeFileSync(`${pathOf(name)}-wal`, log);
    await expectAfter(name, "a foreign log");
  });
});

describe("the index of another version", () => {
  test.each([1, 2, 3, 4, 5, 999])("%p is built again", async (version) => {
    const db = new Database(pathOf("index.sqlite"));
    db.run("DROP TABLE chunk_origins");
    db.run(`PRAGMA user_version = ${version}`);
    db.close();
    await expectIndexServes(`schema ${version}`);
    const after = new Database(pathOf("index.sqlite"), { readonly: true });
    expect(after.query("PRAGMA user_version").values()[0]?.[0]).toBe(INDEX_SCHEMA_VERSION);
    after.close();
  });
});

describe("the state of an older version", () => {
  test.each(STATE_MIGRATIONS.slice(0, -1).map(({ version }) => version))(
    "%p is brought up and serves",
    async (version) => {
      const path = pathOf("state.sqlite");
      const sound = new Database(path);
      const meta = sound.query("SELECT key, value FROM meta").values();
      sound.close();
      for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
      const connection = connect(path, { synchronous: "FULL" });
      migrate(connection, {
        migrations: STATE_MIGRATIONS.slice(0, version),
        onCreate: ({ db }) => {
          for (const [key, value] of meta) {
            db.run("INSERT INTO meta (key, value) VALUES (?, ?)", [key, value] as string[]);
          }
        },
      });
      connection.close();
      const [first, second] = await world.twice(["search", BAD, "--keyword-only"]);
      expect([first.code, first.stderr, second.code, second.stderr]).toEqual([0, "", 0, ""]);
      expect(JSON.parse((await world.run(["note", "Booked after the change of version"])).stdout).written).toBe(true);
      expect(JSON.parse((await world.run(["status"])).stdout).lostSince).toBeNull();
      expect(world.isAside()).toBe(false);
    },
  );
});

test("Markdown is the same after all of it", () => {
  const text = readFileSync(join(world.workspace, "memory/2026-08-12.md"), "utf8");
  expect(text).toBe("# 2026-08-12\n\n- The gateway listens on port 18789 <!-- trigger: gateway port -->\n");
  expect(existsSync(join(world.workspace, "MEMORY.md"))).toBe(true);
});
