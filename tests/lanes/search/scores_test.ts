import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { queryTerms } from "../../../src/base/text/query_terms.ts";
import { DEFAULT_CONFIG } from "../../../src/app/default_config.ts";
import { calibrate, coverageOf } from "../../../src/lanes/search/calibrate.ts";
import { termFinder } from "../../../src/lanes/search/find_terms.ts";
import { fuse, laneWeights } from "../../../src/lanes/search/fuse.ts";
import { decayOf, multipliersOf, type RankFacts, rankScoreOf } from "../../../src/lanes/search/rank.ts";
import { relevanceOf } from "../../../src/lanes/search/relevance.ts";
import { rarity, type TermCounts, weighTerms } from "../../../src/lanes/search/weigh_terms.ts";

const SHARE = fc.double({ min: 0, max: 1, noNaN: true });

function coverage(question: string, text: string, context = "") {
  const { terms } = queryTerms(question);
  return coverageOf({ text, context }, termFinder(terms), terms.map(() => 1 / terms.length));
}

describe("the text score", () => {
  test("of a chunk with every term on one line is at least 0.8, whatever its BM25", () => {
    const found = coverage("gateway port", "something else\n- the gateway listens on this port");
    expect(calibrate(found, 0)).toBeCloseTo(0.8365, 4);
    expect(calibrate(found, 1)).toBeCloseTo(1, 10);
  });

  test("is lower where the terms stand on lines far apart", () => {
    const apart = coverage("gateway port", "the gateway\n\nother\n\nthe port");
    expect(apart).toMatchObject({ chunk: 1, best: 0.5 });
    expect(calibrate(apart, 1)).toBeLessThan(0.9);
  });

  test("takes two neighbouring lines together, for a sentence that is wrapped", () => {
    expect(coverage("gateway port", "the gateway\nlistens on port 1").best).toBeCloseTo(0.9, 10);
  });

  test("counts the day and the headings above a line", () => {
    expect(coverage("2026-08-19 gateway", "the gateway moved", "2026-08-19").chunk).toBe(1);
  });

  test("lies between 0 and 1, and never falls when a part rises or less can be expected", () => {
    fc.assert(
      fc.property(SHARE, SHARE, SHARE, SHARE, SHARE, (chunk, best, bm25, reach, more) => {
        const lines: number[] = [];
        const score = calibrate({ chunk, best, lines }, bm25, reach);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        const up = (value: number) => Math.min(1, value + more);
        expect(calibrate({ chunk: up(chunk), best, lines }, bm25, reach)).toBeGreaterThanOrEqual(score);
        expect(calibrate({ chunk, best: up(best), lines }, bm25, reach)).toBeGreaterThanOrEqual(score);
        expect(calibrate({ chunk, best, lines }, up(bm25), reach)).toBeGreaterThanOrEqual(score);
        expect(calibrate({ chunk, best, lines }, bm25, reach * more)).toBeGreaterThanOrEqual(score);
      }),
      { seed: 20260819 },
    );
  });
});

describe("the weights of terms", () => {
  /** An index of so many chunks in which the given tokens stand that often, and others nowhere. */
  const indexOf = (
    chunks: number,
    frequencies: Readonly<Record<string, number>>,
  ): TermCounts => ({
    chunks: { count: () => chunks },
    keywords: {
      documentFrequencies: (tokens: readonly string[]) =>
        new Map(tokens.map((token) => [token, frequencies[token] ?? 0])),
    },
  });
  const weigh = (question: string, chunks: number, frequencies: Readonly<Record<string, number>>) =>
    weighTerms(queryTerms(question).terms.filter((term) => !term.isStop), indexOf(chunks, frequencies));

  test("add up to 1, the rare ones more", () => {
    const { weights: [common = 0, rare = 0], reach } = weigh("gateway certificate", 10_000, {
      gatewai: 900,
      certif: 9,
    });
    expect(common + rare).toBeCloseTo(1, 10);
    expect(rare).toBeGreaterThan(2 * common);
    expect(reach).toBe(1);
  });

  test("expect a word that stands nowhere of a large collection, and a little less of a small one", () => {
    const frequencies = { gatewai: 1, port: 1 };
    expect(weigh("gateway port qzv91", 2, frequencies).reach).toBeLessThan(0.95);
    expect(weigh("gateway port qzv91", 100_000, frequencies).reach).toBeGreaterThan(0.99);
  });

  test("expect no bigram across the edge of two words, but those of a word that is not there", () => {
    const frequencies = { "数据": 5_000, "据库": 5_000 };
    expect(weigh("换数据库", 100_000, frequencies).reach).toBeLessThan(0.5);
    expect(weigh("量子数据库", 100_000, frequencies).reach).toBeGreaterThan(0.99);
  });

  test("count a single character half", () => {
    const [one = 0, two = 0] = weigh("猫 狗窝", 100, {}).weights;
    expect(one).toBeCloseTo(two / 2, 10);
  });
});

describe("the rarity of a term", () => {
  test("is above nought even for a term that every chunk holds", () => {
    expect(rarity(2, 2)).toBeGreaterThan(0);
    expect(rarity(100_000, 100_000)).toBeGreaterThan(0);
  });

  test("hardly differs in a collection of two files, and differs much in a large one", () => {
    expect(rarity(1, 2) / rarity(2, 2)).toBeLessThan(1.3);
    expect(rarity(1, 100_000) / rarity(50_000, 100_000)).toBeGreaterThan(10);
  });
});

