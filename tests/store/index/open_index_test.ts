import { rebuildSteps } from "../../support/rebuild_steps.ts";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FTS_TOKENIZER } from "../../../src/base/text/keyword_stream.ts";
import type { ChunkInput } from "../../../src/store/index/chunks.ts";
import schema from "../../../src/store/index/schema.sql" with { type: "text" };
import { type IndexStore, openIndex } from "../../../src/store/index/open_index.ts";
import type { SourceFacts } from "../../../src/store/index/sources.ts";
import { runScript, withoutPowers } from "../../support/run_script.ts";

const SOURCE: SourceFacts = {
  path: "memory/2026-08-19.md",
  hash: "h1",
  size: 10,
  mtimeMs: 1_787_000_000_123.456,
  ctimeMs: 1_787_000_000_123.456,
  isUnsettled: false,
  tier: "episodic",
  day: "2026-08-19",
  indexedAt: "2026-08-19T03:00:00+08:00",
  skipReason: null,
  hasMalformed: false,
};

const CHUNK: ChunkInput = {
  ordinal: 0,
  startLine: 3,
  endLine: 3,
  text: "The gateway listens on port 18790",
  context: "2026-08-19 Network",
  pieces: [{ start: 0, end: 33, startLine: 3, endLine: 3 }],
  importance: null,
  triggers: [],
  projects: null,
  key: null,
  entryKey: null,
  observed: null,
  expires: null,
  origin: "agent",
  classes: ["agent"],
  sessionKind: "interactive",
  observedAt: null,
};

let folder = "";
let path = "";
let index: IndexStore;

function put(chunks: readonly ChunkInput[], source: Partial<SourceFacts> = {}): void {
  index.transaction(() => index.replaceFile({ ...SOURCE, ...source }, chunks));
}

function found(expression: string): string[] {
  const hits = index.keywords.match(expression, { limit: 10 });
  return index.chunks.get(hits.map(({ chunkId }) => chunkId)).map((chunk) => `${chunk.path}:${chunk.startLine}`);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "memory-index-"));
  path = join(folder, "index.sqlite");
  index = openIndex(path);
});

