import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { foldText, foldWithOffsets } from "../../../src/base/text/fold.ts";
import { anyText, SEED } from "../../support/any_text.ts";

describe("foldText", () => {
  test("is NFKC without invisible characters, in the same case", () => {
    expect(foldText("Ａ\u200bﬁ e\u0301 数\ufe0f \u00ad①")).toBe("Afi é 数 1");
  });

  test("has no terminal sequences, and joins what a terminal shows joined", () => {
    expect(foldText("\u001b[1;31merror\u001b[0m: er\u001b[31mr\u009b0mor \u001b]8;;http://x\u0007link\u001b]8;;\u0007"))
      .toBe("error: error link");
  });

  test("does nothing the second time", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

describe("foldWithOffsets", () => {
  test("leads back to the piece of the text that each unit comes from", () => {
    const { text, offsets } = foldWithOffsets("a㎏ e\u0301b");
    const pieces = [...text].map((_, at) => [offsets?.starts[at], offsets?.ends[at]]);
    expect(text).toBe("akg éb");
    expect(pieces).toEqual([[0, 1], [1, 2], [1, 2], [2, 3], [3, 5], [5, 6]]);
  });

  test("has no offsets where nothing changes", () => {
    expect(foldWithOffsets("plain 数据")).toEqual({ text: "plain 数据", offsets: null });
  });

  test("covers the folded text, in order, whatever it is", () => {
    const bits = fc.constantFrom(
      "\u001b[31m",
      "\u001b",
      "\u009b0m",
      "\u001b]0;t\u0007",
      "e",
      "\u0301",
      "\u200b",
      "数",
      "[",
      "㎏",
    );
    const withSequences = fc.array(bits, { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(anyText(), withSequences), (text) => {
        const folded = foldWithOffsets(text);
        expect(folded.text).toBe(foldText(text));
        if (folded.offsets === null) return;
        const { starts, ends } = folded.offsets;
        for (let at = 0; at < folded.text.length; at++) {
          const [start, end] = [starts[at] ?? -1, ends[at] ?? -1];
          expect(start).toBeGreaterThanOrEqual(starts[at - 1] ?? 0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(foldText(text.slice(start, end)).includes(folded.text.charAt(at))).toBe(true);
        }
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});