describe("fusing lanes", () => {
  const equal = laneWeights(0.8, 1);

  test("takes the mean of both where both know something, and the words alone where there is no vector", () => {
    expect(equal).toEqual({ keyword: 0.5, vector: 0.5 });
    expect(fuse({ keyword: 0.8, vector: 0.6, path: null }, equal)).toBeCloseTo(0.7, 10);
    expect(fuse({ keyword: 0.8, vector: null, path: null }, equal)).toBe(0.8);
    expect(fuse({ keyword: null, vector: 0.6, path: null }, equal)).toBeCloseTo(0.3, 10);
    expect(fuse({ keyword: null, vector: null, path: null }, equal)).toBe(0);
  });

  test("gives a file asked for by name at least its path score", () => {
    expect(fuse({ keyword: null, vector: null, path: 0.8 }, equal)).toBe(0.8);
    expect(fuse({ keyword: 0.95, vector: null, path: 0.8 }, equal)).toBe(0.95);
  });

  test("leaves it to the vectors where the question's words stand nowhere, as in another language", () => {
    expect(laneWeights(0, 1)).toEqual({ keyword: 0, vector: 1 });
    expect(laneWeights(0.25, 1).keyword).toBeCloseTo(1 / 3, 10);
  });

  test("leaves it to the words where vectors take no part, and mostly where there are a handful", () => {
    expect(laneWeights(0, null)).toEqual({ keyword: 1, vector: 0 });
    expect(laneWeights(0.9, 0.1).keyword).toBeGreaterThan(0.9);
  });

  test("gives weights that are 1 together, and scores from 0 to 1 that never fall when a lane's rises", () => {
    fc.assert(
      fc.property(SHARE, SHARE, SHARE, SHARE, SHARE, (best, knowledge, keyword, vector, more) => {
        const weights = laneWeights(best, knowledge);
        expect(weights.keyword + weights.vector).toBeCloseTo(1, 10);
        const score = fuse({ keyword, vector, path: null }, weights);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1 + Number.EPSILON);
        const up = (value: number) => Math.min(1, value + more);
        expect(fuse({ keyword: up(keyword), vector, path: null }, weights)).toBeGreaterThanOrEqual(score);
        expect(fuse({ keyword, vector: up(vector), path: null }, weights)).toBeGreaterThanOrEqual(score);
      }),
      { seed: 20260819 },
    );
  });
});

describe("the relevance of a cosine", () => {
  test("depends on the question's background, not on where the cosines of a model lie", () => {
    const at = (mean: number, spread: number) => relevanceOf(mean + 3 * spread, { mean, spread, count: 10_000 });
    expect(at(0.8, 0.03)).toBeCloseTo(at(0.72, 0.03), 3);
    expect(at(0.1, 0.1)).toBeCloseTo(4 / 7, 2);
  });

  test("is not made of next to no spread: what is all alike lets nothing stand out", () => {
    const background = { mean: 0.78, spread: 0.004, count: 10_000 };
    expect(relevanceOf(0.8, background)).toBeLessThan(0.35);
    expect(relevanceOf(0.88, background)).toBeGreaterThan(0.8);
  });

  test("lies between 0 and 1 and never falls when the cosine rises, whatever the background", () => {
    const cosine = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(cosine, cosine, cosine, SHARE, fc.nat(1_000_000), (one, other, mean, spread, count) => {
        const [low, high] = [one, other].sort((a, b) => a - b).map((each) =>
          relevanceOf(each, { mean, spread, count })
        );
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeGreaterThanOrEqual(low ?? 0);
        expect(high).toBeLessThanOrEqual(1);
      }),
      { seed: 20260819 },
    );
  });
});

describe("the multipliers", () => {
  const context = {
    today: "2026-08-19",
    activeProjects: new Set(["github.com/a/b"]),
    settings: DEFAULT_CONFIG.search,
  };
  const plain: RankFacts = { tier: "episodic", day: null, importance: null, projects: null };
  const of = (facts: Partial<RankFacts>) => multipliersOf({ ...plain, ...facts }, context);

  test("are all 1 for an undated note without annotations", () => {
    expect(of({})).toEqual({ decay: 1, importance: 1, project: 1 });
  });

  test("of age go from 1 today to 0.975 after thirty days and never below 0.95", () => {
    expect(of({ day: "2026-08-19" }).decay).toBe(1);
    expect(of({ day: "2026-07-20" }).decay).toBeCloseTo(0.975, 10);
    expect(of({ day: "1999-01-01" }).decay).toBeCloseTo(0.95, 10);
    expect(of({ day: "2027-01-01" }).decay).toBe(1);
  });

  test("of age follow the settings, so that the bare half-life can be had back", () => {
    expect(decayOf(30, { floor: 0, halfLifeDays: 30 })).toBeCloseTo(0.5, 10);
  });

  test("of importance count in curated files only", () => {
    const at = (importance: number | null) => of({ tier: "curated", importance }).importance;
    expect([at(1), at(5), at(10), at(null)].map((value) => Number(value.toFixed(3)))).toEqual([0.8, 1, 1.25, 1]);
    expect(of({ importance: 10 }).importance).toBe(1);
  });

  test("of a project raise what is active, lower what is not, and never take an unreadable key for global", () => {
    expect(of({ projects: ["github.com/a/b"] }).project).toBe(1.15);
    expect(of({ projects: ["github.com/a/b", "path:/x"] }).project).toBe(0.9);
    expect(of({ projects: "invalid" }).project).toBe(0.9);
    expect(of({ projects: [] }).project).toBe(1);
  });

  test("and the hybrid score are multiplied", () => {
    expect(rankScoreOf(0.8, { decay: 0.95, importance: 1.25, project: 1.15 })).toBeCloseTo(1.0925, 10);
  });
});
