/** The kernels that look at sketches, against the plain loop that they stand for. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { plainEstimator, sketchEstimator } from "../../../../src/store/index/vectors/sketch_estimator.ts";
import { sketchBytes, type SketchRow, TOTALS } from "../../../../src/store/index/vectors/sketch.ts";
import { unitVector } from "../../../../src/store/index/vectors/vector_code.ts";

/** Larger than what the kernels take at once. */
const LARGE = 2_500;

/** Numbers from 0 to 1 that depend on the seed only. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = Math.imul(state, 1_664_525) + 1_013_904_223 >>> 0;
    return state / 2 ** 32;
  };
}

const worlds = fc.record({
  dimensions: fc.constantFrom(1, 7, 32, 33, 384, 1_536, 1_600),
  counts: fc.array(fc.constantFrom(0, 1, 2, 41, 1_023, 1_024, 1_025, LARGE), { minLength: 1, maxLength: 5 }),
  seed: fc.nat(),
});

test("kernels and the plain loop estimate the same, for any dimensions and any sizes of files", () => {
  const byKernels = sketchEstimator();
  fc.assert(
    fc.property(worlds, ({ dimensions, counts, seed }) => {
      const random = randomFrom(seed);
      const vector = () => unitVector(Float32Array.from({ length: dimensions }, () => random() - 0.4));
      const look = { question: vector(), axis: vector() };
      let start = 0;
      const rows = counts.map((count): SketchRow => {
        const row = {
          start,
          sketches: Uint8Array.from({ length: count * sketchBytes(dimensions) }, () => random() * 256),
          scripts: Uint8Array.from({ length: count }, () => random() * 2),
        };
        start += count;
        return row;
      });
      const [own, plain] = [byKernels, plainEstimator].map((estimator) => {
        const found = { cosines: new Float32Array(start), totals: new Float64Array(2 * TOTALS) };
        estimator({ ...look, ...found }, rows);
        return found;
      });
      // Random factors make likenesses of up to the root of the dimensions.
      const tolerance = 1e-4 * Math.sqrt(dimensions);
      const off = (a: ArrayLike<number>, b: ArrayLike<number> | undefined) =>
        Array.from(a).reduce((most, value, at) => Math.max(most, Math.abs(value - (b?.[at] ?? Number.NaN))), 0);
      expect(off(plain?.cosines ?? [], own?.cosines)).toBeLessThanOrEqual(tolerance);
      for (const [at, value] of plain?.totals.entries() ?? []) {
        const size = Math.max(1, plain?.totals[at < TOTALS ? 0 : TOTALS] ?? 0) * Math.sqrt(dimensions);
        expect(Math.abs(value - (own?.totals[at] ?? Number.NaN))).toBeLessThanOrEqual(tolerance * size);
      }
      expect([own?.totals[0], own?.totals[TOTALS]]).toEqual([plain?.totals[0], plain?.totals[TOTALS]]);
    }),
    { numRuns: 20, seed: 5 },
  );
}, 240_000);
