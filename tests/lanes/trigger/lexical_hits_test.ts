import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { lexicalHits } from "../../../src/lanes/trigger/lexical_hits.ts";
import { type MemoryAt, memoryAt } from "../../support/memory_at.ts";

const DAY = "2026-08-19";
let memory: MemoryAt;
beforeAll(() => {
  memory = memoryAt(`${DAY}T09:00:00+08:00`);
  const lines = [
    "The gateway listens on port 18789",
    "The gateway was restarted",
    "A port of call; and of the parser nobody knows",
    "网关的端口是 18789，数据库迁移之前先备份",
    "Gate\u200bway ＰＯＲＴ as somebody pasted it",
    "max_retry_count is three, maxRetryCount elsewhere",
  ];
  memory.write(Object.fromEntries(
    lines.map((line, at) => [`memory/2026-08-1${at}.md`, `# 2026-08-1${at}\n\n- ${line}\n- Nothing else was said\n`]),
  ));
  memory.sync();
});
afterAll(() => memory.close());

describe("what holds words of a message", () => {
  test.each([
    "gateway port",
    "which port does the gateway use? 18789",
    "网关 端口 备份",
    "max retry count of the gateway",
    "the parser and the databases",
  ])("is left out only where it does not come to the score that is asked for: %p", (message) => {
    const hits = lexicalHits(memory.index, message, 24);
    const all = hits?.hits(0) ?? [];
    expect(all.length).toBeGreaterThan(0);
    for (const least of [0.2, 0.5, 0.6, 0.8, 1]) {
      // A look of its own, so that no score is remembered.
      const found = lexicalHits(memory.index, message, 24)?.hits(least);
      expect(found).toEqual(all.filter(({ score }) => score >= least));
    }
  });

  test("is nothing where the message has no word", () => {
    expect([lexicalHits(memory.index, " \u200b", 24), lexicalHits(memory.index, "?!", 24)]).toEqual([null, null]);
  });
});
