import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { estimateTokens } from "../../src/base/text/measure.ts";
import { pathRule } from "../../src/provenance/tier.ts";
import { chunk, type ChunkDraft } from "../../src/pipeline/chunk.ts";
import { PIECE_TOKENS, piecesOf } from "../../src/pipeline/pieces.ts";
import { headingOf } from "../../src/workspace/line_shape.ts";
import { scanMarkdown } from "../../src/workspace/scan_markdown.ts";

const DIARY = "memory/2026-08-19.md";

function draftsOf(text: string, path = DIARY): ChunkDraft[] {
  return chunk({ path, rule: pathRule(path), lines: scanMarkdown(text) });
}

/** The texts of the pieces of each chunk. */
function textsOf(drafts: readonly ChunkDraft[]): string[][] {
  return piecesOf(drafts).map((pieces, at) => pieces.map(({ start, end }) => drafts[at]?.text.slice(start, end) ?? ""));
}

/** A bullet of about 30 tokens. */
function item(number: number): string {
  return `- ${
    "the gateway of the site number listens on another port than before, says the log. ".repeat(1)
  }${number} ${"网关监听端口".repeat(1)}`;
}

const LONG_DIARY = Array.from({ length: 60 }, (_, at) => item(at)).join("\n");

describe("pieces", () => {
  test("of a short chunk are the chunk itself", () => {
    expect(textsOf(draftsOf("- The gateway listens on port 18790\n- 网关监听 18790 端口\n"))).toEqual([
      ["- The gateway listens on port 18790\n- 网关监听 18790 端口"],
    ]);
  });

  test("leave headings out and do not cross them", () => {
    const [pieces] = textsOf(draftsOf("# 2026-08-19\n\n- The gateway moved\n\n## 端口\n\n- 网关监听 18790 端口\n"));
    expect(pieces).toEqual(["- The gateway moved", "- 网关监听 18790 端口"]);
  });

  test("are the headings where there is nothing else", () => {
    expect(textsOf(draftsOf("# The gateway listens on port 18790\n"))).toEqual([[
      "# The gateway listens on port 18790",
    ]]);
  });

  test("know the lines of the file that they show", () => {
    const drafts = draftsOf(`\n\n${LONG_DIARY}`);
    for (const [at, pieces] of piecesOf(drafts).entries()) {
      for (const { start, end, startLine, endLine } of pieces) {
        const lines = `\n\n${LONG_DIARY}`.split("\n").slice(startLine - 1, endLine).join("\n");
        expect(drafts[at]?.text.slice(start, end)).toBe(lines);
      }
    }
  });

  test("have about the same length within a section", () => {
    const [first] = textsOf(draftsOf(Array.from({ length: 12 }, (_, at) => item(at)).join("\n")));
    const tokens = first?.map((text) => estimateTokens(text)) ?? [];
    expect(tokens.length).toBeGreaterThan(2);
    expect(Math.max(...tokens) - Math.min(...tokens)).toBeLessThan(PIECE_TOKENS / 2);
  });

  test("of what two chunks have in common are the same in both", () => {
    const drafts = draftsOf(LONG_DIARY);
    const texts = textsOf(drafts);
    expect(drafts.length).toBeGreaterThan(3);
    for (const [at, draft] of drafts.entries()) {
      const next = drafts[at + 1];
      if (next === undefined) continue;
      const shared = draft.lineNumbers.filter((line) => next.lineNumbers.includes(line)).length;
      expect(shared).toBeGreaterThan(0);
      const own = new Set(texts[at]);
      const lines = texts[at + 1]?.filter((text) => own.has(text)).flatMap((text) => text.split("\n")) ?? [];
      expect(lines.length).toBe(shared);
    }
  });

  test("never cross an entry of a curated file", () => {
    const memory = "## Ports\n\n- The gateway listens on 18790\n- 数据库监听 5432 端口\n";
    expect(textsOf(draftsOf(memory, "MEMORY.md"))).toEqual([["The gateway listens on 18790"], [
      "数据库监听 5432 端口",
    ]]);
  });

  test("of an entry with a line of annotations alone know their lines", () => {
    const memory = "- The gateway\n  <!-- key: gateway -->\n  listens on 18790\n";
    const drafts = draftsOf(memory, "MEMORY.md");
    expect(piecesOf(drafts)).toEqual([[{ start: 0, end: 28, startLine: 1, endLine: 3 }]]);
  });

  test("of an over-long line cut no character in two", () => {
    const line = "👩‍👩‍👧‍👦 数据库已迁移到新的机房。".repeat(200);
    const texts = textsOf(draftsOf(line)).flat();
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.filter((text) => !text.isWellFormed())).toEqual([]);
    expect(texts.filter((text) => estimateTokens(text) > PIECE_TOKENS)).toEqual([]);
  });
});

describe("for any file", () => {
  const line = fc.oneof(
    fc.constant(""),
    fc.constant("## 端口 Ports"),
    fc.constant("```"),
    fc.string({ maxLength: 60 }),
    fc.string({ unit: "grapheme", maxLength: 400 }),
    fc.tuple(fc.constantFrom("- ", "  - ", "1. ", ""), fc.lorem({ maxCount: 60 })).map((parts) => parts.join("")),
    fc.constantFrom(
      "- 网关监听端口。".repeat(3),
      "数据库".repeat(150),
      "- x <!-- importance: 3 -->",
      "<!-- key: a.b -->",
    ),
  );
  const files = fc.array(line, { maxLength: 80 }).map((lines) => lines.join("\n"));
  const paths = fc.constantFrom(DIARY, "MEMORY.md");

  test("pieces keep to the budget, keep order, and leave out nothing but headings", () => {
    fc.assert(
      fc.property(files, paths, (text, path) => {
        const drafts = draftsOf(text, path);
        for (const [at, pieces] of piecesOf(drafts).entries()) {
          const draft = drafts[at];
          if (draft === undefined) throw new Error("more pieces than chunks");
          let reached = 0;
          let left = "";
          for (const { start, end, startLine, endLine } of pieces) {
            expect(start).toBeGreaterThanOrEqual(reached);
            expect(end).toBeGreaterThan(start);
            expect(startLine).toBeGreaterThanOrEqual(draft.startLine);
            expect(endLine).toBeLessThanOrEqual(draft.endLine);
            expect(startLine).toBeLessThanOrEqual(endLine);
            expect(estimateTokens(draft.text.slice(start, end))).toBeLessThanOrEqual(PIECE_TOKENS);
            left += draft.text.slice(reached, start);
            reached = end;
          }
          left += draft.text.slice(reached);
          expect(left.split("\n").filter((line) => line.trim() !== "" && headingOf(line) === null)).toEqual([]);
        }
      }),
      { numRuns: 300, seed: 5 },
    );
  });
});
