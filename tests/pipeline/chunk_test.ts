import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { estimateTokens } from "../../src/base/text/measure.ts";
import { chunk, type ChunkDraft } from "../../src/pipeline/chunk.ts";
import { classify } from "../../src/pipeline/classify.ts";
import { CHUNK_TOKENS } from "../../src/pipeline/pack_lines.ts";
import { pathRule } from "../../src/provenance/tier.ts";
import { stripAnnotations } from "../../src/workspace/annotation.ts";
import { parseCurated } from "../../src/workspace/curated.ts";
import { scanMarkdown } from "../../src/workspace/scan_markdown.ts";
import { anyNote, SEED } from "../support/any_text.ts";

const DIARY = "memory/2026-08-19.md";

function chunks(path: string, text: string): ChunkDraft[] {
  return chunk({ path, rule: pathRule(path), lines: scanMarkdown(text) });
}

describe("classify", () => {
  test("gives the rule of an indexed path, and nothing for others", () => {
    expect(classify(DIARY)).toMatchObject({ tier: "episodic", day: "2026-08-19" });
    expect(classify("MEMORY.md")).toMatchObject({ tier: "curated" });
    expect(classify("DREAMS.md")).toBeNull();
    expect(classify("memory/dreaming/rem/2026-08-19.md")).toBeNull();
  });
});

describe("chunk: diaries", () => {
  test("keeps a short day in one chunk, with the day and the headings as context", () => {
    const text = "# 2026-08-19\n\n## Gateway\n\n- moved to port 18789 <!-- importance: 7 -->\n";
    expect(chunks(DIARY, text)).toMatchObject([{
      startLine: 1,
      endLine: 5,
      text: "# 2026-08-19\n\n## Gateway\n\n- moved to port 18789",
      context: "2026-08-19",
      annotations: { importance: 7 },
      entryKey: null,
      lineNumbers: [1, 3, 5],
    }]);
  });

  test("repeats the last lines of a chunk in the next, and says under which heading it begins", () => {
    const items = Array.from({ length: 30 }, (_, item) => `- item ${item} ${"word ".repeat(20)}`).join("\n");
    const [first, second] = chunks(DIARY, `# 2026-08-19\n## Gateway\n### Ports\n${items}`);
    expect(second?.context).toBe("2026-08-19 Gateway > Ports");
    expect(second?.startLine).toBe((first?.endLine ?? 0) - 1);
    expect(first?.text.endsWith(second?.text.split("\n").slice(0, 2).join("\n") ?? "?")).toBe(true);
  });

  test("splits a line over the budget, and gives each piece its number", () => {
    const line = `- ${"我们决定把数据库换成别的。".repeat(200)}`;
    const drafts = chunks(DIARY, `- first\n${line}\n- last`);
    expect(drafts.length).toBeGreaterThan(5);
    expect(drafts.slice(1, -1).every((draft) => draft.startLine === 2 && draft.endLine === 2)).toBe(true);
    expect(drafts.at(-1)?.endLine).toBe(3);
    expect(drafts.map((draft) => draft.text).join("")).not.toContain("\ufffd");
  });

  test("finds the last word of a file of 200 KB at its line", () => {
    const text = `${"- a line of an ordinary day in August\n".repeat(5200)}- qzv91-lime-orbit\n`;
    const last = chunks(DIARY, text).at(-1);
    expect(last?.text.endsWith("qzv91-lime-orbit")).toBe(true);
    expect(last?.endLine).toBe(5201);
  });

  test("keeps comments in code as text", () => {
    const [only] = chunks(DIARY, "```\n<!-- importance: 9 -->\n```");
    expect(only).toMatchObject({ text: "```\n<!-- importance: 9 -->\n```", annotations: { importance: null } });
  });

  test("has nothing for blank files and lines of annotations", () => {
    expect(chunks(DIARY, "\n \n<!-- importance: 3 -->\n")).toEqual([]);
  });

  test("does not pass over what stands behind a thousand blank lines", () => {
    const drafts = chunks(DIARY, `- first\n${"\n".repeat(5000)}- last`);
    expect(drafts.at(-1)).toMatchObject({ startLine: 5002, endLine: 5002, text: "- last" });
  });

  test("puts every line into a chunk, under its number, whole and within the budget", () => {
    fc.assert(
      fc.property(anyNote(), (text) => {
        const lines = scanMarkdown(text);
        const drafts = chunks(DIARY, text);
        expectLaws(drafts, text);
        const shown = new Set(drafts.flatMap((draft) => draft.lineNumbers));
        const isCode = (kind: string) => kind === "code" || kind === "fence";
        for (const line of lines) {
          const rest = isCode(line.kind) ? line.text : stripAnnotations(line.text);
          expect(shown.has(line.number)).toBe(rest.trim() !== "");
        }
        for (const draft of drafts) expect(estimateTokens(draft.text)).toBeLessThanOrEqual(CHUNK_TOKENS);
      }),
      { seed: SEED },
    );
  });

  test("gives CRLF the same chunks", () => {
    fc.assert(
      fc.property(anyNote(), fc.constantFrom(DIARY, "MEMORY.md"), (text, path) => {
        const plain = text.replaceAll("\r", "");
        expect(chunks(path, plain.replaceAll("\n", "\r\n"))).toEqual(chunks(path, plain));
      }),
      { seed: SEED },
    );
  });
});

