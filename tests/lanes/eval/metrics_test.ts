import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  type CoveredRange,
  type EvidencePlace,
  reciprocalRank,
  scoreQuestion,
} from "../../../src/lanes/eval/metrics.ts";

const hit = (path: string, startLine: number, endLine = startLine): CoveredRange => ({ path, startLine, endLine });
const at = (path: string, line: number): EvidencePlace => ({ path, line });
const other = hit("z.md", 1, 9);

const path = fc.constantFrom("a.md", "b.md", "c.md", "日记.md");
const line = fc.integer({ min: 1, max: 12 });
const range = fc.record({ path, startLine: line, length: fc.integer({ min: 0, max: 5 }) })
  .map(({ path, startLine, length }): CoveredRange => ({ path, startLine, endLine: startLine + length }));
const results = fc.array(range, { maxLength: 25 });
const evidence = fc.array(fc.record({ path, line }), { minLength: 1, maxLength: 14 });

/** Same seed every time: a failure is the same failure for everybody. */
const SEEDED = { seed: 20260819, numRuns: 500 };

describe("worked examples", () => {
  test("evidence in the second result has rank 2 and half a reciprocal rank", () => {
    const score = scoreQuestion([other, hit("a.md", 3, 5), hit("a.md", 4)], [at("a.md", 4)]);
    expect(score).toEqual({
      rank: 2,
      coverageAt10: 1,
      fileRecallAt5: 1,
      // 1 / log2(3), and the ideal is 1.
      ndcgAt10: expect.closeTo(0.6309, 4),
    });
    expect(reciprocalRank(score.rank)).toBe(0.5);
  });

  test("one result that covers all evidence of its file is the ideal answer", () => {
    expect(scoreQuestion([hit("a.md", 1, 9)], [at("a.md", 2), at("a.md", 7)]).ndcgAt10).toBe(1);
  });

  test("two files in the best two places are the ideal answer, in the wrong order they are not", () => {
    const wanted = [at("a.md", 1), at("a.md", 2), at("b.md", 1)];
    expect(scoreQuestion([hit("a.md", 1, 2), hit("b.md", 1)], wanted).ndcgAt10).toBeCloseTo(1, 12);
    // (1 + 2 / log2 3) / (2 + 1 / log2 3)
    expect(scoreQuestion([hit("b.md", 1), hit("a.md", 1, 2)], wanted).ndcgAt10).toBeCloseTo(0.8597, 4);
  });

  test("a line that two results cover earns once", () => {
    const wanted = [at("a.md", 4)];
    const once = scoreQuestion([hit("a.md", 3, 5)], wanted);
    expect(scoreQuestion([hit("a.md", 3, 5), hit("a.md", 4, 9)], wanted)).toEqual(once);
    expect(scoreQuestion([hit("a.md", 3, 5)], [...wanted, ...wanted])).toEqual(once);
  });

  test("the eleventh result has a rank and earns nothing else", () => {
    const late = [...Array.from({ length: 10 }, () => other), hit("a.md", 1)];
    expect(scoreQuestion(late, [at("a.md", 1)])).toEqual({
      rank: 11,
      coverageAt10: 0,
      // Ten results of one file are one file, so the second file is among the first five.
      fileRecallAt5: 1,
      ndcgAt10: 0,
    });
  });

  test("the sixth file is not among the first five", () => {
    const files = ["1", "2", "3", "4", "5", "a.md"].map((name) => hit(name, 1));
    expect(scoreQuestion(files, [at("a.md", 1)])).toMatchObject({ rank: 6, fileRecallAt5: 0, coverageAt10: 1 });
  });

  test("half of the files found is half of the recall", () => {
    const wanted = [at("a.md", 1), at("b.md", 1)];
    expect(scoreQuestion([hit("b.md", 9)], wanted)).toMatchObject({ rank: null, fileRecallAt5: 0.5, ndcgAt10: 0 });
  });

  test("no result is worth nothing", () => {
    const nothing = { rank: null, coverageAt10: 0, fileRecallAt5: 0, ndcgAt10: 0 };
    expect(scoreQuestion([], [at("a.md", 1)])).toEqual(nothing);
    expect(reciprocalRank(null)).toBe(0);
  });
});

describe("whatever the results", () => {
  test("every share is from 0 to 1, and the rank is a place", () => {
    fc.assert(
      fc.property(results, evidence, (found, wanted) => {
        const { rank, ...shares } = scoreQuestion(found, wanted);
        for (const value of Object.values(shares)) {
          expect(value).toBeGreaterThanOrEqual(0);
          // Sums of logarithms may be off by the last bit.
          expect(value).toBeLessThanOrEqual(1 + 1e-12);
        }
        if (rank !== null) expect(found[rank - 1]?.path).toBeOneOf(wanted.map((place) => place.path));
      }),
      SEEDED,
    );
  });

  test("the figures agree: a rank up to 10 means coverage and gain, none means neither", () => {
    fc.assert(
      fc.property(results, evidence, (found, wanted) => {
        const { rank, coverageAt10, ndcgAt10 } = scoreQuestion(found, wanted);
        const isFound = rank !== null && rank <= 10;
        expect(coverageAt10 > 0).toBe(isFound);
        expect(ndcgAt10 > 0).toBe(isFound);
      }),
      SEEDED,
    );
  });

  test("a further result at the end never lowers a figure", () => {
    fc.assert(
      fc.property(results, range, evidence, (found, more, wanted) => {
        const [before, after] = [scoreQuestion(found, wanted), scoreQuestion([...found, more], wanted)];
        expect(after.rank ?? Infinity).toBeLessThanOrEqual(before.rank ?? Infinity);
        expect(after.coverageAt10).toBeGreaterThanOrEqual(before.coverageAt10);
        expect(after.fileRecallAt5).toBeGreaterThanOrEqual(before.fileRecallAt5);
        expect(after.ndcgAt10).toBeGreaterThanOrEqual(before.ndcgAt10);
      }),
      SEEDED,
    );
  });

  test("a wrong result in front never raises a figure", () => {
    fc.assert(
      fc.property(results, evidence, (found, wanted) => {
        const [before, after] = [scoreQuestion(found, wanted), scoreQuestion([other, ...found], wanted)];
        expect(reciprocalRank(after.rank)).toBeLessThanOrEqual(reciprocalRank(before.rank));
        expect(after.coverageAt10).toBeLessThanOrEqual(before.coverageAt10);
        expect(after.fileRecallAt5).toBeLessThanOrEqual(before.fileRecallAt5);
        expect(after.ndcgAt10).toBeLessThanOrEqual(before.ndcgAt10);
      }),
      SEEDED,
    );
  });

  test("the order and the repetition of the evidence change nothing", () => {
    fc.assert(
      fc.property(results, evidence, (found, wanted) => {
        const { ndcgAt10, ...exact } = scoreQuestion(found, wanted);
        const again = scoreQuestion(found, [...wanted.toReversed(), ...wanted]);
        expect(again).toMatchObject(exact);
        expect(again.ndcgAt10).toBeCloseTo(ndcgAt10, 12);
      }),
      SEEDED,
    );
  });
});
