import { afterEach, beforeEach, expect, test } from "bun:test";
import { frozenClock } from "../../src/base/clock.ts";
import type { DreamDeps } from "../../src/dream/night.ts";
import { undo } from "../../src/dream/orders/undo.ts";
import { sweep } from "../../src/dream/sweep.ts";
import { noteDepartures } from "../../src/pipeline/note_departures.ts";
import { type DreamWorld, openDreamWorld } from "../support/dream_world.ts";

const OWNER = { isTypedByOwner: true, isScheduled: false, isDryRun: false, isForced: true };

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
});
afterEach(() => world.close());

function asked(day: number, text: string): void {
  const questions = [1, 2, 3, 4].map((after) => ({
    question: `${text} ${after}`,
    quality: 1,
    at: `2026-08-${day + after}T10:00:00+08:00`,
  }));
  world.recall(`memory/2026-08-${day}.md`, text, questions);
}

/** The state of a process that ends when it should record what it wrote, and that records nothing any more. */
function killed(deps: DreamDeps): DreamDeps {
  const { state } = deps;
  const die = () => {
    throw new Error("killed");
  };
  const promotions = { ...state.promotions, add: die };
  return { ...deps, state: { ...state, promotions, sweeps: { ...state.sweeps, finish: () => {} } } };
}

test.each<[string, string, string]>([
  [
    "a given key",
    "The gateway listens on port 18789 <!-- key: gateway.port -->",
    "The gateway uses port 18790 now <!-- key: gateway.port -->",
  ],
  ["a derived key", "网关监听的端口是 18789", "网关监听的端口是 18790"],
  ["a further key", "The gateway port is 18789", "Had lunch; the gateway port is 18790 now"],
])("what a killed night replaced under %s is superseded, not deleted by somebody", (_title, before, after) => {
  const [old = "", next = ""] = [before, after].map((text) => text.replace(/ <!--.*$/, ""));
  world.note("memory/2026-08-11.md", before, { origin: "owner", observedAt: "2026-08-11T09:00:00+08:00" });
  asked(11, old);
  expect(sweep(world.at("2026-08-16T03:00:00+08:00"), OWNER)).toMatchObject({ promoted: [{ text: old }] });
  const memory = world.read("MEMORY.md") ?? "";
  world.note("memory/2026-08-17.md", after, { origin: "owner", observedAt: "2026-08-17T09:00:00+08:00" });
  expect(() => sweep(killed(world.at("2026-08-18T03:00:00+08:00")), OWNER)).toThrow("killed");
  expect(world.read("MEMORY.md")).toContain(next);
  expect(world.read("MEMORY.md")).not.toContain(old);

  const { layout, state } = world;
  const clock = frozenClock("2026-08-18T04:00:00+08:00");
  expect(noteDepartures({ layout, state, clock })).toBe(0);
  sweep(world.at("2026-08-18T05:00:00+08:00"), OWNER);
  expect(noteDepartures({ layout, state, clock })).toBe(0);
  expect(state.departures.open().map(({ reason, raw }) => ({ reason, isOld: raw.includes(old) }))).toEqual([
    { reason: "superseded", isOld: true },
  ]);
  expect(sweep(world.at("2026-08-19T03:00:00+08:00"), OWNER).status).toBe("quiet");
  expect(state.rejections.all().size).toBe(0);
  undo(world.at("2026-08-19T09:00:00+08:00"), null);
  expect(world.read("MEMORY.md")).toContain(old);
  expect(world.read("MEMORY.md")).not.toContain(next);
  expect(world.read("MEMORY.md")?.length).toBe(memory.length);
});
