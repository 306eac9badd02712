import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { defaultDreamConfig } from "../../../src/dream/config.ts";
import { commitPhases, lookAhead } from "../../../src/dream/night.ts";
import { type DreamWorld, openDreamWorld } from "../../support/dream_world.ts";

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
});
afterEach(() => world.close());

const at = (day: number, hour = 3) =>
  `2026-08-${String(day).padStart(2, "0")}T${String(hour).padStart(2, "0")}:00:00+08:00`;
const diary = (day: number) => `memory/2026-08-${day}.md`;

/** Runs light and REM for real and returns what light did. */
function night(iso: string, limit?: number) {
  const defaults = defaultDreamConfig();
  const config = limit === undefined ? defaults : { ...defaults, light: { ...defaults.light, limit } };
  const deps = world.at(iso, config);
  const looked = lookAhead(deps, deps.clock.now());
  commitPhases(deps, looked);
  if (!("value" in looked.light)) throw new Error(looked.light.failure);
  return looked.light.value;
}

const rowOf = (key: string) => world.state.candidates.get([key])[0];

describe("the light phase", () => {
  test("stages the claims of the last diaries and leaves older ones alone", () => {
    const recent = world.note(diary(15), "The clock of the box was seventeen minutes slow");
    world.note(diary(12), "The pump cable runs beside the serial cable");
    night(at(16));
    expect(world.state.candidates.all().map(({ key }) => key)).toEqual([recent]);
    expect(rowOf(recent)).toMatchObject({ stagedAt: at(16), dailyCount: 1, lightHits: 0 });
    expect(rowOf(recent)?.conceptTags).toContain("clock");
  });

  test("stages recalled claims whatever their age, and gives them a hit once for each night with a new recall", () => {
    const text = "The pump cable runs beside the serial cable";
    world.note(diary(10), text);
    const key = world.recall(diary(10), text, [{ question: "q1", at: at(15, 10) }]);
    night(at(16));
    expect(rowOf(key)).toMatchObject({ lightHits: 1, lastLightAt: at(16) });
    night(at(17));
    expect(rowOf(key)?.lightHits).toBe(1);
    world.recall(diary(10), text, [{ question: "q2", at: at(17, 10) }]);
    night(at(18));
    expect(rowOf(key)?.lightHits).toBe(2);
  });

  test("takes no more than the limit a night, the oldest first, and the rest on later nights", () => {
    const keys = ["one", "two", "three", "four", "five"].map((word) =>
      world.note(diary(15), `The box number ${word} was moved to the pier`)
    );
    expect(night(at(16), 2)).toMatchObject({ waiting: 3 });
    expect(night(at(20), 2)).toMatchObject({ waiting: 1 });
    expect(night(at(21), 2)).toMatchObject({ waiting: 0 });
    expect(keys.map((key) => rowOf(key)?.stagedAt?.slice(8, 10))).toEqual(["16", "16", "20", "20", "21"]);
  });

  test("counts recalled claims outside the limit", () => {
    const text = "The box number zero was moved to the pier";
    world.note(diary(15), text);
    world.note(diary(15), "The box number one was moved to the pier");
    world.recall(diary(15), text, [{ question: "q", at: at(15, 10) }]);
    expect(night(at(16), 1)).toMatchObject({ waiting: 0 });
  });

  test("stages neither lines from outside nor junk", () => {
    world.note(diary(15), "The pump needs a new filter every month", { origin: "untrusted" });
    world.note(diary(15), "The report of the night was sent", { sessionKind: "cron" });
    world.note(diary(15), "so the front end polls the gateway every...");
    night(at(16));
    expect(world.state.candidates.all()).toEqual([]);
  });

  test("folds a claim into an older one that says the same, with its recalls", () => {
    const text = "The readings are copied to the office machine at 02:30";
    const older = world.note(diary(14), text);
    night(at(14, 23));
    const newer = world.note(diary(15), `${text.toUpperCase()}`);
    world.recall(diary(15), text.toUpperCase(), [{ question: "q", at: at(15, 10) }]);
    night(at(16));
    expect(rowOf(newer)?.mergedInto).toBe(older);
    const [candidate] = lookAhead(world.at(at(16, 4)), world.at(at(16, 4)).clock.now()).pool;
    expect(candidate).toMatchObject({ key: older, duplicates: [newer] });
    expect(candidate?.evidence).toHaveLength(1);
    expect(candidate?.anchors.map(({ path }) => path)).toEqual([diary(14), diary(15)]);
  });

  test("gives the older claim one hit for a recall of the folded one, not one every night", () => {
    const text = "The readings are copied to the office machine at 02:30";
    const older = world.note(diary(14), text);
    night(at(14, 23));
    world.note(diary(15), text.toUpperCase());
    world.recall(diary(15), text.toUpperCase(), [{ question: "q", at: at(15, 10) }]);
    night(at(16));
    night(at(17));
    night(at(18));
    expect(rowOf(older)?.lightHits).toBe(1);
    world.recall(diary(15), text.toUpperCase(), [{ question: "q2", at: at(18, 10) }]);
    night(at(19));
    expect(rowOf(older)).toMatchObject({ lightHits: 2, lastLightAt: at(19) });
  });

  test("folds a claim into one that nobody met or asked for lately, if the words are equal", () => {
    const text = "读数每天 02:30 复制到办公室的机器上";
    const older = world.recall(diary(10), text, []);
    world.write(diary(10), `- ${text}\n`);
    const newer = world.note(diary(15), `${text}。`);
    night(at(16));
    expect(rowOf(newer)?.mergedInto).toBe(older);
  });

  test("never folds a trusted claim and one from outside into each other", () => {
    const text = "The readings are copied to the office machine at 02:30";
    const own = world.note(diary(15), text);
    world.note(diary(14), text, { origin: "untrusted" });
    const outside = world.recall(diary(14), text, [{ question: "q", at: at(15, 10) }]);
    night(at(16));
    expect([rowOf(own)?.mergedInto, rowOf(outside)?.mergedInto]).toEqual([null, null]);
  });

  test("lets the newer of two equal claims speak when the older line is gone", () => {
    const text = "The readings are copied to the office machine at 02:30";
    const older = world.note(diary(14), text);
    night(at(14, 23));
    world.note(diary(15), text);
    world.recall(diary(15), text, [{ question: "q", at: at(15, 10) }]);
    night(at(16));
    world.write(diary(14), "# empty\n");
    const deps = world.at(at(17));
    expect(lookAhead(deps, deps.clock.now()).pool[0]).toMatchObject({
      key: older,
      gone: null,
      source: { path: diary(15) },
    });
  });

  test("does not let one session count twice because a line stands twice", () => {
    const text = "The readings are copied to the office machine at 02:30";
    world.note(diary(14), text);
    world.note(diary(15), text);
    const asked = ["a", "b"].map((question) => ({ question, at: at(15, 10), session: "one" }));
    world.recall(diary(14), text, asked);
    world.recall(diary(15), text, asked.map((it) => ({ ...it, question: `${it.question}2` })));
    night(at(16));
    const deps = world.at(at(16, 4));
    expect(lookAhead(deps, deps.clock.now()).pool[0]?.evidence).toHaveLength(2);
  });
});
