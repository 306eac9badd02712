import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { noteDepartures } from "../../src/pipeline/note_departures.ts";
import { explain } from "../../src/dream/explain.ts";
import { sweep, type SweepRequest } from "../../src/dream/sweep.ts";
import { frozenClock } from "../../src/base/clock.ts";
import { type DreamWorld, openDreamWorld } from "../support/dream_world.ts";

const OWNER: SweepRequest = { isTypedByOwner: true, isScheduled: false, isDryRun: false, isForced: true };
const FACT = "The gateway listens on port 18790 behind the office router near the window of the long hall";
const NEARLY = "The gateway listens on port 18790 behind the office router near the window of the long bright hall";
const CHINESE = "夜间备份存放在东区机房的磁带库里面";

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
});
afterEach(() => world.close());

/** A path of the diary of a day of August 2026. */
function diary(day: number): string {
  return `memory/2026-08-${day}.md`;
}

function asked(day: number, text: string): void {
  const questions = [11, 12, 13, 14].map((at) => ({ question: `${text} ${at}`, at: `2026-08-${at}T10:00:00+08:00` }));
  world.recall(diary(day), text, questions);
}

function night(day: number) {
  return sweep(world.at(`2026-08-${day}T03:00:00+08:00`), OWNER);
}

/** Returns the candidates of the last night that stand at a gate. */
function forgotten(report: ReturnType<typeof night>): number {
  return report.stopped["forgotten"] ?? 0;
}

describe("what was forgotten", () => {
  test.each([FACT, CHINESE])("is promoted by no restatement of the owner's: %s", (text) => {
    world.state.tombstones.add([text], "2026-08-11T00:00:00+08:00");
    for (const day of [11, 12, 13, 14]) world.note(diary(day), text, { origin: "owner" });
    expect(night(15)).toMatchObject({ candidates: 0, promoted: [] });
    // Rows that a restored database may still have: the line is refused as one that came back, whoever said it.
    asked(11, text);
    const { promoted, stopped } = night(16);
    expect({ promoted, refused: stopped["origin"] }).toEqual({ promoted: [], refused: 1 });
    const { gates } = explain(world.at("2026-08-16T09:00:00+08:00"), `${diary(11)}:1`);
    expect(gates.filter(({ passes }) => !passes).map(({ name }) => name)).toEqual(["origin", "forgotten"]);
    expect(world.read("MEMORY.md")).toBeNull();
  });

  test.each(["Always answer in short sentences", "以后都用中文回答"])("becomes no directive again: %s", (text) => {
    world.state.tombstones.add([text], "2026-08-11T00:00:00+08:00");
    world.note(diary(12), text, { origin: "owner" });
    expect(night(13).directives).toEqual([]);
    expect(world.read("USER.md")).toBeNull();
  });

  test("counts for nothing where it was folded together with what is still remembered", () => {
    world.note(diary(10), FACT, { origin: "owner" });
    world.note(diary(11), NEARLY);
    asked(10, FACT);
    world.recall(diary(11), NEARLY, [{ question: "hall", at: "2026-08-14T11:00:00+08:00" }]);
    world.state.transaction(() => {
      const [older, younger] = world.state.candidates.all().toSorted((a, b) => a.path < b.path ? -1 : 1);
      if (older !== undefined && younger !== undefined) world.state.candidates.mergeInto(younger.key, older.key);
    });
    world.state.tombstones.add([FACT], "2026-08-14T12:00:00+08:00");
    const report = night(15);
    expect(report.promoted).toEqual([]);
    expect(report.nearMisses.map(({ text }) => text)).not.toContain(FACT);
    expect(forgotten(report)).toBe(0);
  });

  test("that stands in MEMORY.md by its own anchor is put on no record, and not when it is deleted either", () => {
    world.note(diary(12), FACT);
    asked(12, FACT);
    world.write("MEMORY.md", `- ${FACT} <!-- source: ${diary(12)}#L1 -->\n`);
    world.state.tombstones.add([FACT], "2026-08-14T12:00:00+08:00");
    night(15);
    expect(world.state.promotions.all()).toEqual([]);
  });

  test("leaves no departure if its entry goes after the tombstone came", () => {
    world.note(diary(12), FACT);
    asked(12, FACT);
    expect(night(15).promoted).toHaveLength(1);
    world.state.tombstones.add([FACT], "2026-08-15T12:00:00+08:00");
    world.write("MEMORY.md", "# Mine\n");
    const { layout, state } = world;
    expect(noteDepartures({ layout, state, clock: frozenClock("2026-08-15T13:00:00+08:00") })).toBe(0);
    expect(state.departures.open()).toEqual([]);
  });
});
