import { describe, expect, test } from "bun:test";
import { type PathRule, pathRule, TIERS } from "../../src/provenance/tier.ts";

/** `tier indexed|hidden origin day|evergreen [import] [outside]`. */
function sketch(path: string): string {
  const rule: PathRule = pathRule(path);
  return [
    rule.tier,
    rule.isIndexed ? "indexed" : "hidden",
    rule.origin,
    rule.day ?? (rule.isEvergreen ? "evergreen" : "broken"),
    ...(rule.isImport ? ["import"] : []),
    ...(rule.isOutside ? ["outside"] : []),
  ].join(" ");
}

describe("pathRule", () => {
  test.each([
    ["AGENTS.md", "instructions hidden ledger evergreen"],
    ["MEMORY.md", "curated indexed ledger evergreen"],
    ["USER.md", "curated indexed ledger evergreen"],
    ["DREAMS.md", "review hidden system evergreen"],
    ["dreams.md", "review hidden system evergreen"],
  ])("knows the named file %s", (path, expected) => {
    expect(sketch(path)).toBe(expected);
  });

  test.each([
    ["memory/2026-08-19.md", "episodic indexed ledger 2026-08-19"],
    ["memory/2026-08-19-gateway.md", "episodic indexed ledger 2026-08-19"],
    ["memory/2026-08-19-1430.md", "episodic indexed ledger 2026-08-19"],
    ["memory/2026-08-19-数据库.md", "episodic indexed ledger 2026-08-19"],
    ["memory/work/deep/2026-08-19.md", "episodic indexed ledger 2026-08-19"],
    ["memory/topics.md", "episodic indexed ledger evergreen"],
    ["memory/work/topics.md", "episodic indexed ledger evergreen"],
  ])("takes %s for a note", (path, expected) => {
    expect(sketch(path)).toBe(expected);
  });

  test.each([
    ["memory/2026-02-30.md", "no such day"],
    ["memory/2026-13-01.md", "no such month"],
    ["memory/2026-08-19x.md", "no dash before the slug"],
    ["memory/2026-08-19-.md", "an empty slug"],
    ["memory/x2026-08-19.md", "the day is not first"],
    ["memory/26-08-19.md", "a short year"],
  ])("takes %s for undated: %s", (path) => {
    expect(sketch(path)).toBe("episodic indexed ledger evergreen");
  });

  test.each([
    ["memory/imports/chatgpt/notes.md", "episodic indexed untrusted evergreen import"],
    ["memory/Imports/chatgpt/notes.md", "episodic indexed untrusted evergreen import"],
    ["memory/imports/chatgpt/2026-08-19.md", "episodic indexed untrusted 2026-08-19 import"],
    ["memory/imports/openclaw/MEMORY.md", "episodic indexed untrusted evergreen import"],
    ["memory/imports/openclaw/DREAMS.md", "episodic indexed untrusted evergreen import"],
    ["memory/imports/openclaw/dreaming/x.md", "episodic indexed untrusted evergreen import"],
    ["memory/imports/loose.md", "episodic indexed untrusted evergreen import"],
  ])("quarantines the import %s whatever its name looks like", (path, expected) => {
    expect(sketch(path)).toBe(expected);
  });

  test.each([
    "memory/dreaming/light/2026-08-19.md",
    "memory/dreaming/report.md",
    "memory/dreaming/imports/x.md",
    "memory/.dreams/session-corpus/2026-08-19.txt",
  ])("takes %s for a report of the dream", (path) => {
    expect(sketch(path)).toBe("review hidden system evergreen");
  });

  test.each([
    "memory/.obsidian/note.md",
    "memory/.hidden.md",
    "memory/picture.png",
    "memory/note.md.bak",
    "memory/NOTE.MD",
  ])("leaves %s out of the index", (path) => {
    expect(sketch(path)).toBe("episodic hidden ledger evergreen");
  });

  test.each([
    "/etc/passwd",
    "/home/me/notes/2026-08-19.md",
    "../other/MEMORY.md",
    "memory/../MEMORY.md",
    "./MEMORY.md",
    "memory//2026-08-19.md",
    "",
    "C:\\notes\\MEMORY.md",
    "C:/notes/MEMORY.md",
    "\\\\server\\share\\MEMORY.md",
  ])("takes %j for outside, and so untrusted", (path) => {
    expect(sketch(path)).toBe("episodic indexed untrusted evergreen outside");
  });

  test.each([
    "README.md",
    "memory.md",
    "Memory.md",
    "user.md",
    "memory",
    "docs/MEMORY.md",
    "Memory/2026-08-19.md",
    "toString",
  ])(
    "trusts nothing in %s, which is not part of the memory",
    (path) => {
      expect(sketch(path)).toBe("episodic hidden untrusted evergreen");
    },
  );

  test("needs a file below imports and dreaming, not a file of that name", () => {
    expect(sketch("memory/imports")).toBe("episodic hidden ledger evergreen");
    expect(sketch("memory/dreaming.md")).toBe("episodic indexed ledger evergreen");
  });
});

describe("TIERS", () => {
  test("lets only instructions and the curated core be injected unasked", () => {
    const unasked = Object.entries(TIERS).filter(([, { injection }]) => ["always", "withinBudget"].includes(injection));
    expect(unasked.map(([tier]) => tier)).toEqual(["instructions", "curated"]);
  });
});
