import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { explain } from "../../src/dream/explain.ts";
import { sweep, type SweepRequest } from "../../src/dream/sweep.ts";
import { type DreamWorld, openDreamWorld } from "../support/dream_world.ts";
import { errorOf } from "../support/error_of.ts";

const OWNER: SweepRequest = { isTypedByOwner: true, isScheduled: false, isDryRun: false, isForced: false };
const FACT = "The gateway listens on port 18790 behind the office router";
const DIARY = "memory/2026-08-12.md";
const NIGHT = "2026-08-17T03:00:00+08:00";
const four = ["13", "14", "15", "16"].map((day) => ({ question: `q${day}`, at: `2026-08-${day}T10:00:00+08:00` }));

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
});
afterEach(() => world.close());

describe("an explanation", () => {
  test("is the same by key, by lines in both forms, and by text", () => {
    const key = world.note(DIARY, FACT);
    world.note(DIARY, "The clock of the box was seventeen minutes slow");
    const [first, ...others] = [key, `${DIARY}:1`, `${DIARY}:1-1`, `${DIARY}#L1-L1`, FACT, "PORT 18790  behind"]
      .map((selector) => explain(world.at(NIGHT), selector));
    expect(first).toMatchObject({ key, text: FACT, source: `${DIARY}#L1-L1`, verdict: "blocked", origin: "agent" });
    for (const other of others) expect(other).toEqual(first as NonNullable<typeof first>);
  });

  test("takes a citation as it is, also of names with a line end or what looks like a code", () => {
    for (const path of ["memory/%41.md", "memory/a\nb.md", "memory/a;b.md"]) {
      const key = world.note(path, FACT);
      expect(explain(world.at(NIGHT), `${path}#L1`)).toMatchObject({ key, verdict: "blocked" });
    }
    const key = world.note("memory/A.md", FACT);
    expect(explain(world.at(NIGHT), "memory/%41.md#L1").key).not.toBe(key);
  });

  test("is refused for what lies outside the workspace, by every way there, and so is a verdict of the owner", () => {
    const outside = join(dirname(world.layout.root), "outside.md");
    writeFileSync(outside, `- ${FACT}\n`);
    const places = [
      outside,
      `${outside}:1`,
      `${outside}#L1-L1`,
      "../outside.md",
      "../outside.md:1",
      "memory/../../outside.md:1",
    ];
    try {
      for (const place of places) {
        const { kind, message } = errorOf(() => explain(world.at(NIGHT), place));
        expect({ place, kind, isNamed: /absolute|hold no "\.\."/.test(message) }).toEqual({
          place,
          kind: "failed",
          isNamed: true,
        });
      }
    } finally {
      rmSync(outside);
    }
  });

  test("knows a line below one that shows a tag of ours", () => {
    world.write(DIARY, `- A web page that shows <memory-data> to ducks\n- ${FACT}\n`);
    expect(explain(world.at(NIGHT), `${DIARY}:2`)).toMatchObject({ text: FACT, verdict: "blocked" });
  });

  test("writes nothing, also for a line that nobody staged", () => {
    world.note(DIARY, FACT);
    const before = world.snapshot();
    const { verdict, needs, stop } = explain(world.at(NIGHT), FACT);
    expect({ verdict, needs, stop: stop?.name }).toEqual({
      verdict: "blocked",
      needs: ["3 more recalls by new questions on different days, at quality 0.8"],
      stop: "recalls",
    });
    expect(world.snapshot()).toBe(before);
  });

  test("says of a line from outside that its origin stops it, and that no recall helps", () => {
    world.note(DIARY, FACT, { origin: "untrusted" });
    world.recall(DIARY, FACT, four);
    const { verdict, gates, stop, needs, origin } = explain(world.at(NIGHT), FACT);
    expect({ verdict, stop, origin }).toEqual({
      verdict: "blocked",
      stop: { name: "origin", reason: "origin is untrusted" },
      origin: "untrusted",
    });
    expect(gates.filter(({ passes }) => !passes).map(({ name }) => name)).toEqual(["origin"]);
    expect(needs[0]).toContain("no number of recalls");
  });

  test("answers unknown, and throws nothing, for what matches no claim", () => {
    world.note(DIARY, FACT);
    for (
      const selector of [
        "c:0123456789ab",
        "e:0123456789ab",
        "k:nothing",
        `${DIARY}:7`,
        "memory/2026-01-01.md:1",
        "MEMORY.md:1",
        "nobody wrote this",
        "",
      ]
    ) {
      const { verdict, key, needs } = explain(world.at(NIGHT), selector);
      expect({ verdict, key }).toEqual({ verdict: "unknown", key: selector });
      expect(needs).toHaveLength(1);
    }
  });

  test("refuses a selector that means several claims, and lists them all", () => {
    world.note(DIARY, FACT);
    world.note(DIARY, "The gateway restarts within four seconds");
    const error = errorOf(() => explain(world.at(NIGHT), "the gateway"));
    expect(error.kind).toBe("usage");
    expect(error.message).toContain(`${DIARY}#L1-L1 "${FACT}"`);
    expect(error.message).toContain(`${DIARY}#L2-L2`);
  });

  test("of an equal claim is that of the older one which took over its recalls", () => {
    const older = world.note(DIARY, FACT);
    sweep(world.at("2026-08-12T23:00:00+08:00"), OWNER);
    world.note("memory/2026-08-14.md", FACT);
    world.recall("memory/2026-08-14.md", FACT, four);
    expect(explain(world.at(NIGHT), "memory/2026-08-14.md:1")).toMatchObject({ key: older, source: `${DIARY}#L1-L1` });
  });

  test("of a promoted claim and of its entry says promoted", () => {
    world.note(DIARY, FACT);
    world.recall(DIARY, FACT, four);
    sweep(world.at(NIGHT), OWNER);
    const entryKey = world.state.promotions.all()[0]?.entryKey ?? "";
    for (const selector of [FACT, entryKey, "MEMORY.md:5"]) {
      expect(explain(world.at("2026-08-18T10:00:00+08:00"), selector)).toMatchObject({
        verdict: "promoted",
        text: FACT,
        needs: [],
      });
    }
  });

  test("of a claim whose line changed says that the line is gone", () => {
    const key = world.note(DIARY, FACT);
    world.recall(DIARY, FACT, four);
    world.write(DIARY, `- ${FACT} no longer\n`);
    const { verdict, stop } = explain(world.at(NIGHT), key);
    expect({ verdict, stop: stop?.name }).toEqual({ verdict: "blocked", stop: "rehydrate" });
  });
});

