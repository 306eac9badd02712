import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { chineseNumber } from "../../../src/base/dates/chinese_number.ts";

const DIGITS = [..."零一二三四五六七八九"];

/** Returns a number from 1 to 999 as it is spelt. */
function spelt(value: number): string {
  const [hundreds, tens, ones] = [Math.floor(value / 100), Math.floor(value / 10) % 10, value % 10];
  const head = hundreds === 0 ? "" : `${DIGITS[hundreds]}百${tens === 0 && ones > 0 ? "零" : ""}`;
  const middle = tens === 0 ? "" : `${tens === 1 && hundreds === 0 ? "" : DIGITS[tens]}十`;
  return `${head}${middle}${ones === 0 ? "" : DIGITS[ones]}`;
}

describe("a number in Chinese", () => {
  test.each([
    ["12", 12],
    ["十", 10],
    ["十二", 12],
    ["二十", 20],
    ["廿一", 21],
    ["卅", 30],
    ["两", 2],
    ["一百", 100],
    ["一百零五", 105],
    ["二〇二六", 2026],
    ["零八", 8],
  ])("%s is %i", (text, value) => expect(chineseNumber(text)).toBe(value));

  test.each(["", "十百", "百", "三千", "12三", "12345", "几", "半", "ten", "二两", "十十"])(
    "%p is none",
    (text) => expect(chineseNumber(text)).toBeNull(),
  );

  test("spelt out is the number that was spelt", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), (value) => {
        expect(`${spelt(value)} ${chineseNumber(spelt(value))}`).toBe(`${spelt(value)} ${value}`);
      }),
      { seed: 20260819, numRuns: 999 },
    );
  });
});
