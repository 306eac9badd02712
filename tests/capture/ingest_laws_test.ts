/**
 * Laws of ingestion: read twice is read once; read in any number of steps is read at once; and nothing that a file may hold
 * ends it.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { appendFileSync } from "node:fs";
import { openIngestWorld } from "../support/ingest_world.ts";
import {
  claude,
  claudeAgent,
  claudeResult,
  claudeUser,
  codexAgent,
  codexMeta,
  codexUser,
  jsonl,
  momentOf,
} from "../support/transcript_lines.ts";

/** Each case opens a state of its own. */
setDefaultTimeout(120_000);

const SEED = 20260819;
const RUNS = 25;

const WORDS = [
  "The gateway listens on port 18789.",
  "网关监听 18789 端口，每周四部署。",
  "Deploys start at noon. The relay answers on 4711.",
  "yes",
  "Is it done?",
  "Line one of it\nline two of it\n```\ncode\n```\nand a last line",
  "A \u{1F600} and a <!-- comment --> and \u0000 bytes",
];

/** Lines of a session of Claude Code, some of them odd, in the order of a file. */
const claudeLines = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("user"), text: fc.constantFrom(...WORDS) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("agent"), text: fc.constantFrom(...WORDS) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("tool"), text: fc.constantFrom(...WORDS) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("side", "meta", "broken", "bare"), text: fc.string() }) },
  ),
  { minLength: 1, maxLength: 12 },
).map((drafts) => drafts.map(({ kind, text }, n) => claudeLine(kind, text, n)));

function claudeLine(kind: string, text: string, n: number): unknown {
  switch (kind) {
    case "user":
      return claudeUser(n, text);
    case "agent":
      return claudeAgent(n, text);
    case "tool":
      return claudeResult(n, `t${n}`, text);
    case "side":
      return claudeAgent(n, text, { isSidechain: true, agentId: "a" });
    case "meta":
      return claudeUser(n, text, { isMeta: true });
    case "bare":
      return text;
    default:
      return claude(n, "user", { contents: text });
  }
}

/** Lines of a rollout of Codex. */
const codexLines = fc.array(fc.tuple(fc.boolean(), fc.constantFrom(...WORDS)), { minLength: 1, maxLength: 8 })
  .map((turns) => [
    codexMeta(),
    ...turns.flatMap(([isUser, text], n) => isUser ? codexUser(n + 1, text) : codexAgent(n + 1, text)),
  ]);

const transcripts = fc.oneof(claudeLines, codexLines).map((lines) => Buffer.from(jsonl(lines)));

/** Ingests the parts of a file, each when it has come, and returns all files that this leaves. */
async function ingestParts(parts: readonly Uint8Array[], times = 1): Promise<Record<string, string>> {
  const world = openIngestWorld();
  try {
    const path = world.put("t.jsonl", "");
    for (const part of parts) {
      appendFileSync(path, part);
      for (let time = 0; time < times; time++) await world.ingest([path]);
    }
    return world.files();
  } finally {
    world.remove();
  }
}

