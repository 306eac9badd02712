/**
 * What an explanation says and what the night does are the same (SPEC 8.9), whatever happened to lines, entries and verdicts
 * before: also for claims that nobody asked for, in files that changed, and of entries that a person deleted.
 */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { deliberate, frameOf } from "../../src/dream/deep/deliberate.ts";
import { previewMemory } from "../../src/dream/deep/write.ts";
import { explain } from "../../src/dream/explain.ts";
import { type DreamDeps, lookAhead } from "../../src/dream/night.ts";
import { reject } from "../../src/dream/orders/reject.ts";
import { sweep } from "../../src/dream/sweep.ts";
import { type DreamWorld, openDreamWorld } from "../support/dream_world.ts";

const OWNER = { isTypedByOwner: true, isScheduled: false, isDryRun: false, isForced: true } as const;
const at = (day: number, hour = 3) => `2026-08-${day}T${String(hour).padStart(2, "0")}:00:00+08:00`;
const diary = (day: number) => `memory/2026-08-${day}.md`;
const four = (first: number) =>
  [0, 1, 2, 3].map((turn) => ({ question: `q${first + turn}`, at: at(first + turn, 10), quality: 0.9 }));

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
});
afterEach(() => world.close());

/** What the next night makes of each claim that it looks at, before it writes. */
function foretold(deps: DreamDeps) {
  const now = deps.clock.now();
  const night = lookAhead(deps, now);
  const deep = deliberate(night.pool, frameOf(deps, now));
  const { draft } = previewMemory(deep.ready, deps, night);
  const later = new Map(
    [...deep.stopped, ...draft.stopped].map(({ evaluation, stop }) => [evaluation.candidate.key, stop]),
  );
  return deep.evaluations.map(({ candidate, score, gates, stop }) => ({
    key: candidate.key,
    isPromoted: candidate.isPromoted,
    score: score.score,
    gates,
    stop: stop ?? later.get(candidate.key) ?? null,
  }));
}

/** Compares every claim that the night looks at with its explanation, and what is explained with what is then kept. */
function expectAgreement(deps: DreamDeps, others: readonly string[] = []): void {
  const told = foretold(deps);
  const promotable = new Set<string>();
  for (const { key, isPromoted, score, gates, stop } of told) {
    const said = explain(deps, key);
    expect(said).toMatchObject({ key, score, gates: [...gates], stop: isPromoted ? null : stop });
    expect(said.verdict).toBe(isPromoted ? "promoted" : stop === null ? "promotable" : "blocked");
    if (said.verdict === "promotable") promotable.add(key);
  }
  const looked = new Set(told.map(({ key }) => key));
  for (const selector of others) {
    const said = explain(deps, selector);
    if (!looked.has(said.key)) expect(["blocked", "unknown"]).toContain(said.verdict);
  }
  const { promoted } = sweep(deps, OWNER);
  expect(new Set(promoted.map(({ key }) => key))).toEqual(promotable);
}

describe("an explanation agrees with the night", () => {
  test("about a claim that nobody asked for and that stands in no file that is looked into", () => {
    world.write(diary(10), "- The relay of the pier is painted green\n- 码头的中继器漆成了绿色\n");
    const claims = [`${diary(10)}:1`, `${diary(10)}:2`];
    for (const selector of claims) {
      const { verdict, stop, gates } = explain(world.at(at(20)), selector);
      expect({ verdict, stop: stop?.name }).toEqual({ verdict: "blocked", stop: "recalls" });
      expect(gates.find(({ name }) => name === "recalls")?.have).toBe(0);
    }
    expectAgreement(world.at(at(20)), claims);
  });

  test("about a claim that says what another one says, and that no night has met: it stays one of its own", () => {
    const text = "The readings are copied to the office machine at 02:30";
    const older = world.note(diary(12), text);
    world.recall(diary(12), text, four(13));
    world.write(diary(10), `- ${text.toUpperCase()}\n`);
    expect(explain(world.at(at(17)), `${diary(10)}:1`).key).not.toBe(older);
    expectAgreement(world.at(at(17)), [`${diary(10)}:1`]);
  });

  test("about a claim of a file that changed since the last night", () => {
    world.note(diary(10), "The pump cable runs beside the serial cable");
    sweep(world.at(at(15)), OWNER);
    const text = "The spare pump stands in the shed behind the pier";
    const key = world.note("memory/topics.md", text);
    world.recall("memory/topics.md", text, four(16));
    expectAgreement(world.at(at(20)), [key]);
  });

  test("about a claim whose line gained a word, moved within its file, or went to another", () => {
    const [kept, moved, changed] = [
      "The spare pump stands in the shed",
      "备用水泵放在棚子里",
      "The serial cable is twelve metres long",
    ];
    for (const text of [kept, moved, changed]) {
      world.note(diary(12), text);
      world.recall(diary(12), text, four(13));
    }
    world.write(diary(12), `# later\n\n- ${moved}\n- ${changed} no longer\n`);
    world.write(diary(11), `- ${kept}\n`);
    expectAgreement(world.at(at(17)), [`${diary(11)}:1`, `${diary(12)}:4`]);
  });

  test("about the claim of an entry that a person deleted by hand", () => {
    const text = "The gateway listens on port 18790 behind the office router";
    const key = world.note(diary(12), text);
    world.recall(diary(12), text, four(13));
    sweep(world.at(at(17)), OWNER);
    const [promotion] = world.state.promotions.all();
    world.write("MEMORY.md", "# Memory\n");
    const entryKey = promotion?.entryKey ?? "";
    const nothing = { heading: null, sweepId: null, successorKey: null, session: null };
    world.state.departures.add([{
      entryKey,
      raw: promotion?.raw ?? "",
      reason: "deleted",
      departedAt: at(17, 12),
      ...nothing,
    }]);
    const said = explain(world.at(at(18)), key);
    expect(said).toMatchObject({ verdict: "blocked", stop: { name: "rejected" } });
    expectAgreement(world.at(at(18)));
  });
});

