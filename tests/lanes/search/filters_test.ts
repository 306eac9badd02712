import { describe, expect, test } from "bun:test";
import { passesFilters, readFilters } from "../../../src/lanes/search/filters.ts";
import type { ChunkRow } from "../../../src/store/index/chunks.ts";

const CHUNK: ChunkRow = {
  id: 1,
  path: "memory/2026-01-02.md",
  tier: "episodic",
  day: "2026-01-02",
  ordinal: 0,
  startLine: 1,
  endLine: 3,
  text: "x",
  context: "",
  importance: null,
  triggers: [],
  projects: ["github.com/a/b"],
  key: null,
  entryKey: null,
  observed: null,
  expires: null,
  origin: "agent",
  classes: ["agent"],
  sessionKind: "interactive",
  observedAt: null,
};

describe("filters", () => {
  test("that are left out or empty limit nothing", () => {
    expect(readFilters({ tiers: [], path: "", project: "" })).toEqual({});
  });

  test("take days, paths, tiers, classes and a project", () => {
    expect(readFilters({
      since: "2026-01-02",
      until: "2026-01-02",
      path: "./memory/",
      tiers: ["episodic"],
      origins: ["owner", "agent"],
      project: "github.com/a/b",
    })).toEqual({
      since: "2026-01-02",
      until: "2026-01-02",
      pathPrefix: "memory/",
      tiers: ["episodic"],
      origins: ["owner", "agent"],
      project: "github.com/a/b",
    });
  });

  test.each([
    { since: "2026-02-30" },
    { until: "yesterday-ish" },
    { since: "2026-1-2" },
    { since: "2026-02-02", until: "2026-02-01" },
    { tiers: ["curate"] },
    { origins: ["me"] },
  ])("that cannot be read are usage errors: %j", (request) => {
    expect(() => readFilters(request)).toThrow(expect.objectContaining({ kind: "usage" }));
  });

  test("hold both their ends", () => {
    const on = (since: string, until: string) => passesFilters(CHUNK, ["agent"], { since, until });
    expect(on("2026-01-02", "2026-01-02")).toBe(true);
    expect(on("2026-01-03", "2026-01-09")).toBe(false);
    expect(on("2025-01-01", "2026-01-01")).toBe(false);
    expect(passesFilters({ ...CHUNK, day: null }, ["agent"], { since: "2020-01-01" })).toBe(false);
  });

  test("look at the class a line has now", () => {
    expect(passesFilters(CHUNK, ["untrusted"], { origins: ["agent"] })).toBe(false);
    expect(passesFilters(CHUNK, ["agent"], { origins: ["agent"] })).toBe(true);
  });

  test("match no unreadable project", () => {
    const project = "github.com/a/b";
    expect(passesFilters(CHUNK, ["agent"], { project })).toBe(true);
    expect(passesFilters({ ...CHUNK, projects: "invalid" }, ["agent"], { project })).toBe(false);
  });
});
