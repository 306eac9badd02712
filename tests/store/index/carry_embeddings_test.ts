import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { readdirSync, writeFileSync } from "node:fs";
import { openIndex } from "../../../src/store/index/open_index.ts";
import { handVector } from "../../support/hand_embedder.ts";
import { openStoreWorld, type StoreWorld } from "../../support/store_world.ts";

const MODEL = "hand 1";
const BUILT_ANEW = "The index was written by another version of the program and is built anew";
const KEPT = `${BUILT_ANEW}; what was embedded is kept`;

let world: StoreWorld;

beforeEach(() => {
  world = openStoreWorld();
  world.write("memory/a.md", "- 网关监听 18790 端口\n");
  world.write("memory/b.md", "- Alice likes oolong tea\n");
  world.sync();
  const { vectors } = world.index;
  vectors.use(MODEL, handVector("").length);
  const { texts, sourceIds } = vectors.nextWindow(100);
  vectors.store(MODEL, texts.map((text) => ({ text, vector: handVector(text) })));
  vectors.link(sourceIds);
  expect(vectors.counts()).toEqual({ done: 2, pending: 0 });
});

afterEach(() => world.remove());

/** Makes the file one of another version, with more done to it, and opens it again as the next process would. */
function upgrade(version: number, sql = ""): readonly string[] {
  world.index.close();
  alter(`PRAGMA user_version = ${version}; ${sql}`);
  world = world.reopen();
  const { notices } = world.index;
  expect(world.index.sources.count()).toBe(0);
  world.sync();
  return notices;
}

function alter(sql: string): void {
  const db = new Database(world.layout.indexPath);
  db.run(sql);
  db.close();
}

const files = () => readdirSync(world.layout.dataDir).filter((name) => name.startsWith("index")).sort();

describe("the index of another version", () => {
  test.each([1, 5, 99])("is built anew and embeds nothing again: %p", (version) => {
    const before = world.shown();
    expect(upgrade(version, "DROP TABLE chunk_origins; ALTER TABLE embeddings ADD COLUMN more TEXT")).toEqual([KEPT]);
    expect(world.index.vectors.counts()).toEqual({ done: 2, pending: 0 });
    expect(world.index.vectors.fingerprint()).toBe(MODEL);
    const { hits } = world.index.vectors.scan(handVector("茶"), { fingerprint: MODEL, limit: 1 });
    expect(world.index.chunks.get(hits.map(({ chunkId }) => chunkId)).map(({ path }) => path)).toEqual(["memory/b.md"]);
    expect(world.shown()).toEqual(before);
    world = world.reopen();
    expect(world.index.notices).toEqual([]);
    expect(files().filter((name) => name.includes("carried"))).toEqual([]);
  });

  test("gives no vector that does not fit its model or its text", () => {
    const torn = `PRAGMA ignore_check_constraints = ON;
      UPDATE embeddings SET code = x'0102' WHERE id = 1`;
    expect(upgrade(5, torn)).toEqual([KEPT]);
    expect(world.index.vectors.counts()).toEqual({ done: 1, pending: 1 });
    expect(upgrade(5, "UPDATE vector_spaces SET axis = x'00'")).toEqual([KEPT]);
    expect(world.index.vectors.counts()).toEqual({ done: 0, pending: 2 });
  });

  test.each(["ALTER TABLE embeddings RENAME COLUMN code TO code_of_old", "DROP TABLE embeddings"])(
    "with an embedding cache of another kind is built without it: %s",
    (sql) => {
      expect(upgrade(5, sql)).toEqual([BUILT_ANEW]);
      expect(world.index.vectors.counts()).toEqual({ done: 0, pending: 2 });
      expect(files().filter((name) => name.includes("carried"))).toEqual([]);
    },
  );

  test("is carried over again where a process was killed before the second file was whole", () => {
    for (const suffix of ["", "-wal", "-shm"]) {
      writeFileSync(`${world.layout.indexPath}.carried${suffix}`, "half a file ".repeat(2_000));
    }
    expect(upgrade(5)).toEqual([KEPT]);
    expect(world.index.vectors.counts()).toEqual({ done: 2, pending: 0 });
  });

  test("is carried over with what stands in its log only, while others have it open", () => {
    world.index.close();
    const other = new Database(world.layout.indexPath);
    other.run("PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 5; BEGIN; SELECT count(*) FROM embeddings");
    world = world.reopen();
    expect(world.index.notices).toEqual([KEPT]);
    other.run("COMMIT; DELETE FROM embeddings");
    other.close();
    world.sync();
    expect(world.index.vectors.counts()).toEqual({ done: 2, pending: 0 });
  });

  test("is left as it is by who only looks", () => {
    world.index.close();
    alter("PRAGMA user_version = 5");
    const before = files();
    const index = openIndex(world.layout.indexPath, { readsOnly: true });
    expect(index.isInMemory).toBe(true);
    index.close();
    expect(files()).toEqual(before);
    world = world.reopen();
    expect(world.index.notices).toEqual([KEPT]);
  });
});