test("explanation and sweep agree on every candidate of random pools", () => {
  const words = fc.constantFrom("gateway", "router", "clock", "harbour", "display", "backup", "timetable");
  const claim = fc.record({
    text: fc.tuple(words, words, fc.integer({ min: 1, max: 99 })).map(([a, b, n]) =>
      `The ${a} reads the ${b} number ${n} every morning`
    ),
    day: fc.integer({ min: 10, max: 16 }),
    origin: fc.constantFrom("owner", "agent", "untrusted", "system"),
    recalls: fc.array(
      fc.record({
        day: fc.integer({ min: 10, max: 16 }),
        quality: fc.double({ min: 0.5, max: 1, noNaN: true }),
        question: fc.integer({ min: 0, max: 20 }),
      }),
      { maxLength: 7 },
    ),
  });
  fc.assert(
    fc.property(fc.uniqueArray(claim, { maxLength: 6, selector: ({ text }) => text }), (claims) => {
      const pool = openDreamWorld();
      try {
        for (const { text, day, origin, recalls } of claims) {
          const path = `memory/2026-08-${day}.md`;
          pool.note(path, text, { origin: origin as "owner" });
          pool.recall(
            path,
            text,
            recalls.map(({ day: on, quality, question }) => ({
              question: `${question}`,
              at: `2026-08-${on}T10:00:00+08:00`,
              quality,
            })),
          );
        }
        const deps = pool.at(NIGHT);
        const explained = claims.map(({ text }) => explain(deps, text));
        const promotable = explained.filter(({ verdict }) => verdict === "promotable").map(({ key }) => key);
        const dry = sweep(deps, { ...OWNER, isDryRun: true });
        const real = sweep(deps, OWNER);
        expect(real.promoted).toEqual(dry.promoted);
        expect(new Set(promotable)).toEqual(new Set(real.promoted.map(({ key }) => key)));
        const counts: Record<string, number> = {};
        for (const key of new Set(explained.map((it) => it.key))) {
          const stop = explained.find((it) => it.key === key)?.stop?.name;
          if (stop !== undefined) counts[stop] = (counts[stop] ?? 0) + 1;
        }
        const stopped = Object.fromEntries(Object.entries(real.stopped).filter(([, count]) => count > 0));
        // A claim that nobody asked for is counted at "recalls" without being looked at more closely.
        const total = (of: Record<string, number>) => Object.values(of).reduce((sum, count) => sum + count, 0);
        expect(total(stopped)).toBe(total(counts));
        for (const name of ["questions", "age", "score"]) expect(stopped[name] ?? 0).toBe(counts[name] ?? 0);
        for (const { text, score } of real.promoted) {
          expect(explained.find((it) => it.text === text)?.score).toBe(score);
        }
      } finally {
        pool.close();
      }
    }),
    { seed: 20260819, numRuns: 15 },
  );
}, 240_000);
