import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { isWideText } from "../../../../src/base/text/measure.ts";
import type { KeywordFilters } from "../../../../src/store/index/keywords.ts";
import { type IndexStore, openIndex } from "../../../../src/store/index/open_index.ts";
import type { VectorScan } from "../../../../src/store/index/vectors.ts";
import { encodeVector } from "../../../../src/store/index/vectors/vector_code.ts";
import { loadVectorExtension } from "../../../../src/store/vec_extension.ts";
import { cloudOf, fillIndex } from "../../../support/vector_world.ts";

const MODEL = "cloud";
const DIMENSIONS = 64;
const FILES = 400;
const CHUNKS = 3;
/** Thousands of vectors take a second to make, much longer on a machine that does other things. */
const FILL_TIMEOUT_MS = 240_000;

const cloud = cloudOf(DIMENSIONS);
let folder = "";
let index: IndexStore;
/** The same file with sqlite-vec, where it loads. */
let extended: IndexStore;
let hasExtension = false;
/** The chunks with the codes of their pieces. */
let known: { path: string; ordinal: number; codes: Int8Array[] }[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "memory-scan-"));
  index = openIndex(join(folder, "index.sqlite"));
  fillIndex(index, { files: FILES, chunksPerFile: CHUNKS, fingerprint: MODEL, cloud });
  known = [...index.sources.all().keys()].flatMap((path) =>
    index.chunks.ofPath(path).map(({ ordinal, text }) => {
      return { path, ordinal, codes: text.split("\n").map((line) => encodeVector(cloud.vector(line))) };
    })
  );
  extended = openIndex(join(folder, "index.sqlite"), {
    loadExtension: (database) => {
      hasExtension = loadVectorExtension(database, join(folder, "cache")).isLoaded;
      return hasExtension;
    },
  });
}, FILL_TIMEOUT_MS);

afterAll(() => {
  index.close();
  extended.close();
  rmSync(folder, { recursive: true, force: true });
});

function scan(question: Float32Array, limit: number, filters?: KeywordFilters, store = index): VectorScan {
  return store.vectors.scan(question, { fingerprint: MODEL, limit, ...(filters === undefined ? {} : { filters }) });
}

/** Every chunk that passes, by its best cosine, worked out one by one. */
function slowly(question: Float32Array, passes: (path: string) => boolean): { path: string; cosine: number }[] {
  const code = encodeVector(question);
  const all = known.filter(({ path }) => passes(path)).map(({ path, ordinal, codes }) => ({
    path: `${path}:${ordinal}`,
    cosine: Math.max(...codes.map((each) => cosine(code, each))),
  }));
  return all.sort((a, b) => b.cosine - a.cosine || (a.path < b.path ? -1 : 1));
}

function cosine(a: Int8Array, b: Int8Array): number {
  const dot = (x: Int8Array, y: Int8Array) => x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  return 1 - Math.fround(1 - dot(a, b) / (Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b))));
}

function shown({ hits }: VectorScan): { path: string; cosine: number }[] {
  const chunks = index.chunks.get(hits.map(({ chunkId }) => chunkId));
  return hits.map(({ cosine }, at) => ({ path: `${chunks[at]?.path}:${chunks[at]?.ordinal}`, cosine }));
}

const questions = fc.integer({ min: 0, max: 100_000 }).map((seed) => cloud.vector(`question ${seed}`));
const limits = fc.integer({ min: 1, max: 30 });

