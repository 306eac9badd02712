import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { formatIdSet, parseIdSet } from "../../../models/vocabulary/id_set.ts";
import { ROOT } from "../../support/source_tree.ts";

describe("the text of a set of ids", () => {
  test("gives the ids back, ascending, whatever stands in comments", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 5000 })), (ids) => {
        expect(parseIdSet(`# 1 2 3\n${formatIdSet(ids)}# end\n`)).toEqual(ids.toSorted((one, other) => one - other));
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  test("has short lines", () => {
    const lines = formatIdSet([0, 9, 9000]).split("\n");
    expect(lines.length).toBeGreaterThan(10);
    expect(Math.max(...lines.map((line) => line.length))).toBe(120);
  });

  test("refuses text that is none", () => {
    expect(() => parseIdSet("0-3 8 15-17")).toThrow();
  });
});

test("the committed list has the special pieces and the number that its documents name", () => {
  const ids = parseIdSet(readFileSync(`${ROOT}/models/vocabulary/kept_ids.txt`, "utf8"));
  expect(ids.slice(0, 4)).toEqual([0, 1, 2, 3]);
  expect(ids.at(-1)).toBeLessThan(250_002);
  const named = ids.length.toLocaleString("en-US");
  expect(readFileSync(`${ROOT}/models/README.md`, "utf8")).toContain(named);
});
