/** When to look for a missing sweep, whatever the clock does. */
import { expect, test } from "bun:test";
import { type Clock, systemClock } from "../../src/base/clock.ts";
import { NightWatch } from "../../src/dream/night_watch.ts";
import { readTimetable } from "../../src/base/dates/read_timetable.ts";

const zone = systemClock("Europe/Berlin");

/** A watch, and the hands of its clock. */
function watchFrom(iso: string) {
  let nowMs = Date.parse(iso);
  const clock: Clock = { now: () => zone.at(nowMs), at: (ms) => zone.at(ms) };
  const watch = new NightWatch(readTimetable("0 3 * * *"), clock);
  return {
    watch,
    /** Sets the clock, and returns whether to look. */
    at(time: string): boolean {
      nowMs = Date.parse(time);
      return watch.isDue();
    },
  };
}

test("the first look is due at once, the next when the time has come", () => {
  const { watch, at } = watchFrom("2026-08-19T12:00:00+02:00");
  expect(at("2026-08-19T12:00:00+02:00")).toBe(true);
  watch.looked("settled");
  expect(at("2026-08-20T02:59:59+02:00")).toBe(false);
  expect(at("2026-08-20T03:00:00+02:00")).toBe(true);
  watch.looked("settled");
  expect(at("2026-08-20T03:00:20+02:00")).toBe(false);
});

test("a machine that slept over it looks when it wakes up", () => {
  const { watch, at } = watchFrom("2026-08-19T23:00:00+02:00");
  watch.looked("settled");
  expect(at("2026-08-19T23:00:20+02:00")).toBe(false);
  expect(at("2026-08-22T09:00:00+02:00")).toBe(true);
});

test("a clock that is set back is looked at, and the nights of its new days come", () => {
  const { watch, at } = watchFrom("2030-01-01T12:00:00+01:00");
  expect(at("2030-01-01T12:00:00+01:00")).toBe(true);
  watch.looked("settled");
  expect(at("2026-08-19T12:00:00+02:00")).toBe(true);
  watch.looked("settled");
  expect(at("2026-08-20T02:59:00+02:00")).toBe(false);
  expect(at("2026-08-20T03:00:00+02:00")).toBe(true);
});

test("a clock that is put right by seconds means nothing", () => {
  const { watch, at } = watchFrom("2026-08-19T12:00:10+02:00");
  expect(at("2026-08-19T12:00:10+02:00")).toBe(true);
  watch.looked("settled");
  expect(at("2026-08-19T12:00:00+02:00")).toBe(false);
});

test("what failed is tried again after a minute", () => {
  const { watch, at } = watchFrom("2026-08-19T12:00:00+02:00");
  watch.looked("again");
  expect(at("2026-08-19T12:00:40+02:00")).toBe(false);
  expect(at("2026-08-19T12:01:00+02:00")).toBe(true);
});

test("the hour that winter repeats has one night", () => {
  const { watch, at } = watchFrom("2026-10-25T00:00:00+02:00");
  watch.looked("settled");
  expect(at("2026-10-25T02:59:59+02:00")).toBe(false);
  expect(at("2026-10-25T02:30:00+01:00")).toBe(false);
  expect(at("2026-10-25T03:00:00+01:00")).toBe(true);
});
