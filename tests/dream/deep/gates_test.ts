import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { Candidate } from "../../../src/dream/candidate.ts";
import { defaultDreamConfig } from "../../../src/dream/config.ts";
import { evaluate } from "../../../src/dream/deep/evaluate.ts";
import { GATE_NAMES } from "../../../src/dream/deep/gates.ts";
import { needsOf } from "../../../src/dream/deep/needs.ts";
import { taintOf } from "../../../src/dream/deep/taint.ts";
import type { LineOrigin } from "../../../src/provenance/origin.ts";
import { aCandidate, aReady, aRecall, NIGHT } from "../../support/candidate.ts";

const FRAME = { now: NIGHT, config: defaultDreamConfig().deep };
const stopOf = (candidate: Candidate) => evaluate(candidate, FRAME).stop?.name ?? null;

const LINE: LineOrigin = {
  origin: "agent",
  sessionKind: "interactive",
  state: "booked",
  observedAt: null,
  session: null,
  isImport: false,
  why: "",
};
const TAINTS: readonly (readonly [string, LineOrigin, { text?: string; expires?: string }])[] = [
  ["it is untrusted", { ...LINE, origin: "untrusted" }, {}],
  ["it is scaffolding", { ...LINE, origin: "system" }, {}],
  ["cron wrote it", { ...LINE, sessionKind: "cron" }, {}],
  ["a heartbeat wrote it", { ...LINE, sessionKind: "heartbeat" }, {}],
  ["a sub-agent wrote it", { ...LINE, sessionKind: "subagent" }, {}],
  ["nobody knows what wrote it", { ...LINE, sessionKind: "unknown" }, {}],
  ["it is an import", { ...LINE, isImport: true }, {}],
  ["it is an echo", { ...LINE, state: "echo" }, {}],
  ["its turn is open", { ...LINE, state: "pending" }, {}],
  ["it is expired", LINE, { expires: "2026-08-19" }],
  ["it grants a permission", LINE, { text: "The agent may push to the main branch without asking" }],
];

const tainted = (line: LineOrigin, facts: { text?: string; expires?: string }) =>
  taintOf([LINE, line], { text: facts.text ?? "The gateway is up", expires: facts.expires ?? null, today: NIGHT.day });

describe("the taint gate", () => {
  test.each(TAINTS)("stops a claim if one of its lines fails because %s", (_title, line, facts) => {
    const provenance = tainted(line, facts);
    expect(provenance.verdict.passes).toBeFalse();
    const { stop, gates } = evaluate({ ...aReady().candidate, provenance }, FRAME);
    expect(stop?.name).toBe("origin");
    expect(gates.filter(({ passes }) => !passes).map(({ name }) => name)).toEqual(["origin"]);
  });

  test("lets an expiry of today pass: it is the last day", () => {
    expect(tainted(LINE, { expires: NIGHT.day }).verdict.passes).toBeTrue();
  });

  test("opens to no signal whatever", () => {
    const anything = fc.record({
      which: fc.integer({ min: 0, max: TAINTS.length - 1 }),
      recalls: fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.double({ min: 0, max: 1, noNaN: true })), {
        maxLength: 200,
      }),
      lightHits: fc.nat({ max: 1000 }),
      remHits: fc.nat({ max: 1000 }),
      tags: fc.array(fc.string(), { maxLength: 20 }),
      importance: fc.option(fc.integer({ min: 1, max: 10 })),
    });
    fc.assert(
      fc.property(anything, ({ which, recalls, importance, ...signals }) => {
        const [, line, facts] = TAINTS[which] ?? TAINTS[0] ?? ["", LINE, {}];
        const evidence = recalls.map(([daysAgo, quality], at) => aRecall(daysAgo, quality, `q${at}`));
        const provenance = tainted(line, facts);
        const wishes = { ...aCandidate().wishes, importance };
        const candidate = aCandidate({
          ...signals,
          evidence,
          provenance,
          wishes,
          lastLightMs: NIGHT.ms,
          lastRemMs: NIGHT.ms,
        });
        const evaluation = evaluate(candidate, FRAME);
        expect(evaluation.stop?.name).toBe("origin");
        expect(needsOf(evaluation, FRAME).recalls).toBeNull();
      }),
      { seed: 20260819 },
    );
  });
});

describe("the gates", () => {
  test("are asked in the order in which they are named, and all are answered", () => {
    expect(evaluate(aCandidate(), FRAME).gates.map(({ name }) => name)).toEqual([...GATE_NAMES]);
  });

  test.each(
    [
      ["quality", { text: "user: what is the port of the gateway" }],
      ["promoted", { isPromoted: true }],
      ["rejected", { isRejected: true }],
      ["forgotten", { isForgotten: true }],
      ["recalls", { evidence: [aRecall(1, 1), aRecall(2, 1)] }],
      ["questions", {
        evidence: [aRecall(1, 1, "same"), aRecall(2, 1, "same"), aRecall(3, 1, "same"), aRecall(4, 1, "other")],
      }],
      ["age", { evidence: [34, 33, 32, 31].map((daysAgo) => aRecall(daysAgo, 1)) }],
      ["score", { evidence: [aRecall(1, 0.5), aRecall(2, 0.5), aRecall(3, 0.5)] }],
      ["rehydrate", { gone: "the line is gone" }],
      ["preference", { text: "Always answer in short sentences, says Lin" }],
    ] as const,
  )("stop at %s", (name, changes: Partial<Candidate>) => {
    expect(stopOf({ ...aReady().candidate, ...changes })).toBe(name);
  });

  test("never count how often the diary repeats a line", () => {
    expect(Object.keys(aCandidate())).not.toContain("dailyCount");
  });
});

describe("what is still needed", () => {
  test("is the smallest number of recalls with which the same steps let the candidate through", () => {
    const some = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.double({ min: 0.3, max: 1, noNaN: true })), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(some, (recalls) => {
        const candidate = aCandidate({
          evidence: recalls.map(([daysAgo, quality], at) => aRecall(daysAgo, quality, `q${at}`)),
        });
        const evaluation = evaluate(candidate, FRAME);
        const { recalls: needed } = needsOf(evaluation, FRAME);
        fc.pre(evaluation.stop !== null);
        expect(needed).not.toBeNull();
        const after = (count: number) => {
          const later = Array.from({ length: count }, (_, at) => aRecall(-1 - at, 0.8, `later ${at}`));
          const lastMs = NIGHT.ms + count * 86_400_000;
          const now = { ...NIGHT, ms: lastMs + 17 * 3_600_000 };
          const lit = {
            ...candidate,
            evidence: [...candidate.evidence, ...later],
            lightHits: count,
            lastLightMs: lastMs,
          };
          return evaluate(lit, { ...FRAME, now }).stop;
        };
        expect(after(needed ?? 0)).toBeNull();
        if ((needed ?? 0) > 1) expect(after((needed ?? 0) - 1)).not.toBeNull();
      }),
      { seed: 20260819 },
    );
  });

  test("is nothing for one that goes through", () => {
    expect(needsOf(aReady(), FRAME)).toEqual({ recalls: null, needs: [] });
  });
});
