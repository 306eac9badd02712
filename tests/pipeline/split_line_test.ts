import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { estimateTokens } from "../../src/base/text/measure.ts";
import { splitLine } from "../../src/pipeline/split_line.ts";
import { anyText, SEED } from "../support/any_text.ts";

describe("splitLine", () => {
  test.each([
    ["behind a Chinese stop", "我们换了。新的在那里，就这样", 9, ["我们换了。", "新的在那里，就这样"]],
    ["behind the quote after a stop", "他说“换吧。”我们就换了别的。", 10, ["他说“换吧。”", "我们就换了别的。"]],
    ["behind a full stop before a blank", "It is 3.5 now. And then it grows on", 6, [
      "It is 3.5 now.",
      " And then it grows on",
    ]],
    ["behind a comma where no sentence ends", "我们换了数据库，后来又换了网关端口", 12, [
      "我们换了数据库，",
      "后来又换了网关端口",
    ]],
    ["behind a blank", "aaaa bbbb cccc dddd", 3, ["aaaa bbbb ", "cccc dddd"]],
    ["between characters where nothing else is", "字".repeat(25), 10, [
      "字".repeat(10),
      "字".repeat(10),
      "字".repeat(5),
    ]],
  ])("cuts %s", (_, line, budget, expected) => {
    expect(splitLine(line, budget)).toEqual(expected);
  });

  test("leaves a line within the budget as it is", () => {
    expect(splitLine("short", 10)).toEqual(["short"]);
    expect(splitLine("", 10)).toEqual([]);
  });

  test.each([["rare Han and emoji", "😀𠮷"], ["letters with marks", "e\u0301"], ["emoji of several", "👩‍👩‍👧"]])(
    "never cuts %s in two",
    (_, cluster) => {
      for (let before = 0; before < 4; before++) {
        const line = "x".repeat(before) + cluster.repeat(200);
        for (const piece of splitLine(line, 9)) {
          expect(piece.isWellFormed()).toBe(true);
          expect(piece).not.toMatch(/^[\p{M}\u200d]|\u200d$/u);
        }
      }
    },
  );

  test("gives pieces within the budget that are the line when put together", () => {
    fc.assert(
      fc.property(fc.array(anyText(), { maxLength: 8 }), fc.integer({ min: 1, max: 40 }), (texts, budget) => {
        const line = texts.join(" ");
        const pieces = splitLine(line, budget);
        expect(pieces.join("")).toBe(line);
        for (const piece of pieces) {
          expect(estimateTokens(piece)).toBeLessThanOrEqual(budget);
          expect(piece).not.toBe("");
          if (line.isWellFormed()) expect(piece.isWellFormed()).toBe(true);
        }
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});
