import { expect, test } from "bun:test";
import { KnownTexts } from "../../../src/capture/chat/known_texts.ts";

test("a session that lost texts forgets all but runs from outside, old and new ones", () => {
  const known = new KnownTexts(6);
  const text = (isOutside: boolean, shingles: number[]) => ({
    isOutside,
    shingles: Float64Array.from(shingles),
    names: new Float64Array(),
  });
  known.add(text(false, [1, 2]));
  known.add(text(true, [2, 3, 2 ** 52 - 1]));
  // As long as all is known, nothing is forgotten.
  known.keepOutside();
  expect(known.ask({ shingles: new Set([1, 3]), names: new Set() }).shared).toEqual(new Set([1, 3]));
  known.add(text(true, [4, 5, 6]));
  expect(known.isLost).toBe(true);
  known.keepOutside();
  known.add(text(true, [7]));
  const numbers = [1, 2, 3, 4, 5, 6, 7, 2 ** 52 - 1];
  expect(numbers.filter((hash) => known.isOutside(hash))).toEqual([2, 3, 4, 5, 6, 7, 2 ** 52 - 1]);
  expect(known.ask({ shingles: new Set([1]), names: new Set() }).shared).toEqual(new Set());
});
