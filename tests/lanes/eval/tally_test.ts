import { describe, expect, test } from "bun:test";
import { compare, placesOf } from "../../../src/lanes/eval/compare.ts";
import type { EvalLane, LaneOutcome } from "../../../src/lanes/eval/measure.ts";
import { type SetOutcome, tally } from "../../../src/lanes/eval/tally.ts";
import { worst } from "../../../src/lanes/eval/worst.ts";

interface Told {
  readonly id?: string;
  readonly set?: string;
  readonly category?: string;
  readonly lang?: string;
  readonly isAnswerable?: boolean;
}

/** One question, with the place of its evidence by lane; `null`: not found. */
function outcome(ranks: Partial<Record<EvalLane, number | null>>, told: Told = {}): SetOutcome {
  const { id = "q", set = "s", category = null, lang = null, isAnswerable = true } = told;
  const lanes = (Object.entries(ranks) as [EvalLane, number | null][]).map(([lane, rank], at): LaneOutcome => ({
    lane,
    score: isAnswerable
      ? {
        rank,
        coverageAt10: rank === null ? 0 : 1,
        fileRecallAt5: rank === null ? 0 : 0.5,
        ndcgAt10: rank === null ? 0 : 1 / rank,
      }
      : null,
    topScore: rank === null ? null : 0.9,
    credits: { given: 2, right: rank === 1 ? 1 : 0 },
    first: rank === null ? [] : [{ path: "a.md", startLine: 1, endLine: 2, score: 0.5 + at / 10, snippet: "text" }],
    tookMs: 4,
  }));
  const evidence = isAnswerable ? [{ path: "b.md", line: 1 }] : [];
  return { set, question: { id, query: `${id}?`, evidence, category, lang, line: 1 }, lanes };
}

describe("figures", () => {
  test("of all questions are means over those that have evidence", () => {
    const rows = tally(
      [
        outcome({ keyword: 1 }),
        outcome({ keyword: 4 }),
        outcome({ keyword: 8 }),
        outcome({ keyword: null }),
        outcome({ keyword: null }, { isAnswerable: false }),
      ],
      ["keyword"],
      30,
    );
    expect(rows).toEqual([{
      by: "all",
      name: "all",
      lane: "keyword",
      questions: 4,
      hitAt1: 0.25,
      hitAt5: 0.5,
      hitAt10: 0.75,
      allAt10: 0.75,
      fileRecallAt5: 0.375,
      mrr: expect.closeTo((1 + 1 / 4 + 1 / 8) / 4, 12),
      ndcgAt10: expect.closeTo((1 + 1 / 4 + 1 / 8) / 4, 12),
      empty: 1,
      credited: 0.25,
      creditPrecision: 0.125,
      medianMs: 4,
    }]);
  });

  test("stand side by side for each lane, set, category and language, the largest group first", () => {
    const rows = tally(
      [
        outcome({ keyword: 1, hybrid: 1 }, { set: "a", category: "x", lang: "en" }),
        outcome({ keyword: null, hybrid: 2 }, { set: "b", category: "x", lang: "zh" }),
        outcome({ keyword: null, hybrid: 1 }, { set: "b", lang: "zh" }),
      ],
      ["keyword", "hybrid"],
      30,
    );
    expect(rows.map(({ by, name, lane, questions, hitAt1 }) => `${by} ${name} ${lane} ${questions} ${hitAt1}`)).toEqual(
      [
        "set b keyword 2 0",
        "set b hybrid 2 0.5",
        "set a keyword 1 1",
        "set a hybrid 1 1",
        "category x keyword 2 0.5",
        "category x hybrid 2 0.5",
        "lang zh keyword 2 0",
        "lang zh hybrid 2 0.5",
        "lang en keyword 1 1",
        "lang en hybrid 1 1",
        `all all keyword 3 ${1 / 3}`,
        `all all hybrid 3 ${2 / 3}`,
      ],
    );
  });

  test("say nothing of places that were not looked at", () => {
    const [row] = tally([outcome({ keyword: 1 })], ["keyword"], 6);
    expect(row).toMatchObject({
      hitAt1: 1,
      hitAt5: 1,
      hitAt10: null,
      allAt10: null,
      ndcgAt10: null,
      fileRecallAt5: 0.5,
    });
  });

  test("of no question with evidence are none", () => {
    expect(tally([outcome({ keyword: 1 }, { isAnswerable: false })], ["keyword"], 30)).toEqual([]);
    expect(tally([], ["keyword"], 30)).toEqual([]);
  });
});

describe("the worst questions", () => {
  test("are those not found, then the latest; a first place is none", () => {
    const outcomes = [
      outcome({ keyword: 1 }, { id: "fine" }),
      outcome({ keyword: 9 }, { id: "late" }),
      outcome({ keyword: null }, { id: "missed" }),
      outcome({ keyword: 2 }, { id: "second" }),
      outcome({ keyword: null }, { id: "unanswerable", isAnswerable: false }),
    ];
    expect(worst(outcomes, "keyword", 10).map(({ id }) => id)).toEqual(["missed", "late", "second"]);
    expect(worst(outcomes, "keyword", 1).map(({ id, rank }) => [id, rank])).toEqual([["missed", null]]);
    expect(worst(outcomes, "keyword", 0)).toEqual([]);
    expect(worst(outcomes, "vector", 10)).toEqual([]);
  });
});

describe("two runs", () => {
  const run = (ranks: readonly (number | null)[]) => {
    const outcomes = ranks.map((rank, at) => outcome({ keyword: rank }, { id: `q${at}` }));
    return { rows: tally(outcomes, ["keyword"], 30), outcomes: placesOf(outcomes) };
  };

  test("differ by figures, and by the questions that came into the first five or left them", () => {
    const [before, now] = [run([1, 6, 5, null]), run([2, 5, null, null])];
    const { rows, won, lost } = compare(before, now.rows, now.outcomes);
    expect(rows).toMatchObject([{ by: "all", lane: "keyword", hitAt1: -0.25, hitAt5: 0, hitAt10: -0.25 }]);
    expect(won).toEqual([{ set: "s", id: "q1", lane: "keyword", before: 6, now: 5 }]);
    expect(lost).toEqual([{ set: "s", id: "q2", lane: "keyword", before: 5, now: null }]);
  });

  test("that are the same differ by nothing", () => {
    const { rows, outcomes } = run([1, 6, null]);
    const same = compare({ rows, outcomes }, rows, outcomes);
    expect(same.won.concat(same.lost)).toEqual([]);
    expect(same.rows).toEqual([
      {
        by: "all",
        name: "all",
        lane: "keyword",
        hitAt1: 0,
        hitAt5: 0,
        hitAt10: 0,
        fileRecallAt5: 0,
        mrr: 0,
        ndcgAt10: 0,
      },
    ]);
  });

  test("of different questions have no figures in common", () => {
    const now = run([1]);
    expect(compare({ rows: [], outcomes: [] }, now.rows, now.outcomes)).toEqual({ rows: [], won: [], lost: [] });
  });
});
