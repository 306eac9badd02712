import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { DEFAULT_CONFIG } from "../../../src/app/default_config.ts";
import { isWideText } from "../../../src/base/text/measure.ts";
import { explanationLines } from "../../../src/lanes/search/explain_hit.ts";
import { search, type SearchRequest } from "../../../src/lanes/search/search.ts";
import { embedPending } from "../../../src/pipeline/embed.ts";
import { anyText } from "../../support/any_text.ts";
import { handEmbedder, handVector } from "../../support/hand_embedder.ts";
import { type MemoryAt, memoryAt } from "../../support/memory_at.ts";

let memory: MemoryAt;
beforeEach(() => {
  memory = memoryAt("2026-08-19T09:00:00+08:00");
});
afterEach(() => memory.close());

const FINGERPRINT = "hand 1";

async function embedAll(fingerprint = FINGERPRINT): Promise<void> {
  memory.sync();
  await embedPending({ ...memory, embedder: handEmbedder({ fingerprint }) });
}

/** Asks with the meaning that the hand embedder gives a question. */
function ask(query: string, request: Partial<SearchRequest> = {}) {
  const deps = { ...memory, settings: DEFAULT_CONFIG.search, activeProjects: new Set<string>() };
  return search(deps, { query, meaning: { vector: handVector(query), fingerprint: FINGERPRINT }, ...request });
}

const FILLER = Object.fromEntries(
  Array.from(
    { length: 30 },
    (_, at) => [`memory/other-${at}.md`, `- Note ${at} speaks of lunch, trains and the weather.\n`],
  ),
);

describe("a question in another language", () => {
  beforeEach(async () => {
    memory.write({
      ...FILLER,
      "memory/gateway.md": "- The gateway listens on 18789.\n",
      "memory/tea.md": "- Alice prefers oolong in the morning.\n",
      "memory/数据库.md": "- 数据库已迁移\n",
    });
    await embedAll();
  });

  test("finds the note that shares no word with it, first, and is judged by meaning alone", () => {
    const { result } = ask("网关端口");
    expect(result.lanes).toEqual({ keyword: "ok", vector: "ok" });
    expect(result.notices).toEqual([]);
    const [first] = result.results;
    expect(first).toMatchObject({ path: "memory/gateway.md", snippet: "- The gateway listens on 18789." });
    expect(first?.scores).toMatchObject({ keyword: null, keywordWeight: 0 });
    expect(first?.scores.hybrid).toBe(first?.scores.vector ?? -1);
    expect(ask("postgres migration").result.results[0]?.path).toBe("memory/数据库.md");
  });

  test("finds nothing of it by words alone", () => {
    const { result } = ask("网关端口", { meaning: undefined });
    expect(result).toMatchObject({ results: [], lanes: { keyword: "ok", vector: "off" } });
  });

  test("brings nothing along that is no nearer than anything else", () => {
    expect(ask("网关端口").result.results.map((hit) => hit.path)).toEqual(["memory/gateway.md"]);
  });

  test("is explained with the rank, cosine, score and weight of each lane", () => {
    const [first] = ask("网关端口").explanations;
    const lines = first === undefined ? [] : explanationLines(first);
    expect(lines[0]).toBe("keyword  no word of the question");
    expect(lines[1]).toMatch(/^vector {3}rank 1, cosine [01]\.\d{3} -> [01]\.\d{3}$/);
    expect(lines[2]).toMatch(/^hybrid {3}0\.000 x 0\.000 keyword \+ 1\.000 x [01]\.\d{3} vector$/);
  });
});

describe("in notes of two scripts", () => {
  /** As models have it: texts of one script are nearer to each other than their meaning says. */
  const OFFSET = 1.5;
  function offsetVector(text: string): Float32Array {
    const script = isWideText(text) ? [OFFSET, 0] : [0, OFFSET];
    const vector = Float32Array.from([...handVector(text), ...script]);
    const length = Math.hypot(...vector);
    return vector.map((each) => each / length);
  }
  const embedder = {
    ...handEmbedder({ fingerprint: FINGERPRINT }),
    dimensions: offsetVector("").length,
    embed: (texts: readonly string[]) => Promise.resolve(texts.map(offsetVector)),
  };
  const found = (query: string) =>
    ask(query, { meaning: { vector: offsetVector(query), fingerprint: FINGERPRINT } }).result.results;
  const chinese = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`memory/中-${at}.md`, `- 第${at}条说的是午饭和天气\n`]),
    );

  test.each([1, 3, 30, 200])("finds the note in the other one, in front of %d notes in its own", async (count) => {
    memory.write({
      ...FILLER,
      ...chinese(count),
      "memory/gateway.md": "- The gateway listens on port 18789.\n",
      "memory/茶.md": "- 爱丽丝早上喝乌龙茶。\n",
    });
    memory.sync();
    await embedPending({ ...memory, embedder });
    expect(found("网关端口")[0]?.path).toBe("memory/gateway.md");
    expect(found("alice tea")[0]?.path).toBe("memory/茶.md");
    expect(found("网关端口")[0]?.scores.vector ?? 0).toBeGreaterThan(0.35);
  });

  test("finds nothing for a question that only shares the script", async () => {
    memory.write({ ...FILLER, ...chinese(3) });
    memory.sync();
    await embedPending({ ...memory, embedder });
    expect(found("恐龙灭绝")).toEqual([]);
  });
});

