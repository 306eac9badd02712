import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../../src/store/connect.ts";
import { examineGaps, examineIndex, examineState, examineStateRows } from "../../src/store/examine_database.ts";
import { examineLocks } from "../../src/store/examine_locks.ts";
import { openIndex } from "../../src/store/index/open_index.ts";
import { takeLock } from "../../src/store/lock.ts";
import { openState } from "../../src/store/state/open_state.ts";
import { openStoreWorld, type StoreWorld } from "../support/store_world.ts";

let world: StoreWorld;
beforeEach(() => {
  world = openStoreWorld();
  world.write("memory/a.md", "- The gateway listens on port 18789\n- 备份在两点半开始\n");
  world.sync();
});
afterEach(() => world.remove());

const missing = () => join(world.layout.dataDir, "missing.sqlite");

function run(path: string, sql: string): void {
  const db = new Database(path);
  db.run(sql);
  db.close();
}

describe("a look at a database", () => {
  test("finds both sound, while they are open elsewhere", () => {
    expect(examineState(world.layout.statePath)).toMatchObject({ condition: "sound", problem: null });
    expect(examineIndex(world.layout.indexPath)).toMatchObject({ condition: "sound", problem: null });
  });

  test("makes nothing where nothing is", () => {
    expect(examineState(missing()).condition).toBe("absent");
    expect(examineIndex(missing()).condition).toBe("absent");
    expect(existsSync(missing())).toBe(false);
  });

  test("tells a folder, another version, and what is no database", () => {
    mkdirSync(missing());
    expect(examineState(missing()).condition).toBe("folder");
    run(world.layout.statePath, "PRAGMA user_version = 77");
    const { condition, version, problem } = examineState(world.layout.statePath);
    expect({ condition, version }).toEqual({ condition: "other", version: 77 });
    expect(problem).toContain("77");
    const text = join(world.layout.dataDir, "text.sqlite");
    writeFileSync(text, "no database at all\n".repeat(200));
    expect(examineIndex(text).condition).toBe("damaged");
  });

  test("finds a file that was cut off, and leaves its bytes", () => {
    const cut = join(world.layout.dataDir, "cut.sqlite");
    const db = new Database(cut);
    db.run("CREATE TABLE t (x TEXT)");
    db.run("INSERT INTO t SELECT hex(randomblob(120)) FROM (SELECT 1 FROM sqlite_schema, json_each(?))", [
      JSON.stringify(Array.from({ length: 500 }, (_, row) => row)),
    ]);
    db.close();
    truncateSync(cut, 20_480);
    const before = readFileSync(cut, "hex");
    expect(examineIndex(cut).condition).toBe("damaged");
    expect(readFileSync(cut, "hex")).toBe(before);
  });
});

describe("gaps of an index", () => {
  test("are none in a sound one", () => {
    const none = { withoutKeywords: 0, withoutOrigin: 0, orphans: 0, torn: [], vectors: [] };
    expect(examineGaps(world.layout.indexPath)).toEqual(none);
  });

  test("are chunks without words, chunks without a class, and rows of nothing", () => {
    const { indexPath } = world.layout;
    run(indexPath, "DELETE FROM chunk_keywords");
    expect(examineGaps(indexPath)).toMatchObject({ withoutKeywords: 1, withoutOrigin: 0, orphans: 0 });
    run(indexPath, "DELETE FROM chunk_origins");
    expect(examineGaps(indexPath)).toMatchObject({ withoutKeywords: 1, withoutOrigin: 1, orphans: 0 });
  });

  test("are words of chunks that are gone", () => {
    run(world.layout.indexPath, "PRAGMA foreign_keys = OFF; DELETE FROM chunks");
    expect(examineGaps(world.layout.indexPath)).toMatchObject({ withoutKeywords: 0, withoutOrigin: 0, orphans: 2 });
  });

  test("are vectors of another length than their model's, and of no model", () => {
    const { indexPath } = world.layout;
    run(
      indexPath,
      `INSERT INTO vector_spaces VALUES (7, 'm', 4, 1, 1, 0, x'00');
      INSERT INTO embeddings VALUES (1, 7, zeroblob(16), x'0001'), (2, 7, randomblob(16), x'00010203');
      PRAGMA foreign_keys = OFF; INSERT INTO embeddings VALUES (3, 8, zeroblob(16), x'00')`,
    );
    expect(examineGaps(indexPath).vectors).toEqual([
      '1 row of "embeddings" belong to rows of "vector_spaces" that are gone',
      '1 row of "vector_spaces" cannot be read',
      '1 row of "embeddings" cannot be read',
    ]);
    world.index.vectors.dropTorn();
    expect(examineGaps(indexPath).vectors).toEqual([]);
    expect(world.index.vectors.counts().done).toBe(0);
  });
});

