import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { lineHash, normaliseLine } from "../../../src/base/text/normalise.ts";
import { anyText, SEED } from "../../support/any_text.ts";

describe("normaliseLine", () => {
  test.each([
    ["the line end", "- a\r\n", "- a"],
    ["trailing blanks of any width", "- a \t\u3000", "- a"],
    ["the form of accents", "- cafe\u0301", "- café"],
  ])("takes no account of %s", (_, line, expected) => {
    expect(normaliseLine(line)).toBe(expected);
  });

  test.each([
    ["case", "- A", "- a"],
    ["the marker", "- a", "* a"],
    ["indentation", "  - a", "- a"],
    ["punctuation", "- a.", "- a"],
    ["annotations", "- a <!-- importance: 3 -->", "- a"],
    ["width", "- Ａ", "- A"],
  ])("keeps %s", (_, a, b) => {
    expect(lineHash(a)).not.toBe(lineHash(b));
  });

  test("treats each line of an entry alike", () => {
    expect(normaliseLine("- a  \r\n  - b\t\r\n")).toBe("- a\n  - b");
    expect(lineHash("- a\r\n  - b\r\n")).toBe(lineHash("- a\n  - b"));
  });

  test("does nothing the second time", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(normaliseLine(normaliseLine(text))).toBe(normaliseLine(text));
      }),
      { seed: SEED },
    );
  });
});

describe("lineHash", () => {
  test("is 32 hex digits of SHA-256", () => {
    expect(lineHash("- a\n")).toBe(new Bun.CryptoHasher("sha256").update("- a").digest("hex").slice(0, 32));
  });
});
