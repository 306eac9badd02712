import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { codePoints } from "../../../src/base/text/measure.ts";
import { cutSnippet } from "../../../src/lanes/search/snippet.ts";

function cut(lines: readonly string[], weights: readonly number[], maxChars: number, matchAt = 0) {
  return cutSnippet({ lines, weights, maxChars, matchAt: () => matchAt });
}

describe("a snippet", () => {
  test("is the whole chunk if that fits", () => {
    expect(cut(["a", "b", "c"], [0, 0, 1], 700)).toEqual({ text: "a\nb\nc", first: 0, last: 2 });
  });

  test("stands around the best line", () => {
    const lines = Array.from({ length: 40 }, (_, at) => `line ${at} ${"x".repeat(40)}`);
    const weights = lines.map((_, at) => at === 30 ? 0.9 : 0.1);
    const { first, last, text } = cut(lines, weights, 300);
    expect([first, last]).toEqual([28, 33]);
    expect(text).toBe(lines.slice(28, 34).join("\n"));
  });

  test("has no blank line at its ends", () => {
    expect(cut(["", "gateway", "", ""], [0, 1, 0, 0], 700).text).toBe("gateway");
  });

  test("of an over-long line is a window around the match, marked where it was cut", () => {
    const line = `${"a".repeat(5_000)}needle${"b".repeat(5_000)}`;
    const { text } = cut([line], [1], 700, 5_000);
    expect(codePoints(text)).toBeLessThanOrEqual(700);
    expect(text).toContain("needle");
    expect(text.startsWith("…") && text.endsWith("…")).toBe(true);
  });

  test("never passes its size, never cuts a character, and names the lines it shows", () => {
    const char = fc.constantFrom("a", "库", "😀", "𠮷", " ", "e\u0301");
    const line = fc.array(char, { maxLength: 120 }).map((chars) => chars.join(""));
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 14 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), shares, fc.nat(200), (lines, weights, at) => {
        const snippet = cut(lines, weights, 80, at);
        expect(codePoints(snippet.text)).toBeLessThanOrEqual(80);
        expect(snippet.text.isWellFormed()).toBe(true);
        const shown = lines.slice(snippet.first, snippet.last + 1).join("\n");
        expect(shown).toContain(snippet.text.replace(/^…|…$/g, ""));
      }),
      { seed: 20260819, numRuns: 500 },
    );
  });
});