describe("chunk: curated files", () => {
  test("gives each entry its own chunk, with children, annotations, key and heading", () => {
    const text =
      "# Long-Term Memory\n\n## Gateway\n\n- The port is 18789 <!-- importance: 7 -->\n  - since August\n- 数据库是 SQLite\n";
    const { entries } = parseCurated(text);
    expect(chunks("MEMORY.md", text)).toMatchObject([
      {
        startLine: 5,
        endLine: 6,
        text: "The port is 18789\n- since August",
        context: "Long-Term Memory > Gateway",
        annotations: { importance: 7 },
        entryKey: entries[0]?.key ?? "",
        lineNumbers: [5, 6],
      },
      { startLine: 7, text: "数据库是 SQLite", entryKey: entries[1]?.key ?? "", annotations: { importance: null } },
    ]);
  });

  test("gives all pieces of a long entry its annotations and key", () => {
    const children = Array.from({ length: 60 }, (_, child) => `  - child ${child} ${"word ".repeat(20)}`).join("\n");
    const drafts = chunks("MEMORY.md", `- a long entry <!-- key: long.entry -->\n${children}\n- another`);
    const pieces = drafts.slice(0, -1);
    expect(pieces.length).toBeGreaterThan(2);
    expect(new Set(pieces.map((piece) => piece.entryKey)).size).toBe(1);
    expect(pieces.every((piece) => piece.annotations.key === "long.entry")).toBe(true);
    expect(drafts.at(-1)).toMatchObject({ text: "another", annotations: { key: null } });
  });

  test("leaves headings, rules and markers out, and lets prose and front matter be found", () => {
    const text = "---\nowner: me\n---\n# Title\n\nSome prose.\n\n---\n<!-- openclaw-memory-promotion:ab -->\n- entry\n";
    expect(chunks("MEMORY.md", text).map((draft) => draft.text)).toEqual([
      "---\nowner: me\n---",
      "Some prose.",
      "entry",
    ]);
    expect(chunks("USER.md", "# Only\n## Headings\n")).toEqual([]);
  });

  test("puts every entry into chunks of its own that hold all its lines", () => {
    fc.assert(
      fc.property(anyNote(), (text) => {
        const drafts = chunks("MEMORY.md", text);
        expectLaws(drafts, text);
        const lines = scanMarkdown(text);
        for (const entry of parseCurated(lines.map((line) => line.text).join("\n")).entries) {
          const own = drafts.filter((draft) => draft.startLine <= entry.endLine && draft.endLine >= entry.startLine);
          expect(own.every((draft) => draft.startLine >= entry.startLine && draft.endLine <= entry.endLine)).toBe(true);
          expect(own.every((draft) => draft.entryKey === entry.key)).toBe(true);
          expect(own.length > 0).toBe(entry.text.trim() !== "");
        }
      }),
      { seed: SEED },
    );
  });
});

const BARE_MARKER = /^\s*(?:[-*+•]|\d+[.)])?\s*$/;

/** What holds for the chunks of every file. */
function expectLaws(drafts: readonly ChunkDraft[], text: string): void {
  const rows = text.split("\n");
  let last = 0;
  for (const draft of drafts) {
    expect(draft.text.trim()).not.toBe("");
    expect(draft.startLine).toBe(draft.lineNumbers[0] ?? 0);
    expect(draft.endLine).toBe(draft.lineNumbers.at(-1) ?? 0);
    expect(draft.endLine).toBeLessThanOrEqual(rows.length);
    expect(draft.endLine).toBeGreaterThanOrEqual(last);
    last = draft.endLine;
    if (text.isWellFormed()) expect(draft.text.isWellFormed()).toBe(true);
    if (!text.includes("\ufffd")) expect(draft.text.includes("\ufffd")).toBe(false);
    // A piece of a long line, or the line itself, perhaps without its list marker; a marker with nothing but annotations
    // is the start of its entry and may show nothing.
    const shown = (draft.text.split("\n")[0] ?? "").trim();
    const own = draft.lineNumbers.map((number) => rows[number - 1] ?? "");
    const begins = [own[0] ?? "", own.find((row) => !BARE_MARKER.test(stripAnnotations(row))) ?? ""];
    expect(begins.some((row) => row.includes(shown) || stripAnnotations(row).trim().includes(shown))).toBe(true);
  }
}