describe("a scan", () => {
  test("has vectors enough for a shortlist to leave most of them out", () => {
    expect(index.vectors.counts().done).toBeGreaterThan(3_000);
    expect(index.vectors.counts().pending).toBe(0);
  });

  test("gives the same with sqlite-vec and without, to the last bit", () => {
    fc.assert(
      fc.property(questions, limits, (question, limit) => {
        expect(scan(question, limit, undefined, extended)).toEqual(scan(question, limit));
      }),
      { numRuns: 50, seed: 5 },
    );
    expect(hasExtension).toBe(process.platform !== "darwin");
  });

  test("finds the chunks that comparing everything finds, best first", () => {
    fc.assert(
      fc.property(questions, limits, (question, limit) => {
        expect(shown(scan(question, limit))).toEqual(slowly(question, () => true).slice(0, limit));
      }),
      { numRuns: 20, seed: 5 },
    );
  });

  test("gives in a process that stays what it gave the first time", () => {
    const question = cloud.vector("question 3");
    const fresh = openIndex(join(folder, "index.sqlite"));
    try {
      const first = scan(question, 20, undefined, fresh);
      expect(scan(question, 20, undefined, fresh)).toEqual(first);
      expect(scan(question, 20, undefined, fresh)).toEqual(scan(question, 20));
    } finally {
      fresh.close();
    }
  });

  test("filters before it cuts", () => {
    fc.assert(
      fc.property(questions, fc.integer({ min: 1, max: 9 }), (question, digit) => {
        const filters = { pathPrefix: `memory/note-${digit}` };
        const expected = slowly(question, (path) => path.startsWith(filters.pathPrefix)).slice(0, 10);
        expect(shown(scan(question, 10, filters))).toEqual(expected);
      }),
      { numRuns: 20, seed: 5 },
    );
  });

  test("finds the one chunk that filters leave, however far it is", () => {
    const question = cloud.vector("question 1");
    const last = slowly(question, () => true).at(-1)?.path.split(":")[0] ?? "";
    expect(shown(scan(question, 5, { pathPrefix: last })).length).toBe(CHUNKS);
    expect(shown(scan(question, 1, { pathPrefix: last, origins: ["owner"] }))).toEqual([]);
    expect(shown(scan(question, 9, { project: "only one" }))).toEqual([
      { path: "memory/note-007.md:1", cosine: expect.any(Number) },
    ]);
  });

  test("knows the question's background within a few hundredths of the spread", () => {
    fc.assert(
      fc.property(questions, (question) => {
        const background = scan(question, 1).backgrounds.latin;
        const code = encodeVector(question);
        // The last piece of a chunk is the first of the next one, but counts once.
        const own = known.flatMap(({ ordinal, codes }) => ordinal === CHUNKS - 1 ? codes : codes.slice(0, -1));
        const cosines = own.map((each) => cosine(code, each));
        const mean = cosines.reduce((sum, each) => sum + each, 0) / cosines.length;
        const spread = Math.sqrt(cosines.reduce((sum, each) => sum + (each - mean) ** 2, 0) / cosines.length);
        expect(background.count).toBe(cosines.length);
        expect(Math.abs(background.mean - mean) / spread).toBeLessThan(0.15);
        expect(Math.abs(background.spread / spread - 1)).toBeLessThan(0.1);
      }),
      { numRuns: 10, seed: 5 },
    );
  });
});

describe("a scan of two scripts", () => {
  /** As models have it: what is written in one script points one way. */
  const SCRIPT_SHARE = 0.6;
  const ways = { wide: cloud.vector("the wide way"), latin: cloud.vector("the latin way") };
  const mixed = {
    dimensions: DIMENSIONS,
    vector: (text: string) => {
      const way = isWideText(text) ? ways.wide : ways.latin;
      return cloud.vector(text).map((value, at) => value + SCRIPT_SHARE * (way[at] ?? 0));
    },
  };
  const path = () => join(folder, "mixed.sqlite");

  test("gives the same with sqlite-vec and without, a mean for each script and one spread", () => {
    using made = disposable(openIndex(path()));
    fillIndex(made.store, {
      files: 250,
      chunksPerFile: 2,
      fingerprint: MODEL,
      cloud: mixed,
      isWide: (file) => file > 3,
    });
    const other = openIndex(path(), {
      loadExtension: (database) => loadVectorExtension(database, join(folder, "cache")).isLoaded,
    });
    try {
      expect(made.store.vectors.counts().done).toBeGreaterThan(1_000);
      const asked = mixed.vector("file 2 line 4").map((value, at) => value + (ways.wide[at] ?? 0));
      const { hits, backgrounds } = scan(asked, 3, undefined, made.store);
      expect(scan(asked, 3, undefined, other)).toEqual({ hits, backgrounds });
      expect(backgrounds.wide.spread).toBe(backgrounds.latin.spread);
      expect(backgrounds.wide.mean).toBeGreaterThan(backgrounds.latin.mean);
    } finally {
      other.close();
    }
  }, FILL_TIMEOUT_MS);
});

function disposable(store: IndexStore) {
  return { store, [Symbol.dispose]: () => store.close() };
}
