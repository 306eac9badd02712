import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { keepCuratedShare, type Sharing } from "../../../src/lanes/search/curated_share.ts";
import { jaccard } from "../../../src/base/jaccard.ts";
import { diversify, type Ranked } from "../../../src/lanes/search/diversify.ts";

const MMR = { lambda: 0.7, similarity: 0.8 };

function hit(text: string, rankScore: number, pathTier = 0): Ranked {
  return { text, rankScore, pathTier };
}

describe("diversity", () => {
  test("leaves hits alone that only speak of the same subject", () => {
    const hits = [hit("the gateway listens on port 18789", 0.9), hit("the gateway was moved to the attic", 0.8)];
    expect(diversify(hits, 2, MMR).map((placed) => placed.hit)).toEqual(hits);
  });

  test("puts a near copy of a higher hit behind what is new, and says how much they share", () => {
    const copy = hit("alpha beta gamma delta epsilon zeta", 0.89);
    const hits = [hit("alpha beta gamma delta epsilon zeta eta", 0.9), copy, hit("something else", 0.5)];
    const placed = diversify(hits, 3, MMR);
    expect(placed.map(({ hit: { rankScore } }) => rankScore)).toEqual([0.9, 0.5, 0.89]);
    expect(placed[2]).toEqual({ hit: copy, copyShare: 6 / 7 });
  });

  test("sees near copies in Chinese text", () => {
    const hits = [hit("我们决定把数据库换成 SQLite", 0.9), hit("我们决定把数据库换成 SQLite。", 0.8), hit("猫", 0.4)];
    expect(diversify(hits, 3, MMR).map((placed) => placed.hit.rankScore)).toEqual([0.9, 0.4, 0.8]);
  });

  test("lets nothing cross a path tier", () => {
    const hits = [hit("a b c d e", 0.5, 2), hit("a b c d e", 0.4, 2), hit("quite another", 0.99, 0)];
    expect(diversify(hits, 3, MMR).map((placed) => placed.hit.rankScore)).toEqual([0.5, 0.4, 0.99]);
  });

  test("returns the same hits, each once, as many as asked for", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 6 }).map((words) => words.join(" "));
    const hits = fc.array(
      fc.record({ text, rankScore: fc.double({ min: 0, max: 1.4, noNaN: true }), pathTier: fc.nat(3) }),
    );
    fc.assert(
      fc.property(hits, fc.nat(8), (unsorted, count) => {
        const sorted = [...unsorted].sort((a, b) => b.pathTier - a.pathTier || b.rankScore - a.rankScore);
        const placed = diversify(sorted, count, MMR).map((each) => each.hit);
        expect(placed.length).toBe(Math.min(count, sorted.length));
        expect(new Set(placed).size).toBe(placed.length);
        const tiers = placed.map((each) => each.pathTier);
        expect(tiers).toEqual([...tiers].sort((a, b) => b - a));
      }),
      { seed: 20260819 },
    );
  });

  test("measures overlap as the shared part of all words", () => {
    expect(jaccard(new Set(["a", "b"]), new Set(["b", "c"]))).toBeCloseTo(1 / 3, 10);
    expect(jaccard(new Set(), new Set())).toBe(0);
  });
});

describe("the curated share", () => {
  const diary = (rankScore: number): Sharing => ({ ...hit("d", rankScore), tier: "episodic" });
  const entry = (rankScore: number): Sharing => ({ ...hit("e", rankScore), tier: "curated" });
  const top = [0.9, 0.88, 0.86, 0.84, 0.82, 0.8].map(diary);

  test("of six results is two, if two entries answer well enough", () => {
    const good = [entry(0.7), entry(0.6), entry(0.55)];
    const kept = keepCuratedShare(top, [...top, ...good], 1 / 3);
    expect(kept).toEqual([...top.slice(0, 4), ...good.slice(0, 2)]);
  });

  test("brings in no entry that answers less than half as well as the best hit", () => {
    expect(keepCuratedShare(top, [...top, entry(0.44)], 1 / 3)).toEqual(top);
  });

  test("changes nothing where enough entries are there already", () => {
    const mixed = [entry(0.95), entry(0.9), ...top.slice(0, 4)];
    expect(keepCuratedShare(mixed, [...mixed, entry(0.8)], 1 / 3)).toEqual(mixed);
  });

  test("takes no place from a file asked for by name", () => {
    const named = top.map((each) => ({ ...each, pathTier: 3 }));
    expect(keepCuratedShare(named, [...named, entry(0.9)], 1 / 3)).toEqual(named);
  });
});
