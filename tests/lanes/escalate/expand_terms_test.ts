/** Words that go with those of a question. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { queryTerms } from "../../../src/base/text/query_terms.ts";
import { type BestFind, expandTerms } from "../../../src/lanes/escalate/expand_terms.ts";
import { type MemoryAt, memoryAt } from "../../support/memory_at.ts";

let memory: MemoryAt;
beforeEach(() => {
  memory = memoryAt("2026-08-19T09:00:00+08:00");
});
afterEach(() => memory.close());

function expanded(question: string, finds: readonly (string | BestFind)[]): string[] {
  memory.sync();
  const best = finds.map((find) => typeof find === "string" ? { text: find, isCurated: false } : find);
  return expandTerms(best, queryTerms(question).terms, memory.index).map(({ text }) => text);
}

describe("expandTerms", () => {
  test("gives words that several of the best finds share and that stand in more than one place", () => {
    memory.write({
      "memory/2026-08-01.md": "- The database is SQLite in WAL mode.\n",
      "memory/2026-08-02.md": "- The database moved to SQLite since Postgres was heavy.\n",
    });
    const finds = ["The database is SQLite in WAL mode.", "The database moved to SQLite since Postgres was heavy."];
    expect(expanded("which database", finds)).toEqual(["sqlite"]);
    expect(expanded("which database", finds.slice(0, 1))).toEqual([]);
    expect(expanded("which sqlite database", finds)).toEqual([]);
  });

  test("takes one curated entry for enough, and knows Chinese", () => {
    memory.write({
      "MEMORY.md": "- 网关部署在法兰克福机房。\n",
      "memory/2026-08-02.md": "- 法兰克福机房周日停电。\n",
    });
    const terms = expanded("网关在哪里", [{ text: "网关部署在法兰克福机房。", isCurated: true }]);
    expect(terms).toContain("兰克");
    expect(terms.length).toBeLessThanOrEqual(6);
  });

  test("takes no word that stands everywhere, and none of nothing", () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`memory/n${at}.md`, `- Every gateway note ${at} is about tea.\n`]),
    );
    memory.write(files);
    const finds = ["Every gateway note 1 is about tea.", "Every gateway note 2 is about tea."];
    expect(expanded("gateway", finds)).toEqual([]);
    expect(expanded("gateway", [])).toEqual([]);
  });
});
