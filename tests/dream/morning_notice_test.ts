import { afterEach, beforeEach, expect, test } from "bun:test";
import { defaultDreamConfig } from "../../src/dream/config.ts";
import { morningNotice } from "../../src/dream/morning_notice.ts";
import { sweep, type SweepRequest } from "../../src/dream/sweep.ts";
import { type DreamWorld, openDreamWorld } from "../support/dream_world.ts";

const TIMER: SweepRequest = { isTypedByOwner: false, isScheduled: true, isDryRun: false, isForced: false };
const DIARY = "memory/2026-08-12.md";
const FACT = "The gateway listens on port 18790 behind the office router";

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
  world.note(DIARY, FACT);
  const days = ["13", "14", "15", "16"];
  world.recall(DIARY, FACT, days.map((day) => ({ question: `q${day}`, at: `2026-08-${day}T10:00:00+08:00` })));
});
afterEach(() => world.close());

function nights(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const day = `2026-08-${first + at}`;
    return sweep(world.at(`${day}T03:00:00+08:00`), TIMER).mode;
  });
}

function noticeOn(day: number): string | null {
  return morningNotice(world.at(`2026-08-${day}T09:00:00+08:00`));
}

test("seven nights with something to keep only show it; then the session is asked, once a day, until there is an answer", () => {
  expect(nights(17, 6)).toEqual(Array.from({ length: 6 }, () => "dry"));
  expect(noticeOn(22)).toBeNull();
  nights(23, 1);
  expect(noticeOn(23)).toContain("memory dream enable");
  expect(noticeOn(23)).toBeNull();
  expect(nights(24, 1)).toEqual(["dry"]);
  expect(noticeOn(24)).toContain("memory dream enable");
  world.state.meta.setDreamConsent({ isGiven: false, at: "2026-08-24T09:00:00+08:00" });
  expect(noticeOn(25)).toBeNull();
  expect(sweep(world.at("2026-08-25T03:00:00+08:00"), TIMER).status).toBe("skipped");
  expect(world.read("MEMORY.md")).toBeNull();
});

test("the first night that writes by itself is told once, with the way back", () => {
  world.state.meta.setDreamConsent({ isGiven: true, at: "2026-08-16T09:00:00+08:00" });
  expect(nights(17, 8).at(-1)).toBe("real");
  expect(world.read("MEMORY.md")).toContain(FACT);
  expect(noticeOn(24)).toContain("it kept 1 entry in MEMORY.md");
  expect(noticeOn(24)).toBeNull();
});

test("a yes in the user's own settings counts, and the owner's word in the workspace goes before it", () => {
  const config = { ...defaultDreamConfig(), enabled: true };
  for (let day = 17; day < 24; day++) sweep(world.at(`2026-08-${day}T03:00:00+08:00`, config), TIMER);
  const at = (iso: string) => world.at(iso, config);
  expect(morningNotice(at("2026-08-23T09:00:00+08:00"))).toBeNull();
  world.state.meta.setDreamConsent({ isGiven: false, at: "2026-08-23T10:00:00+08:00" });
  expect(sweep(at("2026-08-24T03:00:00+08:00"), TIMER).status).toBe("skipped");
  world.state.meta.setDreamConsent({ isGiven: true, at: "2026-08-24T10:00:00+08:00" });
  expect(sweep(at("2026-08-25T03:00:00+08:00"), TIMER)).toMatchObject({ mode: "real", promoted: [{ text: FACT }] });
});
