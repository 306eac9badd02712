import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { replay } from "../../../src/dream/replay/replay.ts";
import { sweep } from "../../../src/dream/sweep.ts";
import { type DreamWorld, openDreamWorld } from "../../support/dream_world.ts";
import { errorOf } from "../../support/error_of.ts";

const OWNER = { isTypedByOwner: true, isScheduled: false, isDryRun: false, isForced: true };
const FACT = "The gateway listens on port 18790 behind the office router";
const FAINT = "夜间备份存放在东区机房的磁带库里面";
const NOW = "2026-08-25T09:00:00+08:00";

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
});
afterEach(() => world.close());

function asked(text: string, days: readonly number[]): void {
  world.note("memory/2026-08-12.md", text);
  world.recall(
    "memory/2026-08-12.md",
    text,
    days.map((day) => ({ question: `${text} ${day}`, at: `2026-08-${day}T10:00:00+08:00` })),
  );
}

function replayed(thresholds: readonly string[], from = "2026-08-13", to = "2026-08-20") {
  return replay(world.at(NOW), { from, to, thresholds });
}

/** Texts by day. */
function kept({ nights }: ReturnType<typeof replayed>): Record<string, string[]> {
  const told = nights.filter(({ promoted }) => promoted.length > 0);
  return Object.fromEntries(told.map(({ day, promoted }) => [day, promoted.map(({ text }) => text)]));
}

describe("replay", () => {
  test("with the settings as they are keeps what the night kept, and on no earlier day; it writes nothing", () => {
    const path = "memory/2026-08-12.md";
    for (const text of [FACT, FAINT]) world.note(path, text);
    const really = [14, 15, 16, 17].filter((day) => {
      const at = `2026-08-${day - 1}T10:00:00+08:00`;
      for (const text of day < 16 ? [FACT, FAINT] : [FACT]) {
        world.recall(path, text, [{ question: `${text} ${day}`, at }]);
      }
      return sweep(world.at(`2026-08-${day}T03:00:00+08:00`), OWNER).promoted.length > 0;
    });
    const before = world.snapshot();
    const answer = replayed([]);
    expect(kept(answer)).toEqual(Object.fromEntries(really.map((day) => [`2026-08-${day}`, [FACT]])));
    expect(really).toHaveLength(1);
    expect(answer).toMatchObject({
      thresholds: { minScore: 0.75, "weights.relevance": 0.3 },
      total: { promoted: 1, kept: 1 },
    });
    expect(answer.nights.map(({ day }) => day).at(-1)).toBe("2026-08-20");
    expect(answer.nights.flatMap(({ promoted }) => promoted)).toMatchObject([{ keptOn: `2026-08-${really[0]}` }]);
    expect(world.snapshot()).toBe(before);
  });

  test("with lower thresholds keeps earlier and more, each claim once", () => {
    asked(FACT, [13, 14, 15, 16]);
    asked(FAINT, [14, 15]);
    const low = ["minScore=0.3", "minRecalls=2", "minQuestions=2"];
    expect(kept(replayed(low))).toEqual({ "2026-08-15": [FACT], "2026-08-16": [FAINT] });
    expect(kept(replayed([...low, "limit=0"]))).toEqual({});
    expect(replayed(["minScore=1"]).total).toEqual({ promoted: 0, kept: 0 });
  });

  test("knows of no claim before the day on which it was written", () => {
    asked(FACT, [13, 14, 15, 16]);
    expect(replayed([], "2026-08-10", "2026-08-13").nights.map(({ candidates }) => candidates)).toEqual([0, 0, 1, 1]);
  });

  test.each(["minScor=1", "minScore", "minScore=2", "minRecalls=2.5", "weights.x=1", "weights=1", "retire=1"])(
    "refuses %s and names the thresholds",
    (threshold) => {
      const error = errorOf(() => replayed([threshold]));
      expect(error).toMatchObject({ kind: "usage" });
      expect(error.message).toContain(threshold.split("=")[0] ?? "");
    },
  );
});
