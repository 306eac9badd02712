import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { unitVector } from "../../src/embed/unit_vector.ts";
import { SEED } from "../support/any_text.ts";

/** Returns what is wrong with a vector, or `null`. */
function faultOf(numbers: number[], dimensions: number | null = null): string | null {
  const found = unitVector(numbers, dimensions);
  return found.vector === null ? found.fault : null;
}

describe("a vector", () => {
  test("gets length 1 and keeps its direction", () => {
    const found = unitVector([3, -4], 2);
    expect([...(found.vector ?? [])].map((each) => each.toFixed(4))).toEqual(["0.6000", "-0.8000"]);
  });

  test("of any numbers has length 1 or is refused", () => {
    fc.assert(
      fc.property(fc.array(fc.double(), { maxLength: 6 }), (numbers) => {
        const { vector } = unitVector(numbers, null);
        if (vector !== null) expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
      }),
      { seed: SEED },
    );
  });

  test("that points nowhere is refused", () => {
    expect(faultOf([0, 0])).toContain("length 0");
    expect(faultOf([])).toContain("without dimensions");
    for (const wrong of [NaN, Infinity, -Infinity, 1e200]) expect(faultOf([1, wrong])).toContain("not finite");
  });

  test("of another length than expected is refused", () => {
    expect(faultOf([1, 0], 3)).toBe("a vector of 2 dimensions, expected 3");
  });
});
