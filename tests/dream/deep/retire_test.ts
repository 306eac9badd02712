import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { defaultDreamConfig, type DreamConfig } from "../../../src/dream/config.ts";
import { accept } from "../../../src/dream/orders/accept.ts";
import { restore } from "../../../src/dream/orders/restore.ts";
import { undo } from "../../../src/dream/orders/undo.ts";
import { sweep, type SweepRequest } from "../../../src/dream/sweep.ts";
import { type DreamWorld, openDreamWorld } from "../../support/dream_world.ts";
import { errorOf } from "../../support/error_of.ts";

const OWNER: SweepRequest = { isTypedByOwner: true, isScheduled: false, isDryRun: false, isForced: true };
const OLD = Array.from(
  { length: 9 },
  (_, at) => `The ledger of year ${2010 + at} lies in cabinet ${at + 1} of the archive`,
);
const FRESH = "The gateway listens on port 18790 behind the office router";
const LATER = "2027-04-17T03:00:00+08:00";

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
  world.write("MEMORY.md", "# Mine\n\n- written by hand and never retired\n");
  for (const text of OLD) promising(text, "memory/2026-08-12.md", "2026-08");
  sweep(world.at("2026-08-17T03:00:00+08:00"), OWNER);
  promising(FRESH, "memory/2027-04-12.md", "2027-04");
});
afterEach(() => world.close());

function promising(text: string, path: string, month: string): void {
  world.note(path, text);
  const days = ["13", "14", "15", "16"];
  world.recall(path, text, days.map((day) => ({ question: `${text} ${day}`, at: `${month}-${day}T10:00:00+08:00` })));
}

/** A budget that the nine old entries fill. */
function full(changes: Partial<DreamConfig["deep"]> = {}): DreamConfig {
  const config = defaultDreamConfig();
  return { ...config, deep: { ...config.deep, budgetChars: 640, ...changes } };
}

describe("a full MEMORY.md", () => {
  test("makes room with an entry that nobody used for half a year, and says so with the way back", () => {
    const report = sweep(world.at(LATER, full()), OWNER);
    expect(report.promoted.map(({ text }) => text)).toEqual([FRESH]);
    expect(report.retired.length).toBeGreaterThan(0);
    const memory = world.read("MEMORY.md") ?? "";
    expect(memory).toContain("written by hand and never retired");
    for (const { text, key } of report.retired) {
      expect(memory).not.toContain(text);
      expect(world.read("DREAMS.md")).toContain(`memory dream restore ${key}`);
    }
    undo(world.at("2027-04-17T09:00:00+08:00", full()), null);
    for (const { text } of report.retired) expect(world.read("MEMORY.md")).toContain(text);
    expect(world.read("MEMORY.md")).not.toContain(FRESH);
  });

  test("only proposes where that is wanted, and the owner's yes lets an entry go", () => {
    const config = full({ retire: "propose" });
    const report = sweep(world.at(LATER, config), OWNER);
    expect(report).toMatchObject({ promoted: [], retired: [], stopped: { budget: 1 } });
    const [first] = report.mayRetire;
    expect(world.read("DREAMS.md")).toContain(`memory dream accept ${first?.key}`);
    const report2 = accept(world.at("2027-04-17T09:00:00+08:00", config), first?.key ?? "");
    expect(report2).toMatchObject({ operation: "retired", text: first?.text ?? "" });
    expect(world.read("MEMORY.md")).not.toContain(first?.text ?? "");
    expect(restore(world.at("2027-04-17T10:00:00+08:00"), first?.key ?? "").restored).toHaveLength(1);
  });

  test("keeps what is used, and what has no line any more", () => {
    for (const { entryKey } of world.state.promotions.all().slice(0, 8)) {
      const usedAt = "2027-04-01T10:00:00+08:00";
      world.state.curatedUses.add([{ entryKey, session: "s", day: "2027-04-01", kind: "recall", usedAt }]);
    }
    const last = world.state.promotions.all()[8]?.text ?? "";
    const diary = world.read("memory/2026-08-12.md") ?? "";
    world.write("memory/2026-08-12.md", diary.split("\n").filter((line) => !line.includes(last)).join("\n"));
    const report = sweep(world.at(LATER, full()), OWNER);
    expect(report).toMatchObject({ promoted: [], retired: [], stopped: { budget: 1 } });
    expect(report.mayRetire[0]?.text).toBe(last);
  });

  test("never retires by order what a person wrote", () => {
    const error = errorOf(() => accept(world.at(LATER), "e:0123456789ab"));
    expect(error.message).toContain("the dream has written no such entry");
  });
});
