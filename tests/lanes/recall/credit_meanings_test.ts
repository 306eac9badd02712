import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { DEFAULT_CONFIG } from "../../../src/app/default_config.ts";
import { creditMeanings } from "../../../src/lanes/recall/credit_meanings.ts";
import { logRecalls } from "../../../src/lanes/recall_signal.ts";
import { search, type SearchAnswer } from "../../../src/lanes/search/search.ts";
import { embedPending } from "../../../src/pipeline/embed.ts";
import { type HandEmbedder, handEmbedder, handVector } from "../../support/hand_embedder.ts";
import { type MemoryAt, memoryAt } from "../../support/memory_at.ts";

let memory: MemoryAt;
let embedder: HandEmbedder;
beforeEach(async () => {
  memory = memoryAt("2026-08-19T09:00:00+08:00");
  const filler = Array.from(
    { length: 30 },
    (_, at) => [`memory/other-${at}.md`, `- Note ${at} speaks of the weather.\n`],
  );
  memory.write({
    ...Object.fromEntries(filler),
    "memory/2026-08-12.md": "- Alice was here.\n- The gateway listens on port 18789.\n- Lunch with the team.\n",
    "MEMORY.md": "## Facts\n\n- Oolong in the morning.\n",
  });
  memory.sync();
  embedder = handEmbedder();
  await embedPending({ ...memory, embedder });
});
afterEach(() => memory.close());

function ask(query: string): SearchAnswer {
  const deps = { ...memory, settings: DEFAULT_CONFIG.search, activeProjects: new Set<string>() };
  return search(deps, { query, meaning: { vector: handVector(query), fingerprint: "hand 1" } });
}

function credit(query: string, embedded = embedder) {
  const settings = DEFAULT_CONFIG.recall;
  return creditMeanings(ask(query), {
    meaning: { vector: handVector(query), fingerprint: "hand 1" },
    embedder: embedded,
    settings,
  });
}

describe("a question in another language", () => {
  test("credits the line of the nearest piece that is nearest itself, with the quality of the hit", async () => {
    const credits = await credit("网关端口");
    expect(credits.map(({ claim }) => claim.text)).toEqual(["The gateway listens on port 18789."]);
    expect(credits[0]?.quality).toBe(ask("网关端口").result.results[0]?.scores.hybrid ?? -1);
  });

  test("is logged as a recall of that line", async () => {
    const byMeaning = await credit("网关端口");
    const deps = { ...memory, settings: DEFAULT_CONFIG.recall, project: null, byMeaning };
    const report = logRecalls(deps, ask("网关端口"), { sessionKind: "interactive", session: "s1" });
    expect(report.recalls).toEqual([
      { key: byMeaning[0]?.claim.key ?? "", quality: byMeaning[0]?.quality ?? -1, isNew: true },
    ]);
  });

  test("credits no curated entry: its uses are logged apart", async () => {
    expect(ask("乌龙茶").result.results[0]?.path).toBe("MEMORY.md");
    expect(await credit("乌龙茶")).toEqual([]);
  });
});

test("a hit that shares a word with the question is left to the words, and nothing is embedded", async () => {
  const before = embedder.calls.length;
  expect(await credit("gateway port")).toEqual([]);
  expect(embedder.calls.length).toBe(before);
});

test("an embedder that fails is heard", () => {
  const broken = handEmbedder({ failure: { fromCall: 1, error: new Error("no answer") } });
  return expect(credit("网关端口", broken)).rejects.toThrow("no answer");
});
