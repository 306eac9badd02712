import { expect, test } from "bun:test";
import fc from "fast-check";
import { NumberFlags } from "../../src/base/number_flags.ts";

test("flags of numbers are those of a map, whatever the numbers", () => {
  const hash = fc.integer({ min: 0, max: 2 ** 53 - 1 }).map((n) => Math.abs(n));
  fc.assert(
    fc.property(fc.array(fc.tuple(hash, fc.constantFrom(1, 2, 3)), { maxLength: 3_000 }), (adds) => {
      const flags = new NumberFlags();
      const map = new Map<number, number>();
      for (const [number, flag] of adds) {
        flags.add(number, flag);
        map.set(number, (map.get(number) ?? 0) | flag);
      }
      expect(flags.size).toBe(map.size);
      for (const [number, flag] of map) expect(flags.get(number)).toBe(flag);
      expect(flags.get(2 ** 53 - 1)).toBe(map.get(2 ** 53 - 1) ?? 0);
    }),
    { seed: 7, numRuns: 50 },
  );
});

test("a million neighbours and multiples are kept apart", () => {
  const flags = new NumberFlags();
  for (let at = 0; at < 200_000; at++) {
    flags.add(at, 1);
    flags.add(at * 2 ** 21, 2);
  }
  let wrong = 0;
  for (let at = 0; at < 200_000; at++) if ((flags.get(at) & 1) === 0 || (flags.get(at * 2 ** 21) & 2) === 0) wrong++;
  expect(wrong).toBe(0);
  expect(flags.get(300_001)).toBe(0);
});

test("many numbers are added until there are enough, whatever they had before", () => {
  const flags = new NumberFlags();
  flags.add(3, 2);
  expect(flags.addAll(new Float64Array([5, 3, 2 ** 53 - 1, 7]), 1, 3)).toBe(3);
  expect([3, 5, 2 ** 53 - 1, 7].map((number) => flags.get(number))).toEqual([3, 1, 1, 0]);
  expect(flags.addAll(new Float64Array([7]), 1, 3)).toBe(0);
  expect(flags.size).toBe(3);
});

test("room that is taken at once, and those of a flag alone, hold the same numbers", () => {
  const steps = new NumberFlags();
  const leaping = new NumberFlags(1_024);
  for (let at = 0; at < 3_000; at++) for (const flags of [steps, leaping]) flags.add(at * 2 ** 40 + at, 1 + at % 3);
  const second = leaping.having(2);
  let wrong = 0;
  for (let at = 0; at < 3_000; at++) {
    const [number, flag] = [at * 2 ** 40 + at, 1 + at % 3];
    if (steps.get(number) !== flag || leaping.get(number) !== flag) wrong++;
    if (second.get(number) !== (flag === 1 ? 0 : flag)) wrong++;
  }
  expect([wrong, leaping.size, second.size]).toEqual([0, 3_000, 2_000]);
});
