import { describe, expect, test } from "bun:test";
import { array, assert, constantFrom, integer, property, string } from "fast-check";
import { withoutLines } from "../../../src/capture/forget/without_lines.ts";
import { scanMarkdown } from "../../../src/workspace/scan_markdown.ts";

describe("a text without some lines", () => {
  test("keeps every other byte: line ends of both kinds, blank lines, a last line without end", () => {
    expect(withoutLines("a\r\nb\n\n c\t\r\nd", new Set([2, 4]))).toBe("a\r\n\nd");
    expect(withoutLines("a\nb", new Set([2]))).toBe("a\n");
    expect(withoutLines("", new Set([1]))).toBe("");
  });

  test("gives a replaced line the line end that was there", () => {
    expect(withoutLines("a\r\nb\r\nc\r\n", new Set([2, 3]), new Map([[2, "x"]]))).toBe("a\r\nx\r\n");
  });

  test("counts lines as the grammar of notes does", () => {
    const text = array(string({ maxLength: 6 }).map((it) => it.replace(/\n/g, "")), { maxLength: 8 })
      .chain((lines) => constantFrom("\n", "\r\n").map((end) => lines.join(end)));
    assert(
      property(text, integer({ min: 1, max: 8 }), (all, number) => {
        const lines = scanMarkdown(all).map((line) => line.text);
        const rest = scanMarkdown(withoutLines(all, new Set([number]))).map((line) => line.text);
        expect(rest).toEqual(lines.filter((_, at) => at !== number - 1));
      }),
      { numRuns: 500, seed: 11 },
    );
  });
});