describe("tables and rows", () => {
  test("that are missing make a database a damaged one, whatever SQLite says of its pages", () => {
    const { statePath, indexPath } = world.layout;
    run(statePath, "ALTER TABLE near_forms DROP COLUMN facts");
    expect(examineState(statePath)).toMatchObject({ condition: "damaged" });
    run(indexPath, "DROP TABLE chunk_terms");
    expect(examineIndex(indexPath)).toMatchObject({
      condition: "damaged",
      problem: 'its table "chunk_terms" is gone',
    });
  });

  test("of a state that belong to nothing or cannot be read are counted by table", () => {
    const { statePath } = world.layout;
    expect(examineStateRows(statePath)).toEqual({ torn: [], images: [] });
    run(
      statePath,
      `PRAGMA foreign_keys = OFF;
      INSERT INTO turns (session_id, opened_at, last_hook_at) VALUES (9, 'a', 'a'), (9, 'a', 'a');
      INSERT INTO forget_requests (requested_at, lines) VALUES ('a', '{');
      INSERT INTO pre_images (path, hash, content, taken_at) VALUES ('MEMORY.md', 'ab', x'00', 'a')`,
    );
    expect(examineStateRows(statePath)).toEqual({
      torn: [
        '2 rows of "turns" belong to rows of "sessions" that are gone',
        '1 row of "forget_requests" cannot be read',
      ],
      images: [{ sweepId: null, path: "MEMORY.md" }],
    });
  });
});

describe("a database that is opened to look only", () => {
  test("refuses every write and makes no file", () => {
    expect(() => connect(missing(), { synchronous: "FULL", readsOnly: true })).toThrow("missing.sqlite");
    const connection = connect(world.layout.statePath, { synchronous: "FULL", readsOnly: true });
    expect(connection.isReadonly).toBe(true);
    expect(() => connection.run("DELETE FROM meta")).toThrow();
    connection.close();
    expect(existsSync(missing())).toBe(false);
  });

  test("is no state where there is none, and none of another workspace", () => {
    const request = {
      isRegistered: true,
      isSimulated: false,
      now: "2026-08-19T03:00:00+08:00",
      readsOnly: true,
    } as const;
    expect(() => openState({ ...request, path: missing() })).toThrow("missing.sqlite");
    expect(() => openState({ ...request, path: world.layout.statePath, workspaceId: "other" })).toThrow(
      "another workspace",
    );
    const state = openState({ ...request, path: world.layout.statePath });
    expect([state.isReadonly, state.ledger.counts().byState.unbooked]).toEqual([true, 2]);
    state.close();
    expect(existsSync(missing())).toBe(false);
  });

  test("is an empty index where there is none, or none that can be used", () => {
    const index = openIndex(missing(), { readsOnly: true });
    expect([index.isInMemory, index.sources.count()]).toEqual([true, 0]);
    index.close();
    run(world.layout.indexPath, "PRAGMA user_version = 1");
    const other = openIndex(world.layout.indexPath, { readsOnly: true });
    expect(other.sources.count()).toBe(0);
    other.close();
    expect(examineIndex(world.layout.indexPath).version).toBe(1);
    expect(existsSync(missing())).toBe(false);
  });
});

describe("locks", () => {
  const at = () => ({ locksDir: world.layout.locksDir, name: "example" });
  const mine = () => examineLocks(world.layout.locksDir, Date.now()).find(({ name }) => name === "example");

  test("are named with whoever holds them, and with nobody once they are given back", () => {
    const release = takeLock({ ...at(), waitMs: 0 });
    expect(mine()?.holder).toMatchObject({ pid: process.pid });
    release();
    expect(mine()?.holder).toBeNull();
  });

  test("have places in their queue that outlive a process, and none of a living one is named", () => {
    const queue = join(world.layout.locksDir, "example.queue");
    mkdirSync(queue, { recursive: true });
    const now = String(Date.now()).padStart(14, "0");
    writeFileSync(join(queue, `${now}-${process.pid}-aa`), "");
    writeFileSync(join(queue, `${now}-4194300-bb`), "");
    writeFileSync(join(queue, "a note of somebody"), "");
    expect(mine()?.left).toEqual([join(queue, `${now}-4194300-bb`)]);
  });

  test("are none where there is no folder for them", () => {
    expect(examineLocks(join(world.layout.dataDir, "nowhere"), Date.now())).toEqual([]);
  });
});