/** One thing that happens on a day. */
type Happening =
  | { readonly kind: "note"; readonly text: string; readonly origin: "owner" | "agent" | "untrusted" }
  | { readonly kind: "hand"; readonly text: string }
  | { readonly kind: "ask"; readonly nth: number; readonly quality: number; readonly days: number }
  | { readonly kind: "edit"; readonly nth: number }
  | { readonly kind: "reject"; readonly nth: number };

const subject = fc.constantFrom("gateway", "spare pump", "timetable", "网关", "备用水泵");
const statement = fc.tuple(subject, fc.integer({ min: 7, max: 9 })).map(([name, value]) =>
  /^[a-z]/.test(name) ? `The ${name} of the pier keeps number ${value}` : `码头的${name}一直用编号 ${value}`
);
const nth = fc.integer({ min: 0, max: 3 });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ kind: fc.constant("note"), text: statement, origin: fc.constantFrom("owner", "agent", "untrusted") }),
  fc.record({ kind: fc.constant("hand"), text: statement }),
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("ask"),
      nth,
      quality: fc.double({ min: 0.5, max: 1, noNaN: true }),
      days: fc.integer({ min: 1, max: 5 }),
    }),
  },
  fc.record({ kind: fc.constant("edit"), nth }),
  fc.record({ kind: fc.constant("reject"), nth }),
) as fc.Arbitrary<Happening>;

/** Lets one thing happen; what there is nothing for does not. */
function happen(place: DreamWorld, on: number, told: { path: string; text: string }[], it: Happening): void {
  const path = diary(on);
  if (it.kind === "note") place.note(path, it.text, { origin: it.origin, observedAt: at(on, 9) });
  if (it.kind === "hand") place.write(path, `${place.read(path) ?? ""}- ${it.text}\n`);
  if (it.kind === "note" || it.kind === "hand") return void told.push({ path, text: it.text });
  const claim = told[it.nth];
  if (claim === undefined) return;
  const text = place.read(claim.path) ?? "";
  if (!text.includes(claim.text)) return;
  if (it.kind === "ask") {
    const days = Array.from({ length: it.days }, (_, back) => on - it.days + 1 + back);
    const asked = days.map((day) => ({
      question: `of ${day}`,
      at: at(day, 10),
      quality: it.quality,
      session: `${day}`,
    }));
    place.recall(claim.path, claim.text, asked);
  }
  if (it.kind === "edit") place.write(claim.path, text.replace(claim.text, `${claim.text} no longer`));
  if (it.kind === "reject") reject(place.at(at(on, 12)), `${claim.path}:${lineOf(text, claim.text)}`);
}

function lineOf(text: string, wanted: string): number {
  return text.split("\n").findIndex((line) => line.includes(wanted)) + 1;
}

test("explanations agree with every night of random weeks", () => {
  const week = fc.array(fc.array(happening, { minLength: 3, maxLength: 8, size: "max" }), {
    minLength: 3,
    maxLength: 4,
  });
  fc.assert(
    fc.property(week, (days) => {
      const place = openDreamWorld();
      try {
        const told: { path: string; text: string }[] = [];
        for (const text of ["The gateway of the pier keeps number 7", "码头的网关一直用编号 7"]) {
          happen(place, 14, told, { kind: "note", text, origin: "owner" });
        }
        for (const [nthDay, happenings] of days.entries()) {
          const on = 15 + nthDay;
          for (const it of happenings) happen(place, on, told, it);
          const lines = told.flatMap(({ path, text }) => {
            const line = lineOf(place.read(path) ?? "", text);
            return line === 0 ? [] : [`${path}:${line}`];
          });
          expectAgreement(place.at(at(on + 1)), lines);
        }
      } finally {
        place.close();
      }
    }),
    { seed: 20260819, numRuns: 5 },
  );
}, 120_000);