afterEach(() => {
  index.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("a file in the index", () => {
  test("comes back with all that was written", () => {
    const noted = { ...CHUNK, importance: 7, triggers: ["gateway port", "网关"], projects: ["p"], key: "gateway.port" };
    put([{ ...noted, entryKey: "e:1", observed: "2026-08-18", expires: "2026-12-31", observedAt: SOURCE.indexedAt }]);
    expect(index.sources.get(SOURCE.path)).toEqual({ ...SOURCE, id: 1 });
    const { pieces: _, ...facts } = noted;
    expect(index.chunks.ofPath(SOURCE.path)).toEqual([{
      ...facts,
      id: 1,
      path: SOURCE.path,
      tier: "episodic",
      day: "2026-08-19",
      entryKey: "e:1",
      observed: "2026-08-18",
      expires: "2026-12-31",
      observedAt: SOURCE.indexedAt,
    }]);
  });

  test("is replaced as a whole", () => {
    put([CHUNK, { ...CHUNK, ordinal: 1, startLine: 5, endLine: 5, text: "Postgres" }]);
    put([{ ...CHUNK, text: "The gateway moved away" }], { hash: "h2" });
    expect(index.chunks.count()).toBe(1);
    expect(found(`"18790"`)).toEqual([]);
    expect(found(`"move"`)).toEqual([`${SOURCE.path}:3`]);
  });

  test("leaves no row behind when it goes", () => {
    put([{ ...CHUNK, triggers: ["x"] }]);
    index.transaction(() => index.removeFile(SOURCE.path));
    const db = new Database(path);
    for (const table of ["sources", "chunks", "chunk_notes", "chunk_origins", "chunk_keywords_docsize"]) {
      expect(db.query(`SELECT count(*) FROM ${table}`).values()).toEqual([[0]]);
    }
    db.close();
  });

  test("is not there if its transaction failed", () => {
    expect(() =>
      index.transaction(() => {
        index.replaceFile(SOURCE, [CHUNK]);
        throw new Error("killed");
      })
    ).toThrow("killed");
    expect(index.sources.count()).toBe(0);
    expect(found(`"18790"`)).toEqual([]);
  });

  test("with projects that could not be read keeps them apart from none", () => {
    put([{ ...CHUNK, projects: "invalid" }, { ...CHUNK, ordinal: 1 }]);
    expect(index.chunks.ofPath(SOURCE.path).map(({ projects }) => projects)).toEqual(["invalid", null]);
  });
});

describe("the keyword index", () => {
  beforeEach(() => {
    put([CHUNK, {
      ...CHUNK,
      ordinal: 1,
      startLine: 5,
      endLine: 5,
      text: "网关端口 max_retry_count",
      origin: "untrusted",
    }]);
    put([{ ...CHUNK, text: "Use Postgres for the gateway", context: "Database", projects: ["p"] }], {
      path: "MEMORY.md",
      tier: "curated",
      day: null,
    });
    put([{ ...CHUNK, text: "The gateway again", projects: "invalid" }], {
      path: "memory/2026-08-01.md",
      day: "2026-08-01",
    });
  });

  test("finds words, whole identifiers and their parts, and Chinese of two characters", () => {
    expect(found(`body : "18790"`)).toEqual([`${SOURCE.path}:3`]);
    expect(found(`body : "max_retry_count"`)).toEqual([`${SOURCE.path}:5`]);
    expect(found(`parts : "retri count"`)).toEqual([`${SOURCE.path}:5`]);
    expect(found(`body : "端口"`)).toEqual([`${SOURCE.path}:5`]);
  });

  test("finds by day and heading without their being part of the text", () => {
    expect(found(`context : "network"`)).toHaveLength(4 - 1);
    expect(index.chunks.ofPath(SOURCE.path)[0]?.text).not.toContain("Network");
  });

  test.each([
    ["a tier", { tiers: ["curated" as const] }, ["MEMORY.md"]],
    ["an origin", { origins: ["untrusted" as const] }, []],
    ["the start of a path", { pathPrefix: "memory/2026-08-0" }, ["memory/2026-08-01.md"]],
    ["the earliest day", { since: "2026-08-10" }, [SOURCE.path]],
    ["the latest day", { until: "2026-08-10" }, ["memory/2026-08-01.md"]],
    ["a project", { project: "p" }, ["MEMORY.md"]],
    ["no project that could not be read", { project: "invalid" }, []],
    ["all that is asked for together", { tiers: ["curated" as const], project: "q" }, []],
  ])("filters by %s before it cuts", (_, filters, expected) => {
    const hits = index.keywords.match(`"gatewai"`, { limit: 1, filters });
    expect(index.chunks.get(hits.map(({ chunkId }) => chunkId)).map((chunk) => chunk.path)).toEqual(expected);
  });

  test("ranks by BM25 with the weights of the columns", () => {
    const weights = { body: 1, parts: 1, context: 10, contextParts: 1 };
    const best = index.keywords.match(`"databas" OR "again"`, { limit: 1, weights })[0];
    expect(index.chunks.get([best?.chunkId ?? 0])[0]?.path).toBe("MEMORY.md");
    expect(best?.bm25).toBeGreaterThan(0);
  });

  test("gives equals by path and place, whatever came first into the index", () => {
    const alike = { ...CHUNK, text: "Lighthouse keeper", context: "" };
    for (const name of ["c", "a", "b"]) {
      put([alike, { ...alike, ordinal: 1, startLine: 9, endLine: 9 }], { path: `memory/${name}.md` });
    }
    const ordered = [
      "memory/a.md:3",
      "memory/a.md:9",
      "memory/b.md:3",
      "memory/b.md:9",
      "memory/c.md:3",
      "memory/c.md:9",
    ];
    for (let limit = 1; limit <= 7; limit++) {
      const hits = index.keywords.match(`"keeper"`, { limit });
      const places = index.chunks.get(hits.map(({ chunkId }) => chunkId)).map(({ path, startLine }) =>
        `${path}:${startLine}`
      );
      expect(places).toEqual(ordered.slice(0, limit));
    }
  });

  test("knows in how many chunks a token occurs, whatever the column", () => {
    const counts = index.keywords.documentFrequencies(["gatewai", "network", "nowhere", "端口"]);
    expect(counts).toEqual(new Map([["gatewai", 3], ["network", 3], ["nowhere", 0], ["端口", 1]]));
  });

  test("uses the tokenizer that the streams are made for", () => {
    expect(schema).toContain(`tokenize = "${FTS_TOKENIZER}"`);
  });
});

describe("an unusable index", () => {
  test.each([
    ["overwritten", () => writeFileSync(path, "no database at all, but long enough to be read as one. ".repeat(100))],
    ["truncated", () => truncateSync(path, 5_000)],
    ["emptied", () => truncateSync(path, 0)],
    ["deleted", () => rmSync(path)],
    ["of a newer version", () => withVersion(99)],
    ["of an older version with other tables", () => withVersion(0)],
  ])("that was %s is made anew", (_, damage) => {
    put([CHUNK]);
    index.close();
    damage();
    index = openIndex(path);
    expect(index.sources.count()).toBe(0);
    put([CHUNK]);
    expect(found(`"18790"`)).toEqual([`${SOURCE.path}:3`]);
    expect(readdirSync(folder).filter((name) => name.includes("damaged"))).toEqual([]);
  });

  test("that is a folder is set aside, and the notice says so", () => {
    index.close();
    rmSync(path);
    mkdirSync(path);
    writeFileSync(join(path, "keep.txt"), "mine");
    index = openIndex(path);
    const aside = readdirSync(folder).find((name) => name.startsWith("index.sqlite.damaged-"));
    expect(index.notices).toEqual([
      `A folder lay in place of the index and has been set aside as "${join(folder, aside ?? "")}"`,
    ]);
    expect(readdirSync(join(folder, aside ?? ""))).toEqual(["keep.txt"]);
    put([CHUNK]);
    expect(found(`"18790"`)).toEqual([`${SOURCE.path}:3`]);
    index.close();
    index = openIndex(path);
    expect(index.notices).toEqual([]);
  });

  function withVersion(version: number): void {
    const db = new Database(path);
    db.run(`PRAGMA user_version = ${version}`);
    db.close();
  }
});

describe("a rebuild", () => {
  test("shows the old index until the new one is whole", () => {
    put([CHUNK]);
    index.rebuild(
      "v2",
      rebuildSteps((next) => {
        next.transaction(() => next.replaceFile({ ...SOURCE, path: "MEMORY.md" }, [{ ...CHUNK, text: "Postgres" }]));
        expect(found(`"18790"`)).toEqual([`${SOURCE.path}:3`]);
        return true;
      }),
    );
    expect(found(`"18790"`)).toEqual([]);
    expect(found(`"postgr"`)).toEqual(["MEMORY.md:3"]);
    expect(index.meta.identity()).toBe("v2");
    expect(readdirSync(folder).some((name) => name.includes(".next"))).toBe(false);
  });

  test("that was not finished is carried on with", () => {
    index.rebuild(
      "v2",
      rebuildSteps((next) => {
        next.transaction(() => next.replaceFile(SOURCE, [CHUNK]));
        return false;
      }),
    );
    expect(index.sources.count()).toBe(0);
    index.rebuild(
      "v2",
      rebuildSteps((next) => {
        expect(next.sources.get(SOURCE.path)?.hash).toBe("h1");
        return true;
      }),
    );
    expect(found(`"18790"`)).toEqual([`${SOURCE.path}:3`]);
  });

  test("that was not finished is thrown away when the identity is another one", () => {
    index.rebuild(
      "v2",
      rebuildSteps((next) => {
        next.transaction(() => next.replaceFile(SOURCE, [CHUNK]));
        return false;
      }),
    );
    index.rebuild(
      "v3",
      rebuildSteps((next) => {
        expect(next.sources.count()).toBe(0);
        return true;
      }),
    );
  });

  test("takes up what came while it was filled, and swaps nothing in without that", () => {
    const filled = (next: IndexStore) => {
      next.transaction(() => next.replaceFile(SOURCE, [CHUNK]));
      return true;
    };
    index.rebuild("v2", { ...rebuildSteps(filled), catchUp: () => false });
    expect(found(`"18790"`)).toEqual([]);
    expect(index.hasRebuild()).toBe(true);
    index.rebuild("v2", {
      ...rebuildSteps(() => true),
      catchUp: (next) => {
        next.transaction(() => next.replaceFile({ ...SOURCE, path: "MEMORY.md" }, [{ ...CHUNK, text: "Postgres" }]));
        return true;
      },
    });
    expect([found(`"18790"`), found(`"postgr"`)]).toEqual([[`${SOURCE.path}:3`], ["MEMORY.md:3"]]);
    expect(index.hasRebuild()).toBe(false);
  });

  test("that nobody carried on with for a day is swept", () => {
    index.rebuild("v2", rebuildSteps(() => false));
    index.sweepRebuild(Date.now() + 23 * 3_600_000);
    expect(index.hasRebuild()).toBe(true);
    index.sweepRebuild(Date.now() + 25 * 3_600_000);
    expect(readdirSync(folder).filter((name) => name.includes(".next"))).toEqual([]);
  });

  test("is seen by a process that has the index open", () => {
    put([CHUNK]);
    const other = openIndex(path);
    expect(other.keywords.match(`"18790"`, { limit: 1 })).toHaveLength(1);
    index.rebuild("v2", rebuildSteps(() => true));
    expect(other.keywords.match(`"18790"`, { limit: 1 })).toEqual([]);
    expect(other.meta.identity()).toBe("v2");
    other.close();
  });
});

describe("where nothing can be written", () => {
  test("an index that is there serves as it is, and says so", () => {
    const prefix = withoutPowers();
    if (prefix === null) return;
    put([CHUNK]);
    index.close();
    const result = runScript(script("index.keywords.match('\"18790\"', { limit: 1 }).length"), [
      ...opened(folder),
      ...prefix,
    ]);
    expect(result.stdout.split("\n")).toEqual([
      "1",
      "true false",
      "The index cannot be written here: it serves as it is",
    ]);
  });

  test("an index that is not there is built in memory, and says so", () => {
    const prefix = withoutPowers();
    if (prefix === null) return;
    index.close();
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    const result = runScript(script("index.sources.count()"), [...opened(folder), ...prefix]);
    expect(result.stdout.split("\n")).toEqual([
      "0",
      "false true",
      "The index cannot be kept here: it is built in memory each time",
    ]);
    expect(existsSync(path)).toBe(false);
  });

  function script(expression: string): string {
    return `import { openIndex } from "src/store/index/open_index.ts";
      const index = openIndex(${JSON.stringify(path)});
      console.log(${expression});
      console.log(index.isReadonly, index.isInMemory);
      console.log(index.notices.join());`;
  }

  /** Lets others into a folder of root's, to look only. */
  function opened(target: string): string[] {
    expect(statSync(target).isDirectory()).toBe(true);
    return ["sh", "-c", `chmod 755 '${target}' && exec "$@"`, "sh"];
  }
});
