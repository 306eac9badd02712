import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { MemoryError } from "../../src/base/errors.ts";
import { type EmbedOptions, embedPending } from "../../src/pipeline/embed.ts";
import { NEUTRAL_TEXTS } from "../../src/store/index/vectors/neutral_texts.ts";
import { takeLock } from "../../src/store/lock.ts";
import { type HandEmbedder, handEmbedder, type HandOptions, handVector } from "../support/hand_embedder.ts";
import { openStoreWorld, type StoreWorld } from "../support/store_world.ts";

let world: StoreWorld;

function embed(embedder: HandEmbedder, options?: EmbedOptions) {
  return embedPending({ layout: world.layout, index: world.index, embedder }, options);
}

/** Writes a diary with so many days, each of one short line. */
function writeDays(count: number): void {
  for (let day = 0; day < count; day++) {
    const date = `2026-${String(1 + Math.floor(day / 28)).padStart(2, "0")}-${String(1 + day % 28).padStart(2, "0")}`;
    world.write(`memory/${date}.md`, `- On day ${day} the gateway 端口 was ${18_000 + day}\n`);
  }
  world.sync();
}

function failing(fromCall: number, more: HandOptions = {}): HandEmbedder {
  return handEmbedder({ ...more, failure: { fromCall, error: new MemoryError("The endpoint answered 503") } });
}

beforeEach(() => {
  world = openStoreWorld();
});

afterEach(() => world.remove());

const NEUTRAL: readonly string[] = [...NEUTRAL_TEXTS.latin, ...NEUTRAL_TEXTS.wide];

/** The texts of each call, without the neutral ones that every index has. */
function ofNotes({ calls }: HandEmbedder): string[][] {
  return calls.map(({ texts }) => texts.filter((text) => !NEUTRAL.includes(text))).filter((texts) => texts.length > 0);
}

describe("the neutral texts", () => {
  const sent = ({ calls }: HandEmbedder) =>
    calls.flatMap(({ texts }) => texts).filter((text) => NEUTRAL.includes(text));

  test("are embedded once for each model, behind the notes, and stay", async () => {
    writeDays(2);
    const embedder = handEmbedder();
    await embed(embedder);
    expect(embedder.calls.at(-1)).toEqual({ texts: NEUTRAL, role: "passage" });
    writeDays(3);
    await embed(embedder);
    expect(sent(embedder)).toEqual([...NEUTRAL]);
    expect(world.index.vectors.missingNeutral()).toEqual([]);
    const other = handEmbedder({ fingerprint: "hand 2" });
    await embed(other, { mayReplace: true });
    expect(sent(other)).toEqual([...NEUTRAL]);
  });

  test("that cannot be embedded fail nothing, and are tried again with the next run", async () => {
    writeDays(2);
    const failure = { fromCall: 2, error: new MemoryError("Cannot embed") };
    const { vectors, failure: said, reason } = await embed(handEmbedder({ failure }));
    expect({ vectors, said, reason }).toEqual({ vectors: { done: 2, pending: 0 }, said: null, reason: null });
    expect(world.index.vectors.missingNeutral()).toEqual([...NEUTRAL]);
    await embed(handEmbedder());
    expect(world.index.vectors.missingNeutral()).toEqual([]);
  });
});

describe("embedding what waits", () => {
  test("gives every piece a vector, and a second run has nothing to do", async () => {
    writeDays(100);
    const embedder = handEmbedder();
    const report = await embed(embedder);
    expect(report).toEqual({ embedded: 100, vectors: { done: 100, pending: 0 }, reason: null, failure: null });
    expect(embedder.calls.every(({ role }) => role === "passage")).toBe(true);
    const calls = embedder.calls.length;
    expect((await embed(embedder)).embedded).toBe(0);
    expect(embedder.calls.length).toBe(calls);
  });

  test("hands over texts of like length together, the plain text without day and heading", async () => {
    world.write("memory/2026-08-19.md", "# 2026-08-19\n\n## Ports\n\n- A\n");
    world.write("memory/2026-08-18.md", "- 网关监听端口 18789，数据库在另一台机器上\n");
    world.write("memory/2026-08-17.md", "- A b\n");
    world.sync();
    const embedder = handEmbedder();
    await embed(embedder);
    expect(ofNotes(embedder)).toEqual([
      ["- A", "- A b", "- 网关监听端口 18789，数据库在另一台机器上"],
    ]);
  });

  test("embeds equal texts of many files once", async () => {
    for (let file = 0; file < 5; file++) world.write(`memory/${file}.md`, "- Tea in the morning\n");
    world.sync();
    const embedder = handEmbedder();
    expect((await embed(embedder)).vectors).toEqual({ done: 5, pending: 0 });
    expect(ofNotes(embedder).flat()).toEqual(["- Tea in the morning"]);
  });

  test("stops at the most pieces it may embed, newest days first", async () => {
    writeDays(20);
    const embedder = handEmbedder();
    const report = await embed(embedder, { maxPieces: 3 });
    expect(report.vectors).toEqual({ done: 3, pending: 17 });
    expect(report.reason).toBeNull();
    expect(ofNotes(embedder).flat().sort()).toEqual(
      [17, 18, 19].map((day) => `- On day ${day} the gateway 端口 was ${18_000 + day}`),
    );
  });

  test("begins nothing without time, and goes on with the next call", async () => {
    writeDays(20);
    expect((await embed(handEmbedder(), { budgetMs: 0 })).vectors).toEqual({ done: 0, pending: 20 });
    expect((await embed(handEmbedder(), { budgetMs: 60_000 })).vectors).toEqual({ done: 20, pending: 0 });
  });

  test("tells how far it is", async () => {
    writeDays(70);
    const told: string[] = [];
    await embed(handEmbedder(), { onProgress: ({ done, total }) => told.push(`${done}/${total}`) });
    expect(told).toEqual(["16/70", "32/70", "48/70", "64/70", "70/70"]);
  });

  test("ends when it is told to, and keeps what is done", async () => {
    writeDays(100);
    const stop = new AbortController();
    const report = await embed(handEmbedder(), { signal: stop.signal, onProgress: () => stop.abort() });
    expect(report.vectors).toEqual({ done: 16, pending: 84 });
  });

  test("makes files findable while it goes on, also the parts of a large one", async () => {
    const lines = Array.from(
      { length: 300 },
      (_, at) => `## ${at}\n\n- The port of machine ${at} is ${at} ${"端口".repeat(40)}\n`,
    );
    world.write("MEMORY.md", lines.join("\n"));
    writeDays(100);
    const { pending } = world.index.vectors.counts();
    const findable: number[] = [];
    await embed(handEmbedder(), { onProgress: () => findable.push(world.index.vectors.counts().done) });
    expect(findable).toEqual(findable.toSorted((a, b) => a - b));
    // Windows at most double, so that never more than two thirds of what is done waits to be found.
    for (const [at, done] of findable.entries()) {
      expect(done).toBeGreaterThanOrEqual(Math.floor(((at + 1) * 16 - 32) / 3));
    }
    expect(pending).toBeGreaterThan(300);
    expect(new Set(findable).size).toBeGreaterThan(3);
  });

  test("has every answer in the cache before it asks for the next one", async () => {
    writeDays(100);
    const hand = handEmbedder();
    const waiting: number[] = [];
    const embedder: HandEmbedder = {
      ...hand,
      batch: 20,
      embed(texts, role) {
        if (hand.calls.length > 0) waiting.push(world.index.vectors.nextWindow(1_000).texts.length);
        return hand.embed(texts, role);
      },
    };
    await embed(embedder);
    const sizes = hand.calls.map(({ texts }) => texts.length);
    expect(Math.max(...sizes)).toBe(20);
    expect(waiting).toEqual(sizes.slice(0, -1).map((_, at) => 100 - sizes.slice(0, at + 1).reduce((a, b) => a + b)));
  });
});

