import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { codePoints, cutCodePoints, estimateTokens } from "../../../src/base/text/measure.ts";
import { anyText, SEED } from "../../support/any_text.ts";

describe("codePoints", () => {
  test("counts as a string is iterated", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(codePoints(text)).toBe([...text].length);
      }),
      { seed: SEED },
    );
  });
});

describe("cutCodePoints", () => {
  test("keeps whole characters from the start", () => {
    expect(cutCodePoints("a😀b", 2)).toBe("a😀");
    expect(cutCodePoints("a😀b", 0)).toBe("");
    fc.assert(
      fc.property(anyText(), fc.nat(40), (text, max) => {
        expect(cutCodePoints(text, max)).toBe([...text].slice(0, max).join(""));
      }),
      { seed: SEED },
    );
  });
});

describe("estimateTokens", () => {
  test.each([["", 0], ["abcd", 1], ["abcde", 2], ["数据库", 3], ["端口 port", 4], ["，。", 2], ["😀", 1], ["𠮷", 1]])(
    "takes %j for %d",
    (text, tokens) => {
      expect(estimateTokens(text)).toBe(tokens);
    },
  );

  test("never falls as text grows", () => {
    fc.assert(
      fc.property(anyText(), anyText(), (a, b) => {
        expect(estimateTokens(a + b)).toBeGreaterThanOrEqual(estimateTokens(a) - 1);
        expect(estimateTokens(a + b)).toBeLessThanOrEqual(estimateTokens(a) + estimateTokens(b));
      }),
      { seed: SEED },
    );
  });
});
