import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  type Background,
  exactBackground,
  NO_BACKGROUND,
  settledBackgrounds,
} from "../../../../src/store/index/vectors/background.ts";

const near: Background = { mean: 0.88, spread: 0.02, count: 8 };
const far: Background = { mean: 0.72, spread: 0.02, count: 8 };

describe("the settled backgrounds", () => {
  test("lean on the neutral texts of a script with few pieces, on the pieces with many, without a jump between", () => {
    const own = (count: number) => ({ latin: { mean: 0.76, spread: 0.02, count }, wide: { ...near, count: 500 } });
    const means = Array.from(
      { length: 400 },
      (_, at) => settledBackgrounds(own(at), { latin: far, wide: near }).latin.mean,
    );
    expect(means[0]).toBeCloseTo(0.72, 6);
    expect(means.at(-1)).toBeCloseTo(0.76, 2);
    for (const [at, mean] of means.slice(1).entries()) {
      expect(mean).toBeGreaterThan(means[at] ?? 1);
      expect(mean - (means[at] ?? 0)).toBeLessThan(0.005);
    }
  });

  test("have one spread, within the scripts: how far those lie apart is no part of it", () => {
    const { latin, wide } = settledBackgrounds(
      { latin: { ...far, count: 100 }, wide: { ...near, count: 100 } },
      { latin: NO_BACKGROUND, wide: NO_BACKGROUND },
    );
    expect(latin.spread).toBeCloseTo(0.02, 6);
    expect(wide.spread).toBe(latin.spread);
  });

  test("of one script alone are its own, with neutral texts or without", () => {
    const cosine = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(cosine, { minLength: 1 }), (cosines) => {
        const latin = exactBackground(cosines);
        const none = { latin: NO_BACKGROUND, wide: NO_BACKGROUND };
        const settled = settledBackgrounds({ latin, wide: NO_BACKGROUND }, none).latin;
        expect(settled.mean).toBeCloseTo(latin.mean, 9);
        expect(settled.spread).toBeCloseTo(latin.spread, 9);
        expect(settled.count).toBe(latin.count);
      }),
      { seed: 20260819 },
    );
  });
});