describe("an embedder that fails", () => {
  test("midway leaves what is done, and the next run does the rest only", async () => {
    writeDays(100);
    const report = await embed(failing(2));
    expect(report.vectors).toEqual({ done: 16, pending: 84 });
    expect(report.reason).toBe("The endpoint answered 503");
    expect(report.failure).toBeInstanceOf(MemoryError);
    const next = handEmbedder();
    expect((await embed(next)).embedded).toBe(84);
  });

  test("by too few vectors, vectors of another length or of no numbers writes none of them", async () => {
    writeDays(3);
    const answers: [string, (texts: readonly string[]) => Float32Array[]][] = [
      ["3 texts should give as many vectors, not 0", () => []],
      ["a vector of 4 dimensions", (texts) => texts.map(() => new Float32Array(4).fill(0.5))],
      ["a vector that is not made of numbers", (texts) => texts.map((text) => handVector(text).fill(NaN))],
      ["a vector that is not made of numbers", (texts) => texts.map((text) => handVector(text).fill(0))],
    ];
    for (const [reason, answer] of answers) {
      const embedder = { ...handEmbedder(), embed: (texts: readonly string[]) => Promise.resolve(answer(texts)) };
      const report = await embed(embedder);
      expect(report.reason).toContain(reason);
      expect(report.vectors).toEqual({ done: 0, pending: 3 });
    }
  });
});

describe("vectors of another model", () => {
  test("stay untouched unless the whole index may be embedded again", async () => {
    writeDays(3);
    await embed(handEmbedder());
    const other = handEmbedder({ fingerprint: "hand 2" });
    const refused = await embed(other);
    expect(refused.reason).toBe('The index holds vectors of "hand 1", the model now is "hand 2"');
    expect(refused.vectors).toEqual({ done: 3, pending: 0 });
    expect(world.index.vectors.fingerprint()).toBe("hand 1");
    expect((await embed(other, { mayReplace: true })).embedded).toBe(3);
    expect(world.index.vectors.fingerprint()).toBe("hand 2");
  });
});

describe("two processes", () => {
  test("do not embed the same at once", async () => {
    writeDays(3);
    const release = takeLock({ locksDir: world.layout.locksDir, name: "embed", waitMs: 0 });
    const report = await embed(handEmbedder());
    expect(report.reason).toBe("Another process is embedding");
    expect(report.vectors).toEqual({ done: 0, pending: 3 });
    release();
    expect((await embed(handEmbedder())).embedded).toBe(3);
  });
});

describe("files that change while they are embedded", () => {
  test("are linked as they are now", async () => {
    writeDays(80);
    let calls = 0;
    const hand = handEmbedder();
    const embedder: HandEmbedder = {
      ...hand,
      embed: (texts, role) => {
        if (calls++ === 0) {
          world.write("memory/2026-01-01.md", "- Tea\n");
          world.write("memory/2026-01-02.md", "");
          world.sync({ isForced: true });
        }
        return hand.embed(texts, role);
      },
    };
    const report = await embed(embedder);
    expect(report.vectors).toEqual({ done: 79, pending: 0 });
    const { hits } = world.index.vectors.scan(handVector("茶"), { fingerprint: "hand 1", limit: 1 });
    expect(world.index.chunks.get(hits.map(({ chunkId }) => chunkId))[0]?.path).toBe("memory/2026-01-01.md");
  });
});
