import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { isUnusableIndex } from "../../../src/store/index/index_file.ts";
import { NEUTRAL_TEXTS } from "../../../src/store/index/vectors/neutral_texts.ts";
import { handVector } from "../../support/hand_embedder.ts";
import { openStoreWorld, type StoreWorld } from "../../support/store_world.ts";

const MODEL = "hand 1";

let world: StoreWorld;

/** Embeds everything that waits, and returns how many texts that were. */
function embedAll(fingerprint = MODEL): number {
  const { vectors } = world.index;
  vectors.use(fingerprint, handVector("").length);
  let embedded = 0;
  for (;;) {
    const { texts, sourceIds } = vectors.nextWindow(100);
    if (texts.length === 0) return embedded;
    vectors.store(fingerprint, texts.map((text) => ({ text, vector: handVector(text) })));
    vectors.link(sourceIds);
    embedded += texts.length;
  }
}

/** Paths and lines of what is nearest to a question. */
function near(question: string, limit = 10, filters = {}): string[] {
  const { hits } = world.index.vectors.scan(handVector(question), { fingerprint: MODEL, limit, filters });
  const chunks = world.index.chunks.get(hits.map(({ chunkId }) => chunkId));
  return hits.map(({ startLine, endLine }, at) => `${chunks[at]?.path}:${startLine}-${endLine}`);
}

beforeEach(() => {
  world = openStoreWorld();
});

afterEach(() => world.remove());

describe("vectors", () => {
  test("find by meaning what shares no word, with the lines of the best piece", () => {
    world.write("memory/2026-08-18.md", "- 网关监听 18790 端口\n");
    world.write("memory/2026-08-19.md", "- Alice likes oolong tea\n");
    world.sync();
    expect(world.index.vectors.counts()).toEqual({ done: 0, pending: 2 });
    expect(embedAll()).toBe(2);
    expect(world.index.vectors.counts()).toEqual({ done: 2, pending: 0 });
    expect(near("gateway ports", 1)).toEqual(["memory/2026-08-18.md:1-1"]);
    expect(near("茶", 1)).toEqual(["memory/2026-08-19.md:1-1"]);
  });

  test("of unchanged pieces are kept when a file changes, and of a renamed file altogether", () => {
    world.write("memory/a.md", "# Tea\n\n- Alice likes oolong\n");
    world.sync();
    embedAll();
    world.write("memory/b.md", "# Tea\n\n- Alice likes oolong\n");
    world.sync();
    expect(world.index.vectors.counts()).toEqual({ done: 2, pending: 0 });
    expect(near("tea", 2)).toEqual(["memory/a.md:3-3", "memory/b.md:3-3"]);
  });

  test("survive a rebuild of the index", () => {
    world.write("memory/a.md", "- The gateway port\n");
    world.sync();
    embedAll();
    world.sync({ isForced: true });
    expect(world.index.vectors.counts()).toEqual({ done: 1, pending: 0 });
    expect(near("网关端口", 1)).toEqual(["memory/a.md:1-1"]);
  });

  test("of a file that is gone are gone", () => {
    world.write("memory/a.md", "- The gateway port\n");
    world.write("memory/b.md", "- Tea in the morning\n");
    world.sync();
    embedAll();
    world.write("memory/a.md", "");
    world.sync();
    expect(near("gateway", 10)).toEqual(["memory/b.md:1-1"]);
  });

  test("of another model are refused until everything is embedded again", () => {
    world.write("memory/a.md", "- The gateway port\n");
    world.sync();
    embedAll();
    const ask = () => world.index.vectors.scan(handVector("gateway"), { fingerprint: "other", limit: 1 });
    expect(ask).toThrow('Cannot compare vectors of "other": the index holds vectors of "hand 1"');
    expect(embedAll("other")).toBe(1);
    expect(ask().hits.length).toBe(1);
    // The first model's are still in the cache.
    expect(embedAll()).toBe(0);
    expect(near("gateway", 1)).toEqual(["memory/a.md:1-1"]);
  });
});

describe("an index that somebody deleted vectors from", () => {
  /** Runs SQL on the file, as another program would. */
  function tamper(sql: string): void {
    using database = new Database(world.layout.indexPath);
    database.run(sql);
  }

  beforeEach(() => {
    world.write("memory/a.md", "- The gateway port\n");
    world.write("memory/b.md", "- Tea in the morning\n");
    world.sync();
    embedAll();
  });

  test("counts what is missing, and takes it from the cache", () => {
    tamper("DELETE FROM file_vectors");
    expect(world.index.vectors.counts()).toEqual({ done: 0, pending: 2 });
    expect(embedAll()).toBe(0);
    expect(near("gateway", 1)).toEqual(["memory/a.md:1-1"]);
  });

  test("embeds again what the cache has lost", () => {
    tamper("DELETE FROM file_vectors; DELETE FROM embeddings");
    expect(embedAll()).toBe(2);
    expect(near("gateway", 1)).toEqual(["memory/a.md:1-1"]);
  });

  test.each(["DELETE FROM embeddings", "DROP TABLE file_vectors", "DROP TABLE embeddings"])(
    "is unusable after %s, and is built again",
    (sql) => {
      tamper(sql);
      let error: unknown;
      try {
        near("gateway");
      } catch (caught) {
        error = caught;
      }
      expect(isUnusableIndex(error)).toBe(true);
      world.index.reset();
      world.sync();
      expect(embedAll()).toBe(2);
      expect(near("gateway", 1)).toEqual(["memory/a.md:1-1"]);
    },
  );
});

describe("the cache", () => {
  test("keeps what is no longer used, but not more than what is used or a thousand", () => {
    const write = (version: number, count: number) => {
      const lines = Array.from({ length: count }, (_, at) => `- ${"word ".repeat(70)} ${version} ${at}`);
      world.write("memory/a.md", lines.join("\n"));
      world.sync();
      return embedAll();
    };
    const kept = () => {
      using database = new Database(world.layout.indexPath);
      return database.query<{ n: number }, []>("SELECT count(*) AS n FROM embeddings").get()?.n;
    };
    expect(write(1, 600)).toBe(600);
    expect(write(2, 600)).toBe(600);
    expect(world.index.vectors.prune()).toBe(0);
    expect(write(3, 600)).toBe(600);
    expect(world.index.vectors.prune()).toBe(200);
    expect(kept()).toBe(1_600);
    expect(world.index.vectors.counts()).toEqual({ done: 600, pending: 0 });
    // The last version is there, and of the one before it every line.
    expect(write(2, 600)).toBe(0);
  });

  test("keeps the neutral texts, although no file has them and they are the oldest", () => {
    const { vectors } = world.index;
    const texts = [...NEUTRAL_TEXTS.latin, ...NEUTRAL_TEXTS.wide];
    vectors.use(MODEL, handVector("").length);
    vectors.store(MODEL, texts.map((text) => ({ text, vector: handVector(text) })));
    const unused = Array.from({ length: 1_500 }, (_, at) => `unused ${at}`);
    vectors.store(MODEL, unused.map((text) => ({ text, vector: handVector(text) })));
    expect(vectors.prune()).toBe(500);
    expect(vectors.missingNeutral()).toEqual([]);
  });
});
