/** Two months of an invented user, night by night. `make year` lives whole years and writes the table of docs/dreaming.md. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { addDays } from "../../src/base/clock.ts";
import { explain } from "../../src/dream/explain.ts";
import { sweep } from "../../src/dream/sweep.ts";
import { residentChars } from "../../src/curate/compose.ts";
import { parseCurated } from "../../src/workspace/curated.ts";
import { makeYear, type YearDay } from "../support/year/calendar.ts";
import { judge } from "../support/year/judge.ts";
import { type LivedYear, openLivedYear } from "../support/year/live.ts";

/** Weeks are lived here. */
setDefaultTimeout(600_000);

const SIZE = { seed: 11, days: 50, facts: 24, chatter: 3 };
const year = makeYear(SIZE);
const lastDay = year.days.at(-1) as YearDay;

/** What was seen while the days went by. */
interface Seen {
  readonly late: string[];
  readonly disagreements: string[];
  mostChars: number;
}

let world: LivedYear;
const seen: Seen = { late: [], disagreements: [], mostChars: 0 };

/** Nights on which every claim is explained before the sweep decides. */
const EXPLAINED = new Set([24, 49]);

/** Days that are lived a second time, all before the first of those nights. */
const LIVED_AGAIN = 24;
/** What the curated files hold after them. */
let afterThose: string[] = [];
const filesOf = ({ read }: LivedYear) => [read("MEMORY.md"), read("DREAMS.md")];

beforeAll(() => {
  world = openLivedYear();
  for (const [at, day] of year.days.entries()) {
    world.live(day);
    if (EXPLAINED.has(at)) compare(day);
    else world.dream(day);
    seen.mostChars = Math.max(seen.mostChars, residentChars(world.read("MEMORY.md")));
    for (const { from, to } of day.changes) lookForOld(day, from, to, at);
    if (at === LIVED_AGAIN - 1) afterThose = filesOf(world);
  }
});
afterAll(() => world.close());

const pending: { day: number; from: string; to: string }[] = [];

/** In the second morning after a correction the agent is not given the old value any more, if it was given any. */
function lookForOld(day: YearDay, from: string, to: string, at: number): void {
  const context = world.morningAfter(day);
  if (context.includes(from)) seen.late.push(`${day.day}: "${from}" instead of "${to}"`);
  pending.push({ day: at, from, to });
}

/** Explains every claim that somebody asked for or the owner wrote, then lets the night decide. */
function compare(day: YearDay): void {
  const night = world.nightAfter(day);
  world.index(day);
  const keys = askedFor();
  const said = new Map(keys.map((key) => [key, explain(night, key)]));
  const { promoted, stopped } = world.dream(day);
  const kept = new Set(promoted.map(({ key }) => key));
  const counted: Record<string, number> = {};
  for (const { key, verdict, stop } of new Map([...said.values()].map((each) => [each.key, each])).values()) {
    if ((verdict === "promotable") !== kept.has(key)) seen.disagreements.push(`${day.day} ${key}: ${verdict}`);
    const name = verdict === "promoted" ? "promoted" : stop?.name;
    if (name !== undefined) counted[name] = (counted[name] ?? 0) + 1;
  }
  for (const name of ["promoted", "questions", "age", "score", "conflict", "limit"]) {
    const [swept = 0, explained = 0] = [stopped[name], counted[name]];
    if (swept !== explained) seen.disagreements.push(`${day.day} ${name}: ${swept} stopped, ${explained} explained`);
  }
}

function askedFor(): string[] {
  const { state } = world.nightAfter(lastDay);
  const recalled = state.recalls.all();
  return state.candidates.all().filter(({ key, promotedAt }) => recalled.has(key) || promotedAt !== null)
    .map(({ key }) => key);
}

describe("after two months", () => {
  test("what is in MEMORY.md is right, and what has to be there is there", () => {
    const { precision, recall, wrong, entries } = judge(world.read("MEMORY.md"), year.truths, lastDay.day);
    expect(wrong).toMatchObject({ poison: [], superseded: [], duplicate: [] });
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.9);
    expect(entries).toBeGreaterThan(15);
    expect(seen.mostChars).toBeLessThanOrEqual(10_000);
  });

  test("no line from outside was ever kept, and a corrected value was given the next morning", () => {
    const night = world.nightAfter(lastDay);
    const ever = night.state.promotions.all().map(({ text }) => text);
    for (const { poison } of year.truths) for (const text of poison) expect(ever).not.toContain(text);
    expect(pending.length).toBeGreaterThan(3);
    expect(seen.late).toEqual([]);
  });

  test("no entry was lost: each that left was superseded, and its successor stands or was superseded in its turn", () => {
    const { state } = world.nightAfter(lastDay);
    const standing = new Set(parseCurated(world.read("MEMORY.md")).entries.map(({ key }) => key));
    const left = new Map(state.departures.open().map((row) => [row.entryKey, row]));
    for (const { entryKey } of state.promotions.all()) {
      expect(standing.has(entryKey) || left.get(entryKey)?.reason === "superseded").toBeTrue();
    }
  });

  test("explanations agreed with the sweeps on every claim", () => {
    expect(seen.disagreements).toEqual([]);
  });
});

test("the same days give the same files, byte for byte", () => {
  const other = openLivedYear();
  for (const day of year.days.slice(0, LIVED_AGAIN)) {
    other.live(day);
    other.dream(day);
  }
  const files = filesOf(other);
  other.close();
  expect(files).toEqual(afterThose);
  expect(files[0]).toContain("## Consolidated Memory");
});

test("what a claim still needs is enough: asked just so, it is kept the next night", () => {
  const { state, index, layout, originsOf, config, keepSupersededDays } = world.nightAfter(lastDay);
  const needing = askedFor().map((key) => explain(world.nightAfter(lastDay), key))
    .filter(({ verdict, needs }) => verdict === "blocked" && /^\d more recalls?\b/.test(needs[0] ?? ""));
  const wanted = needing.sort((a, b) => b.score - a.score).slice(0, 3);
  expect(wanted.length).toBeGreaterThan(0);
  for (const { key, needs } of wanted) {
    // Each on a copy of nothing: a claim is asked for alone, so that no other one is in its way.
    const before = state.recalls.of([key]).get(key) ?? [];
    const count = Number(/^\d+/.exec(needs[0] ?? "")?.[0]);
    for (let turn = 1; turn <= count; turn++) {
      const day = addDays(lastDay.day, turn);
      const row = {
        candidateKey: key,
        questionHash: `needed ${key} ${turn}`,
        session: `needed ${turn}`,
        day,
        quality: 0.8,
      };
      state.recalls.add({ ...row, recalledAt: `${day}T10:00:00+08:00`, project: null });
    }
    const last = addDays(lastDay.day, count);
    const { clock } = world.nightAfter({ ...lastDay, day: last });
    const kept = explain({ state, index, layout, originsOf, config, keepSupersededDays, clock }, key);
    expect({ key, before: before.length, verdict: kept.verdict }).toEqual({
      key,
      before: before.length,
      verdict: "promotable",
    });
  }
  const night = { state, index, layout, originsOf, config, keepSupersededDays };
  const days = [1, 2, 3, 4, 5, 6].map((turn) => addDays(lastDay.day, turn));
  const promoted = days.flatMap((day) =>
    sweep({ ...night, clock: world.nightAfter({ ...lastDay, day }).clock }, {
      isTypedByOwner: true,
      isScheduled: false,
      isDryRun: false,
      isForced: true,
    }).promoted
  ).map(({ key }) => key);
  for (const { key } of wanted) expect(promoted).toContain(key);
});
