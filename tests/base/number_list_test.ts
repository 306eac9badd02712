import { expect, test } from "bun:test";
import fc from "fast-check";
import { NumberList } from "../../src/base/number_list.ts";

test("a list holds what a set does, in its order, and is empty after it was taken", () => {
  const hash = fc.oneof(fc.integer({ min: 0, max: 2 ** 53 - 1 }), fc.integer({ min: 0, max: 400 }));
  const list = new NumberList();
  fc.assert(
    fc.property(fc.array(hash, { maxLength: 2_000, size: "max" }), (numbers) => {
      for (const number of numbers) list.add(number);
      expect([...list.take()]).toEqual([...new Set(numbers)]);
      expect([...list.take()]).toEqual([]);
    }),
    { seed: 7, numRuns: 60 },
  );
});

test("room for more or fewer numbers than come makes no difference", () => {
  for (const expected of [0, 1, 3_000, 40_000]) {
    const list = new NumberList(expected);
    for (let at = 0; at < 6_000; at++) list.add(at % 5_000 * 2 ** 21);
    expect([...list.take()]).toEqual(Array.from({ length: 5_000 }, (_, at) => at * 2 ** 21));
  }
});

test("a list of many gives its room back", () => {
  const list = new NumberList();
  for (let at = 0; at < 100_000; at++) list.add(at % 50_000 * 2 ** 21);
  expect(list.take()).toHaveLength(50_000);
  list.add(7);
  expect([...list.take()]).toEqual([7]);
});
