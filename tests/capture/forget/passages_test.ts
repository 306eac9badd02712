import { describe, expect, test } from "bun:test";
import { passagesOf } from "../../../src/capture/forget/passages.ts";

function shapes(path: string, text: string): string[] {
  return passagesOf(path, text).map(({ startLine, endLine, kind, text: words }) =>
    `${startLine}-${endLine} ${kind}: ${words.slice(0, 40)}`
  );
}

describe("passages", () => {
  test("of a note are its statements with what is wrapped below, and every other line for itself", () => {
    expect(
      shapes("memory/topics.md", "# Pier\n\n- The lamp is red\n  and bright\n- 灯是红的\n\n| a | b |\n| - | - |\n"),
    )
      .toEqual([
        "1-1 other: Pier",
        "3-4 statement: The lamp is red and bright",
        "5-5 statement: 灯是红的",
        "7-7 other: | a | b |",
        "8-8 other: | - | - |",
      ]);
  });

  test("of a curated file are its entries with their children", () => {
    const [heading, entry] = passagesOf("MEMORY.md", "## Facts\n\n- One <!-- source: a.md#L1-L1 -->\n  - deeper\n");
    expect(heading?.kind).toBe("other");
    expect(entry).toMatchObject({ startLine: 3, endLine: 4, kind: "statement", text: "One\n- deeper" });
    expect(entry?.sources).toEqual([{ path: "a.md", startLine: 1, endLine: 1 }]);
  });

  test("of a report are items with what is said of them, lines of a change, and themes", () => {
    const page = [
      "## 2026-08-22",
      "",
      "### Kept",
      "",
      "- The lamp is red",
      "  Score 0.84. Takes the place of: The lamp is blue",
      "",
      "```diff",
      "- - The lamp is blue",
      "+ - The lamp is red",
      "```",
      "",
      "- lamp red: 3 notes on 2 days, 40 % of the week's notes (usually 2 %). memory/a.md#L1-L1",
    ].join("\n");
    const passages = passagesOf("DREAMS.md", page);
    expect(passages.find(({ startLine }) => startLine === 5)?.text).toContain(" | Score 0.84.");
    expect(passages.filter(({ kind }) => kind === "theme").map(({ startLine }) => startLine)).toEqual([13]);
    expect(passages.find(({ startLine }) => startLine === 10)?.endLine).toBe(10);
  });
});