describe("ingestion", () => {
  test("twice is ingestion once", async () => {
    await fc.assert(
      fc.asyncProperty(transcripts, async (bytes) => {
        expect(await ingestParts([bytes], 2)).toEqual(await ingestParts([bytes]));
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test("in steps of any bytes is ingestion at once", async () => {
    await fc.assert(
      fc.asyncProperty(transcripts, fc.array(fc.nat(4_000), { maxLength: 4 }), async (bytes, cuts) => {
        const places = [...new Set([0, ...cuts.map((cut) => cut % bytes.length), bytes.length])].sort((a, b) => a - b);
        const parts = places.slice(1).map((end, at) => bytes.subarray(places[at] ?? 0, end));
        expect(await ingestParts(parts)).toEqual(await ingestParts([bytes]));
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test("of a file in any order of whole lines writes the same evidence", async () => {
    await fc.assert(
      fc.asyncProperty(claudeLines, fc.infiniteStream(fc.nat()), async (lines, random) => {
        const shuffled = lines.map((line) => ({ line, rank: random.next().value })).sort((a, b) => a.rank - b.rank);
        const [one, other] = [jsonl(lines), jsonl(shuffled.map(({ line }) => line))];
        const bullets = (files: Record<string, string>) =>
          Object.entries(files).filter(([path]) => path.startsWith("memory/")).flatMap(([path, text]) =>
            text.split("\n").map((line) => `${path} ${line.replace(/ <!--.*$/, "")}`)
          ).sort();
        expect(bullets(await ingestParts([Buffer.from(other)]))).toEqual(
          bullets(await ingestParts([Buffer.from(one)])),
        );
      }),
      { seed: SEED, numRuns: 10 },
    );
  });
});

/** Values of every type, nested, for fields that should hold something else. */
const anything = fc.anything({
  withBigInt: false,
  withDate: false,
  withMap: false,
  withSet: false,
  withTypedArray: false,
  withSparseArray: false,
  maxDepth: 3,
});

/** Names of fields that readers look at. */
const FIELD_NAMES = [
  "type",
  "message",
  "payload",
  "role",
  "content",
  "timestamp",
  "sessionId",
  "uuid",
  "text",
  "toolCalls",
  "session",
  "id",
  "arguments",
  "output",
  "item",
  "provenance",
  "attachment",
  "isSidechain",
  "ordinal",
] as const;

const HEADERS = [
  claudeUser(0, "A true line of it"),
  codexMeta(),
  { type: "session", version: 3, id: "oc", timestamp: momentOf(0), cwd: "/x" },
  { sessionId: "g", projectHash: "h", startTime: momentOf(0) },
  { type: "session", format: "memory-transcript", version: 1, session: "n", kind: "interactive", chat: "direct" },
];

const TYPES = [
  "user",
  "assistant",
  "attachment",
  "system",
  "response_item",
  "event_msg",
  "session_meta",
  "compacted",
  "message",
  "compaction",
  "gemini",
  "tool-call",
  "tool-result",
  "session",
];

describe("a transcript that holds anything", () => {
  test("is read as far as it goes, and what is odd is named", async () => {
    const odd = fc.record({
      type: fc.oneof(fc.constantFrom(...TYPES), anything),
      ...Object.fromEntries(FIELD_NAMES.slice(1).map((name) => [name, anything])),
    }, { requiredKeys: ["type"] });
    const inner = fc.record({
      type: fc.constantFrom(...TYPES),
      message: fc.record({ role: fc.constantFrom("user", "assistant", "toolResult"), content: fc.array(anything) }),
      payload: fc.record({
        type: fc.constantFrom("message", "user_message", "item_completed", "x"),
        content: anything,
      }),
      toolCalls: fc.array(anything),
    });
    const line = fc.oneof(odd, inner, anything).map((value) => JSON.stringify(value) ?? "null");
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...HEADERS), fc.array(line, { maxLength: 30 }), async (header, lines) => {
        const world = openIngestWorld();
        try {
          const path = world.put("t.jsonl", jsonl([header, ...lines]));
          const { transcripts: [only], failures } = await world.ingest([path]);
          expect(failures).toEqual([]);
          expect(only?.path).toBe(path);
          await world.ingest([path]);
        } finally {
          world.remove();
        }
      }),
      { seed: SEED, numRuns: 40 },
    );
  });

  test("that is random bytes is named, or read in part", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...HEADERS), fc.uint8Array({ maxLength: 2_000 }), async (header, bytes) => {
        const world = openIngestWorld();
        try {
          const alone = world.put("a.jsonl", bytes);
          const behind = world.put("b.jsonl", Buffer.concat([Buffer.from(jsonl([header])), bytes]));
          const { transcripts: read, failures } = await world.ingest([alone, behind]);
          expect(read.length + failures.length).toBe(2);
          expect(read.map(({ path }) => path)).toContain(behind);
        } finally {
          world.remove();
        }
      }),
      { seed: SEED, numRuns: 40 },
    );
  });

  test.each([
    ["a line of 20 MB", `{"type":"user","x":"${"x".repeat(20_000_000)}"}`, "the line is too long to be read"],
    ["lists within lists", "[".repeat(200_000) + "]".repeat(200_000), "it is a list, no object"],
    ["objects without end", '{"a":'.repeat(200_000), "it is no JSON"],
    ["another client's line", JSON.stringify(codexMeta()), "its type is not known"],
  ])("such as %s is read on behind it", async (_, line, reason) => {
    const world = openIngestWorld();
    try {
      const text = jsonl([
        claudeUser(0, "The gateway listens on port 18789."),
        line,
        claudeUser(2, "Deploys start at noon."),
      ]);
      const { malformed } = await world.ingest([world.put("t.jsonl", text)]);
      expect(world.evidence()).toEqual(["The gateway listens on port 18789.", "Deploys start at noon."]);
      expect(malformed.map((part) => [part.line, part.reason])).toEqual([[2, reason]]);
    } finally {
      world.remove();
    }
  });

  test("such as a tool's answer that is nested very deeply keeps what else was said", async () => {
    const world = openIngestWorld();
    try {
      const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
      const call =
        `{"type":"assistant","sessionId":"s-1","uuid":"u1","message":{"content":[{"type":"tool_use","id":"t","name":"X","input":${deep}}]}}`;
      await world.ingest([world.put("t.jsonl", jsonl([claudeUser(0, "The gateway listens on port 18789."), call]))]);
      expect(world.evidence()).toEqual(["The gateway listens on port 18789."]);
    } finally {
      world.remove();
    }
  });
});
