/** Moments at which the wall clock shows a time. */
import { describe, expect, test } from "bun:test";
import { frozenClock } from "../../../src/base/clock.ts";
import { LAST_DAY, nextDueMs } from "../../../src/base/dates/timetable.ts";
import { wallMoment } from "../../../src/base/dates/wall_moment.ts";

const clock = frozenClock("2026-08-19T10:00:00+02:00", "Europe/Berlin");

describe("the wall clock shows", () => {
  test.each([
    ["2026-08-19T09:00:00", "2026-08-19T09:00:00+02:00"],
    ["2026-12-24T18:00:00", "2026-12-24T18:00:00+01:00"],
    // Twice: the first time. Never: as long after midnight as on other days.
    ["2026-10-25T02:30:00", "2026-10-25T02:30:00+02:00"],
    ["2027-03-28T02:30:00", "2027-03-28T03:30:00+02:00"],
    ["2027-03-28T03:30:00", "2027-03-28T03:30:00+02:00"],
  ])("%s at %s", (wall, expected) => {
    expect(clock.at(wallMoment(Date.parse(`${wall}Z`), clock)).iso).toBe(expected);
  });
});

describe("the last day of a month", () => {
  const times = { minutes: [0], hours: [9], days: [LAST_DAY], weekdays: [0, 1, 2, 3, 4, 5, 6] };
  const all = Array.from({ length: 12 }, (_, month) => month + 1);

  test.each([
    ["2027-02-10T00:00:00+01:00", "2027-02-28T09:00:00+01:00"],
    ["2028-02-10T00:00:00+01:00", "2028-02-29T09:00:00+01:00"],
    ["2026-08-31T09:00:00+02:00", "2026-09-30T09:00:00+02:00"],
  ])("after %s is %s", (after, expected) => {
    const ms = nextDueMs({ ...times, months: all }, clock, Date.parse(after));
    expect(clock.at(ms ?? 0).iso).toBe(expected);
  });

  test("counts beside days that are named", () => {
    const due = { ...times, days: [15, LAST_DAY], months: all };
    const first = nextDueMs(due, clock, Date.parse("2026-08-10T00:00:00+02:00")) ?? 0;
    expect([first, nextDueMs(due, clock, first) ?? 0].map((ms) => clock.at(ms).day)).toEqual([
      "2026-08-15",
      "2026-08-31",
    ]);
  });
});
