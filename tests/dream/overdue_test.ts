/** Whether a sweep that the clock should have started is missing. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { overdueSince } from "../../src/dream/overdue.ts";
import { readTimetable } from "../../src/base/dates/read_timetable.ts";
import { type DreamWorld, openDreamWorld } from "../support/dream_world.ts";

const NIGHTLY = readTimetable("0 3 * * *");
const DUE = "2026-08-20T03:00:00+08:00";

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
});
afterEach(() => world.close());

function overdueAt(iso: string, since = "2026-08-01T00:00:00+08:00", graceMs: number | null = null): string | null {
  const plan = { timetable: NIGHTLY, sinceMs: Date.parse(since) };
  return overdueSince(world.at(iso), graceMs === null ? plan : { ...plan, graceMs });
}

function night(startedAt: string, status: "done" | "dry-run" | "failed", kind: "night" | "order" = "night"): void {
  const { sweeps } = world.state;
  const mode = status === "dry-run" ? "dry" : "real";
  const id = sweeps.begin({ day: startedAt.slice(0, 10), startedAt, mode, isScheduled: true, kind });
  sweeps.finish(id, { status, finishedAt: startedAt, promotable: 0, report: "{}" });
}

test("it is missing once it is late by more than the time in which agents are waited for", () => {
  night("2026-08-19T03:00:01+08:00", "done");
  expect(overdueAt("2026-08-20T02:59:00+08:00")).toBeNull();
  expect(overdueAt("2026-08-20T03:14:59+08:00")).toBeNull();
  expect(overdueAt("2026-08-20T03:15:00+08:00")).toBe(DUE);
  expect(overdueAt("2026-08-20T03:00:00+08:00", undefined, 0)).toBe(DUE);
});

test("nothing was due before there was a schedule", () => {
  expect(overdueAt("2026-08-20T12:00:00+08:00", "2026-08-20T11:00:00+08:00")).toBeNull();
  expect(overdueAt("2026-08-21T12:00:00+08:00", "2026-08-20T11:00:00+08:00")).toBe("2026-08-21T03:00:00+08:00");
});

test("a night since then, dry or real, is what was due; an order of the owner's is none", () => {
  night("2026-08-20T09:00:00+08:00", "done", "order");
  expect(overdueAt("2026-08-20T12:00:00+08:00")).toBe(DUE);
  night("2026-08-20T09:00:00+08:00", "dry-run");
  expect(overdueAt("2026-08-20T12:00:00+08:00")).toBeNull();
});

test("a day that had its sweep before the time came misses none", () => {
  night("2026-08-20T01:00:00+08:00", "done");
  expect(overdueAt("2026-08-20T12:00:00+08:00")).toBeNull();
});

test("a sweep that failed is missing, until it failed three times", () => {
  for (const hour of ["04", "05"]) night(`2026-08-20T${hour}:00:00+08:00`, "failed");
  expect(overdueAt("2026-08-20T12:00:00+08:00")).toBe(DUE);
  night("2026-08-20T06:00:00+08:00", "failed");
  expect(overdueAt("2026-08-20T12:00:00+08:00")).toBeNull();
  expect(overdueAt("2026-08-21T12:00:00+08:00")).toBe("2026-08-21T03:00:00+08:00");
});

test("nights of a time that is still to come, run while the clock was wrong, stand in for nothing", () => {
  night("2030-01-01T03:00:00+08:00", "done");
  expect(overdueAt("2026-08-20T12:00:00+08:00")).toBe(DUE);
});

test("nothing is missing where the owner wants no unattended sweeps", () => {
  world.state.meta.setDreamConsent({ isGiven: false, at: "2026-08-19T12:00:00+08:00" });
  expect(overdueAt("2026-08-20T12:00:00+08:00")).toBeNull();
});
