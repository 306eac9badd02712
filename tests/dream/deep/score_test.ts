import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { addDays, DAY_MS } from "../../../src/base/clock.ts";
import type { Candidate, Evidence } from "../../../src/dream/candidate.ts";
import { defaultDreamConfig } from "../../../src/dream/config.ts";
import { neededBy, scoreFrom, scoreOf, scoreValue, SIGNAL_NAMES } from "../../../src/dream/deep/score.ts";
import { aCandidate, aRecall, NIGHT } from "../../support/candidate.ts";

const CONFIG = defaultDreamConfig().deep;
const score = (candidate: Candidate) => scoreOf(candidate, NIGHT, CONFIG);
const valueOf = (candidate: Candidate, name: string) =>
  score(candidate).signals.find((it) => it.name === name)?.value ?? NaN;

describe("signals", () => {
  test("are nought for a line that nobody asked for, but for its richness", () => {
    const { signals, boosts } = score(aCandidate());
    expect(signals.map(({ name }) => name)).toEqual([...SIGNAL_NAMES]);
    expect(signals.filter(({ value }) => value > 0).map(({ name }) => name)).toEqual(["richness"]);
    expect(boosts).toEqual({ light: 0, rem: 0 });
  });

  test("are those of the formulas, worked out by hand for three recalls on days 0, 1 and 3", () => {
    const candidate = aCandidate({ evidence: [aRecall(3, 0.6), aRecall(1, 0.9), aRecall(0, 0.9)] });
    expect(valueOf(candidate, "relevance")).toBeCloseTo(0.8, 10);
    expect(valueOf(candidate, "frequency")).toBeCloseTo(Math.log(4) / Math.log(11), 10);
    expect(valueOf(candidate, "diversity")).toBeCloseTo(0.6, 10);
    expect(valueOf(candidate, "recency")).toBeCloseTo(1, 10);
    expect(valueOf(candidate, "recurrence")).toBeCloseTo(0.55 * Math.log(3) / Math.log(5) + 0.45 * 3 / 7, 10);
    expect(valueOf(candidate, "richness")).toBeCloseTo(0.5, 10);
  });

  test("halve recency after fourteen days", () => {
    expect(valueOf(aCandidate({ evidence: [aRecall(14)] }), "recency")).toBeCloseTo(0.5, 10);
  });

  test("give a single day a recurrence of 0.2, however many questions it had", () => {
    const evidence = [aRecall(1, 0.8, "a"), aRecall(1, 0.8, "b"), aRecall(1, 0.8, "c")];
    expect(valueOf(aCandidate({ evidence }), "recurrence")).toBe(0.2);
  });

  test("look at the best three qualities only", () => {
    const evidence = [0.9, 0.9, 0.9, 0.5, 0.5].map((quality, at) => aRecall(at, quality));
    expect(valueOf(aCandidate({ evidence }), "relevance")).toBeCloseTo(0.9, 10);
  });

  test("take a recall in the future, after a clock was set back, as one of now", () => {
    expect(valueOf(aCandidate({ evidence: [aRecall(-5)] }), "recency")).toBe(1);
  });
});

test("the value alone is the sum of the parts, to the last bit", () => {
  const hits = fc.record({ lightHits: fc.nat(9), remHits: fc.nat(9), lastLightMs: agoMs(), lastRemMs: agoMs() });
  const needed = fc.array(fc.tuple(fc.nat(40), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 15 });
  fc.assert(fc.property(hits, needed, fc.nat(9), (hit, recalls, tags) => {
    const evidence = recalls.map(([ago, quality]) => aRecall(ago, quality));
    const lastMs = evidence.length === 0 ? null : Math.max(...evidence.map(({ atMs }) => atMs));
    const strength = { ...neededBy(evidence), questions: evidence.length, lastMs, tags, ...hit };
    const { signals, boosts, score: whole } = scoreFrom(strength, NIGHT, CONFIG);
    const sum = signals.reduce((total, { contribution }) => total + contribution, boosts.light + boosts.rem);
    expect(whole).toBe(Math.min(1, sum));
    expect(scoreValue(strength, NIGHT, CONFIG)).toBe(whole);
    expect(neededBy([...evidence].reverse())).toEqual(neededBy(evidence));
  }));
});

