import { describe, expect, test } from "bun:test";
import { stemmer } from "stemmer";
import { StemMemo } from "../../../src/base/text/stem.ts";

/** A word of five letters for each number below 26⁵. */
function wordOf(number: number): string {
  let rest = number;
  let word = "";
  for (let letter = 0; letter < 5; letter++) {
    word += String.fromCharCode(0x61 + (rest % 26));
    rest = Math.floor(rest / 26);
  }
  return `${word}s`;
}

describe("StemMemo", () => {
  test("gives the stem of a part of a text, in any case", () => {
    const memo = new StemMemo();
    expect(memo.stem("the GATEWAYS listen", 4, 12)).toBe("gatewai");
    expect(memo.stem("gateways", 0, 8)).toBe("gatewai");
  });

  test("leaves words of one or two letters, and what is longer than a word", () => {
    const memo = new StemMemo();
    expect(memo.stem("As", 0, 2)).toBe("as");
    const data = "abcdes".repeat(10);
    expect(memo.stem(data, 0, data.length)).toBe(data);
  });

  test("is right about every word, also after it has grown and started afresh", () => {
    const memo = new StemMemo();
    for (let number = 0; number < 120_000; number += 2) {
      const word = wordOf(number * 97);
      memo.stem(word, 0, word.length);
    }
    for (let number = 0; number < 120_000; number += 97) {
      const word = wordOf(number * 97);
      expect(memo.stem(word, 0, word.length)).toBe(stemmer(word));
    }
  });
});
