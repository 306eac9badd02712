import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { PackedFile } from "../../../../src/store/index/vectors/packed_vectors.ts";
import { estimate } from "../../../../src/store/index/vectors/shortlist.ts";
import { sketchEstimator } from "../../../../src/store/index/vectors/sketch_estimator.ts";
import { axisOf, sketchBytes, stepOf, writeSketch } from "../../../../src/store/index/vectors/sketch.ts";
import { encodeVector, unitVector } from "../../../../src/store/index/vectors/vector_code.ts";
import { cloudOf } from "../../../support/vector_world.ts";

const DIMENSIONS = 64;
/** Half the steps there are; see `shortlist.ts`. */
const SCALE = 4_096;
const cloud = cloudOf(DIMENSIONS);
const estimator = sketchEstimator();

/** Files of a few slots with sketches, every third slot wide. */
function filesOf(count: number): { files: PackedFile[]; axis: Float32Array } {
  const codes = Array.from({ length: count }, (_, slot) => encodeVector(cloud.vector(`text ${slot}`)));
  const axis = axisOf(Int8Array.from(codes.flatMap((code) => [...code])), DIMENSIONS);
  const width = sketchBytes(DIMENSIONS);
  const files: PackedFile[] = [];
  for (let start = 0; start < count; start += 7) {
    const own = codes.slice(start, start + 7);
    const sketches = new Uint8Array(own.length * width);
    for (const [at, code] of own.entries()) writeSketch(code, axis, { bytes: sketches, offset: at * width });
    const scripts = Uint8Array.from(own, (_, at) => (start + at) % 3 === 0 ? 1 : 0);
    files.push({ source: start, start, count: own.length, sketches, scripts });
  }
  return { files, axis };
}

const worlds = fc.record({
  count: fc.integer({ min: 1, max: 300 }),
  wanted: fc.integer({ min: 1, max: 320 }),
  seed: fc.integer({ min: 0, max: 9_999 }),
  allowed: fc.option(fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 300, maxLength: 300 }), { nil: null }),
});

describe("the shortlist", () => {
  test("has the slots that stand out most from their script, whether few or all of them are wanted", () => {
    fc.assert(
      fc.property(worlds, ({ count, wanted, seed, allowed }) => {
        const { files, axis } = filesOf(count);
        const mayCount = allowed === null ? null : Uint8Array.from(allowed.slice(0, count));
        const question = unitVector(cloud.vector(`question ${seed}`));
        const packed = { files, count, places: () => [] };
        const { cosines, backgrounds, best } = estimate(packed, { question, axis, mayCount, estimator });
        const stepFor = (slot: number) =>
          stepOf((cosines[slot] ?? 0) - (slot % 3 === 0 ? backgrounds.wide : backgrounds.latin).mean, SCALE);
        const may = Array.from({ length: count }, (_, slot) => slot).filter((slot) => allowed?.[slot] !== 0);
        const last = may.map(stepFor).sort((a, b) => b - a)[Math.min(wanted, may.length) - 1] ?? 0;
        expect(best(wanted, backgrounds).map(({ slot }) => slot)).toEqual(may.filter((slot) => stepFor(slot) >= last));
      }),
      { numRuns: 100, seed: 5 },
    );
  });

  test("knows mean, spread and number of the estimates of each script", () => {
    const { files, axis } = filesOf(200);
    const question = unitVector(cloud.vector("question 1"));
    const { cosines, backgrounds } = estimate({ files, count: 200, places: () => [] }, {
      question,
      axis,
      mayCount: null,
      estimator,
    });
    const wide = [...cosines].filter((_, slot) => slot % 3 === 0);
    const mean = wide.reduce((sum, value) => sum + value, 0) / wide.length;
    expect(backgrounds.wide.count).toBe(wide.length);
    expect(backgrounds.latin.count).toBe(200 - wide.length);
    expect(backgrounds.wide.mean).toBeCloseTo(mean, 9);
    const square = wide.reduce((sum, value) => sum + (value - mean) ** 2, 0) / wide.length;
    expect(backgrounds.wide.spread).toBeCloseTo(Math.sqrt(square), 6);
  });
});