const agoMs = () => fc.option(fc.nat(60).map((days) => NIGHT.ms - days * DAY_MS));

describe("boosts", () => {
  test("are full after six hits and fade by half in fourteen days", () => {
    const full = score(aCandidate({ lightHits: 6, lastLightMs: NIGHT.ms, remHits: 6, lastRemMs: NIGHT.ms }));
    expect(full.boosts.light).toBeCloseTo(0.06, 10);
    expect(full.boosts.rem).toBeCloseTo(0.09, 10);
    const faded = score(aCandidate({ remHits: 6, lastRemMs: NIGHT.ms - 14 * DAY_MS }));
    expect(faded.boosts.rem).toBeCloseTo(0.045, 10);
  });
});

const anEvidence: fc.Arbitrary<Evidence> = fc.record({
  question: fc.integer({ min: 0, max: 8 }).map(String),
  session: fc.integer({ min: 0, max: 4 }).map(String),
  daysAgo: fc.integer({ min: 0, max: 60 }),
  quality: fc.double({ min: 0, max: 1, noNaN: true }),
}).map(({ question, session, daysAgo, quality }) => ({ ...aRecall(daysAgo, quality, question), session }));

const aPool: fc.Arbitrary<Candidate> = fc.record({
  evidence: fc.array(anEvidence, { maxLength: 12 }),
  tags: fc.array(fc.string({ minLength: 3, maxLength: 8 }), { maxLength: 8 }),
  lightHits: fc.integer({ min: 0, max: 12 }),
  remHits: fc.integer({ min: 0, max: 12 }),
  hitDaysAgo: fc.integer({ min: 0, max: 40 }),
}).map(({ hitDaysAgo, ...rest }) => {
  const at = NIGHT.ms - hitDaysAgo * DAY_MS;
  return aCandidate({ ...rest, lastLightMs: at, lastRemMs: at });
});

describe("the laws of the score", () => {
  test("it lies between 0 and 1 and is the sum of its parts, cut at 1", () => {
    fc.assert(
      fc.property(aPool, (candidate) => {
        const { signals, boosts, score: total } = score(candidate);
        const sum = signals.reduce((all, { contribution }) => all + contribution, boosts.light + boosts.rem);
        expect(total).toBeCloseTo(Math.min(1, sum), 10);
        expect(total).toBeGreaterThanOrEqual(0);
        for (const { value, weight, contribution } of signals) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
          expect(contribution).toBeCloseTo(value * weight, 10);
        }
      }),
      { seed: 20260819 },
    );
  });

  test("no signal lowers it by rising: more recalls, better ones, later ones, more tags, more hits", () => {
    const raises: ((candidate: Candidate, extra: Evidence) => Candidate)[] = [
      (it, extra) => ({ ...it, evidence: [...it.evidence, extra] }),
      (it, extra) => ({
        ...it,
        evidence: it.evidence.map((old, at) =>
          at === 0 ? { ...old, quality: Math.max(old.quality, extra.quality) } : old
        ),
      }),
      (it, extra) => ({ ...it, evidence: [...it.evidence, { ...extra, question: `new ${extra.question}` }] }),
      (it) => ({
        ...it,
        evidence: it.evidence.map((old) =>
          old.atMs === Math.max(...it.evidence.map(({ atMs }) => atMs))
            ? { ...old, atMs: NIGHT.ms, day: addDays(NIGHT.day, 0) }
            : old
        ),
      }),
      (it) => ({ ...it, tags: [...it.tags, "another"] }),
      (it) => ({ ...it, lightHits: it.lightHits + 1, lastLightMs: NIGHT.ms }),
      (it) => ({ ...it, remHits: it.remHits + 1, lastRemMs: NIGHT.ms }),
    ];
    fc.assert(
      fc.property(aPool, anEvidence, fc.integer({ min: 0, max: raises.length - 1 }), (candidate, extra, which) => {
        const raised = raises[which]?.(candidate, extra) ?? candidate;
        // A later last day can join another recall's day: fewer days are a lower signal, not a risen one.
        const days = (it: Candidate) => new Set(it.evidence.map(({ day }) => day)).size;
        fc.pre(days(raised) >= days(candidate));
        expect(score(raised).score).toBeGreaterThanOrEqual(score(candidate).score - 1e-12);
      }),
      { seed: 20260819, numRuns: 500 },
    );
  });
});
