import { afterEach, beforeEach, expect, test } from "bun:test";
import { DEFAULT_CONFIG } from "../../../src/app/default_config.ts";
import { searchRelated } from "../../../src/lanes/search/related.ts";
import type { SearchRequest } from "../../../src/lanes/search/search.ts";
import { type MemoryAt, memoryAt } from "../../support/memory_at.ts";

let memory: MemoryAt;
beforeEach(() => {
  memory = memoryAt("2026-08-19T09:00:00+08:00");
  memory.write({
    "MEMORY.md": "## Facts\n\n- The gateway listens on port 18789\n- Backups run at 02:30\n",
    "memory/2026-08-18.md": "# 2026-08-18\n\n- 网关监听 18789 端口，gateway port 是默认的\n",
    "memory/2026-08-19.md": "# 2026-08-19\n\n- The gateway was restarted\n",
    "memory/topics.md": "- Nothing of the kind\n",
  });
  memory.sync();
});
afterEach(() => memory.close());

const GATEWAY = { path: "MEMORY.md", startLine: 3, endLine: 3 };

function related(query: string, more: Partial<SearchRequest> = {}, own = GATEWAY): string[] {
  const deps = { ...memory, settings: DEFAULT_CONFIG.search, activeProjects: new Set<string>() };
  const answer = searchRelated(deps, { query, own, ...more });
  expect(answer.explanations.map(({ citation }) => citation)).toEqual(answer.result.results.map((hit) => hit.citation));
  return answer.result.results.map(({ citation }) => citation);
}

test("what shares the words of a line comes, the line itself does not", () => {
  const found = related("The gateway listens on port 18789");
  expect(found).toContain("memory/2026-08-18.md#L1-L3");
  expect(found).toContain("memory/2026-08-19.md#L1-L3");
  expect(found).not.toContain("MEMORY.md#L3");
});

test("a limit is of what is related, not of what is looked at", () => {
  expect(related("The gateway listens on port 18789", { limit: 1 })).toHaveLength(1);
  expect(related("The gateway listens on port 18789", { limit: 2 })).toHaveLength(2);
});

test("neighbours in the same file are no part of the line", () => {
  expect(related("gateway backups run", {}, GATEWAY)).toContain("MEMORY.md#L4");
  expect(related("gateway backups run", {}, { ...GATEWAY, endLine: 4 })).not.toContain("MEMORY.md#L4");
});

test("a copy that stands elsewhere is related", () => {
  memory.write({ "memory/copy.md": "- The gateway listens on port 18789\n" });
  memory.sync();
  expect(related("The gateway listens on port 18789")[0]).toBe("memory/copy.md#L1");
});

test("filters hold", () => {
  expect(related("gateway port 18789", { since: "2026-08-19" })).toEqual(["memory/2026-08-19.md#L1-L3"]);
});
