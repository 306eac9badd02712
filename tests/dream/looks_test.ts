import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { frozenClock } from "../../src/base/clock.ts";
import { defaultDreamConfig } from "../../src/dream/config.ts";
import { MAX_TAGS } from "../../src/curate/concept_tags.ts";
import { evaluate } from "../../src/dream/deep/evaluate.ts";
import { neededBy } from "../../src/dream/deep/score.ts";
import { recalledEvidence } from "../../src/dream/evidence.ts";
import { newRow } from "../../src/dream/light/stage.ts";
import { chooseLooks } from "../../src/dream/looks.ts";
import type { CandidateRow } from "../../src/store/state/candidates.ts";
import type { RecallRow } from "../../src/store/state/recalls.ts";
import { aCandidate, NIGHT } from "../support/candidate.ts";

const CONFIG = defaultDreamConfig().deep;
const clock = frozenClock("2026-08-20T03:00:00+08:00");

function row(key: string, changes: Partial<CandidateRow> = {}): CandidateRow {
  const text = `The box number ${key} stands on the pier`;
  const place = { path: "memory/2026-08-12.md", startLine: 1, endLine: 1, firstSeenAt: "2026-08-12T10:00:00+08:00" };
  const wishes = {
    supersessionKey: null,
    importance: null,
    triggers: [],
    projects: null,
    observed: null,
    expires: null,
  };
  return { ...newRow({ key, claimHash: key, text, conceptTags: ["box", "pier"], ...place, ...wishes }), ...changes };
}

function recall(candidateKey: string, daysAgo: number, quality: number): RecallRow {
  const { iso, day } = clock.at(NIGHT.ms - daysAgo * 86_400_000);
  return {
    candidateKey,
    questionHash: `${candidateKey} ${daysAgo}`,
    session: "",
    day,
    quality,
    recalledAt: iso,
    project: null,
  };
}

function look(rows: readonly CandidateRow[], recalls: readonly RecallRow[]) {
  const table = new Map(rows.map((it) => [it.key, it]));
  const byKey = Map.groupBy(recalls, ({ candidateKey }) => candidateKey);
  const { close, distant } = chooseLooks({
    count: rows.length,
    wanted: new Set(rows.flatMap(({ key, mergedInto }) => mergedInto === null ? [] : [key, mergedInto])),
    asked: [...byKey].map(([key, asked]) => {
      const { claimHash, mergedInto, lightHits, remHits, conceptTags, promotedAt } = table.get(key) ?? row(key);
      return {
        key,
        recalls: asked.length,
        questions: new Set(asked.map(({ questionHash }) => questionHash)).size,
        lastSeconds: Math.max(...asked.map(({ recalledAt }) => Date.parse(recalledAt))) / 1_000,
        claimHash,
        mergedInto,
        isStaged: true,
        lightHits,
        lastLightSeconds: null,
        remHits,
        lastRemSeconds: null,
        path: "memory/2026-08-12.md",
        startLine: 1,
        tags: conceptTags.length,
        isPromoted: promotedAt !== null,
      };
    }),
    rejected: new Set(),
    strengthsOf: (asked) =>
      asked.map((claim) => {
        const { key, questions, lastSeconds, lightHits, remHits, tags } = claim;
        const lights = { lightHits, lastLightMs: null, remHits, lastRemMs: null };
        const lastMs = lastSeconds === null ? null : lastSeconds * 1_000;
        return { claim, ...neededBy(byKey.get(key) ?? []), questions, lastMs, tags: tags || MAX_TAGS, ...lights };
      }),
    countSound: (keys) => keys.length,
    now: NIGHT,
    config: CONFIG,
  });
  return { close: new Set(close), distant };
}

describe("a close look", () => {
  test("is taken at every claim that was asked for, at folded ones with their oldest, and at no other", () => {
    const rows = [row("asked"), row("oldest"), row("folded", { mergedInto: "oldest" }), row("idle")];
    const { close, distant } = look(rows, [recall("asked", 1, 0.8)]);
    expect(close).toEqual(new Set(["asked", "oldest", "folded"]));
    expect(distant).toEqual({ recalls: 1 });
  });

  test("is never spared a claim that could be promoted, however many were asked for", () => {
    const many = Array.from({ length: 5_001 }, (_, at) => row(`filler${at}`));
    const asked = many.map(({ key }) => recall(key, 3, 0.6));
    const some = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.double({ min: 0.3, max: 1, noNaN: true })), {
      maxLength: 7,
    });
    fc.assert(
      fc.property(some, fc.boolean(), (days, isTagged) => {
        const one = row("one", isTagged ? {} : { conceptTags: [] });
        const recalls = [...new Map(days).entries()].map(([daysAgo, quality]) => recall("one", daysAgo, quality));
        recalls.sort((a, b) => a.recalledAt < b.recalledAt ? -1 : 1);
        const { close } = look([...many, one], [...asked, ...recalls]);
        const highlighted = aCandidate({
          evidence: recalledEvidence(recalls),
          tags: ["box", "pier"],
          remHits: 1,
          lastRemMs: NIGHT.ms,
        });
        const mayPass = evaluate(highlighted, { now: NIGHT, config: CONFIG }).stop === null;
        if (mayPass) expect(close.has("one")).toBeTrue();
      }),
      { seed: 20260819, numRuns: 30 },
    );
  });

  test("is spared most claims in a huge pool, which are counted at the gate that their recalls cannot open", () => {
    const groups: Record<string, [Partial<CandidateRow>, RecallRow[]]> = {};
    for (let at = 0; at < 6_000; at++) {
      const key = `k${at}`;
      const kind = at % 4;
      const old = [40, 41, 42].map((daysAgo) => recall(key, daysAgo, 1));
      const weak = [1, 2, 3].map((daysAgo) => recall(key, daysAgo, 0.3));
      groups[key] = kind === 0
        ? [{}, [recall(key, 1, 1)]]
        : kind === 1
        ? [{}, old]
        : kind === 2
        ? [{}, weak]
        : [{ promotedAt: NIGHT.iso }, weak];
    }
    const rows = Object.entries(groups).map(([key, [changes]]) => row(key, changes));
    const { close, distant } = look(rows, Object.values(groups).flatMap(([, recalls]) => recalls));
    expect(close.size).toBe(100);
    expect(Object.keys(distant).sort()).toEqual(["age", "promoted", "recalls", "score"]);
    expect(Object.values(distant).reduce((sum, count) => sum + count, 0)).toBe(5_900);
  });
});