test("asks no lane for a question without a word", async () => {
  memory.write({ ...FILLER, "memory/a.md": "- The gateway listens on port 18789.\n" });
  await embedAll();
  for (const query of ["!!!", "%", "(((", "—", "🦊", "？！"]) {
    const { result } = ask(query);
    expect(result.results).toEqual([]);
    expect(result.notices).toEqual([
      expect.stringMatching(/no word that can be looked for: signs and emoji are not indexed/),
    ]);
  }
});

describe("both lanes together", () => {
  beforeEach(async () => {
    memory.write({
      ...FILLER,
      "memory/a.md": "- The gateway listens on port 18789.\n",
      "memory/b.md": "- qzv91-lime-orbit is the name of the release.\n",
      "memory/c.md": "- 网关监听 18789 端口。\n",
      "MEMORY.md": "## Facts\n\n- Deploys need a smoke test. <!-- importance: 9 -->\n",
    });
    await embedAll();
  });

  test("give scores that are exactly what their parts say", () => {
    for (const query of ["gateway port", "网关端口", "qzv91-lime-orbit", "release lunch", "a.md"]) {
      for (const { score, scores } of ask(query).result.results) {
        const { keyword, vector, path, keywordWeight } = scores;
        const content = (keyword ?? 0) * keywordWeight + (vector ?? 0) * (1 - keywordWeight);
        expect(scores.hybrid).toBeCloseTo(Math.max(content, path ?? 0), 12);
        expect(scores.rankScore).toBeCloseTo(scores.hybrid * scores.decay * scores.importance * scores.project, 12);
        expect(score).toBe(Math.min(1, scores.rankScore));
      }
    }
  });

  test("never drop what holds the very words, and put it first", () => {
    expect(ask("qzv91-lime-orbit").result.results[0]).toMatchObject({ path: "memory/b.md" });
    expect(ask("weather", { limit: 60 }).result.results).toHaveLength(30);
  });

  test("find the same line in the other language beside it", () => {
    expect(ask("gateway port").result.results.slice(0, 2).map((hit) => hit.path)).toEqual([
      "memory/a.md",
      "memory/c.md",
    ]);
  });

  test("leave a demanded phrase a demand", () => {
    expect(ask('"gateway listens"').result.results.map((hit) => hit.path)).toEqual(["memory/a.md"]);
  });

  test("keep filters in force before the cut", () => {
    expect(ask("网关端口", { path: "memory/c", limit: 1 }).result.results.map((hit) => hit.path)).toEqual([
      "memory/c.md",
    ]);
    expect(ask("发布", { tiers: ["curated"], limit: 1 }).result.results.map((hit) => hit.path)).toEqual(["MEMORY.md"]);
    expect(ask("网关端口", { path: "memory/other" }).result.results).toEqual([]);
  });
});

describe("what the vector lane can do", () => {
  test("is partial while text waits for its vector, and the share is said", async () => {
    memory.write({ ...FILLER, "memory/a.md": "- The gateway listens on port 18789.\n" });
    await embedAll();
    const more = Array.from({ length: 62 }, (_, at) => [`memory/new-${at}.md`, `- Oolong number ${at}.\n`]);
    memory.write(Object.fromEntries(more));
    memory.sync();
    const { result } = ask("端口");
    expect(result.lanes.vector).toBe("partial");
    expect(result.notices).toEqual([expect.stringMatching(/^33 % of the text can be found by meaning so far/)]);
    expect(result.results[0]?.path).toBe("memory/a.md");
  });

  test("tells an answer from noise among a few notes by comparing with neutral texts of the same script", async () => {
    memory.write({ "memory/a.md": "- The gateway listens on port 18789.\n" });
    await embedAll();
    const found = (query: string) => ask(query).result.results.map((hit) => hit.path);
    expect(found("端口")).toEqual(["memory/a.md"]);
    expect(found("茶")).toEqual([]);
  });

  test("is nothing where no text has a vector yet, and words go on", () => {
    memory.write({ "memory/a.md": "- The gateway listens on port 18789.\n" });
    memory.sync();
    expect(ask("gateway").result).toMatchObject({ lanes: { vector: "partial" }, results: [{ path: "memory/a.md" }] });
  });

  test("rests while the vectors are of another model, in one line, and words go on", async () => {
    memory.write({ "memory/a.md": "- The gateway listens on port 18789.\n" });
    await embedAll("hand 0");
    const { result } = ask("gateway");
    expect(result).toMatchObject({ lanes: { vector: "off" }, results: [{ path: "memory/a.md" }] });
    expect(result.notices).toEqual([expect.stringContaining("of another model")]);
  });

  test("is all there is to do in an empty memory", () => {
    memory.sync();
    expect(ask("gateway").result).toMatchObject({ lanes: { vector: "ok" }, results: [], notices: [] });
  });
});

test("any text is a question: no error, no hang, scores from 0 to 1", async () => {
  memory.write({
    ...FILLER,
    "memory/a.md": "- The gateway listens on port 18789.\n",
    "memory/c.md": "- 网关监听端口 C++\n",
  });
  await embedAll();
  const odd = fc.constantFrom(
    "AND",
    "NOT x",
    "NEAR(",
    "a OR",
    "title: foo",
    "C++",
    "*",
    "(",
    "';--",
    "%_",
    "的了吗",
    "the of",
  );
  const text = fc.oneof(anyText(), odd, fc.tuple(odd, anyText()).map(([a, b]) => `${a} ${b}`));
  fc.assert(
    fc.property(text, (query) => {
      try {
        for (const { score } of ask(query).result.results) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
        }
      } catch (error) {
        expect(error).toMatchObject({ kind: "usage" });
      }
    }),
    { seed: 20260819, numRuns: 300 },
  );
});
