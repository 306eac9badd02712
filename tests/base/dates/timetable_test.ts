/** Cron expressions on the wall clock of a zone. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Clock, systemClock } from "../../../src/base/clock.ts";
import { readTimetable } from "../../../src/base/dates/read_timetable.ts";
import { lastDueMs, nextDueMs } from "../../../src/base/dates/timetable.ts";

const berlin = systemClock("Europe/Berlin");

function next(expression: string, clock: Clock, after: string): string | undefined {
  const ms = nextDueMs(readTimetable(expression), clock, Date.parse(after));
  return ms === null ? undefined : clock.at(ms).iso;
}

function last(expression: string, clock: Clock, until: string): string | undefined {
  const ms = lastDueMs(readTimetable(expression), clock, Date.parse(until));
  return ms === null ? undefined : clock.at(ms).iso;
}

describe("the next time", () => {
  test.each([
    ["0 3 * * *", "2026-08-19T02:59:59+02:00", "2026-08-19T03:00:00+02:00"],
    ["0 3 * * *", "2026-08-19T03:00:00+02:00", "2026-08-20T03:00:00+02:00"],
    ["*/20 1-2 * * *", "2026-08-19T01:21:00+02:00", "2026-08-19T01:40:00+02:00"],
    ["30 4 1 * *", "2026-08-19T03:00:00+02:00", "2026-09-01T04:30:00+02:00"],
    ["0 3 * * sun", "2026-08-19T03:00:00+02:00", "2026-08-23T03:00:00+02:00"],
    ["0 3 * * 7", "2026-08-19T03:00:00+02:00", "2026-08-23T03:00:00+02:00"],
    ["0 3 * * 1-5", "2026-08-21T03:00:00+02:00", "2026-08-24T03:00:00+02:00"],
    ["0 3 29 2 *", "2096-03-01T00:00:00+01:00", "2104-02-29T03:00:00+01:00"],
    ["0 3 31 dec *", "2026-12-31T03:00:00+01:00", "2027-12-31T03:00:00+01:00"],
  ])("of %s after %s is %s", (expression, after, expected) => {
    expect(next(expression, berlin, after)).toBe(expected);
  });

  test("goes by the zone of the clock, whatever the zone of the process", () => {
    expect(next("0 3 * * *", systemClock("Asia/Shanghai"), "2026-08-19T00:00:00Z")).toBe("2026-08-20T03:00:00+08:00");
    expect(next("0 3 * * *", systemClock("America/Los_Angeles"), "2026-08-19T00:00:00Z"))
      .toBe("2026-08-19T03:00:00-07:00");
    expect(next("0 3 * * *", systemClock("Asia/Kathmandu"), "2026-08-19T00:00:00Z")).toBe("2026-08-20T03:00:00+05:45");
  });

  test("of a time that the change to summer leaves out comes once in that night", () => {
    // 29 March 2026: after 01:59:59 comes 03:00:00.
    expect(next("30 2 * * *", berlin, "2026-03-28T12:00:00+01:00")).toBe("2026-03-29T03:30:00+02:00");
    expect(next("30 2 * * *", berlin, "2026-03-29T03:30:00+02:00")).toBe("2026-03-30T02:30:00+02:00");
    expect(next("0 3 * * *", berlin, "2026-03-28T12:00:00+01:00")).toBe("2026-03-29T03:00:00+02:00");
  });

  test("of a time that the change to winter brings twice comes once in that night", () => {
    // 25 October 2026: after 02:59:59 comes 02:00:00.
    expect(next("30 2 * * *", berlin, "2026-10-24T12:00:00+02:00")).toBe("2026-10-25T02:30:00+02:00");
    expect(next("30 2 * * *", berlin, "2026-10-25T02:30:00+02:00")).toBe("2026-10-26T02:30:00+01:00");
    expect(last("30 2 * * *", berlin, "2026-10-25T02:45:00+01:00")).toBe("2026-10-25T02:30:00+02:00");
  });

  test("is found where a zone left out a whole day, and where clocks change by half an hour", () => {
    expect(next("0 3 * * *", systemClock("Pacific/Apia"), "2011-12-29T12:00:00-10:00")).toBe(
      "2011-12-31T03:00:00+14:00",
    );
    const island = systemClock("Australia/Lord_Howe");
    // 4 October 2026: after 01:59:59 comes 02:30:00.
    expect(next("15 2 * * *", island, "2026-10-03T12:00:00+10:30")).toBe("2026-10-04T02:45:00+11:00");
  });

  test("is after, the last one is not, and between the two there is none", () => {
    const hour = fc.integer({ min: 0, max: 23 });
    const zone = fc.constantFrom("Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Shanghai", "UTC");
    const moment = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2028, 0) });
    fc.assert(
      fc.property(hour, fc.integer({ min: 0, max: 59 }), zone, moment, (h, m, name, ms) => {
        const clock = systemClock(name);
        const table = readTimetable(`${m} ${h} * * *`);
        const before = lastDueMs(table, clock, ms) ?? Number.NaN;
        const after = nextDueMs(table, clock, ms) ?? Number.NaN;
        expect(before).toBeLessThanOrEqual(ms);
        expect(after).toBeGreaterThan(ms);
        expect(nextDueMs(table, clock, before)).toBe(after);
        expect(lastDueMs(table, clock, after - 1)).toBe(before);
        // One night a day, in every zone and at every change.
        expect(clock.at(after).day > clock.at(before).day).toBe(true);
      }),
      { seed: 20260819, numRuns: 300 },
    );
  });
});

describe("an expression", () => {
  test("may have more blanks and capitals", () => {
    expect(readTimetable("  0\t3  * * MON-FRI ").expression).toBe("0 3 * * MON-FRI");
  });

  test.each([
    "",
    "0 3 * *",
    "0 0 3 * * *",
    "@daily",
    "60 3 * * *",
    "0 24 * * *",
    "0 3 0 * *",
    "3x 3 * * *",
    "5/10 3 * * *",
    "0 3 31 2 *",
    "0 3 30 2 *",
    "0 3 1 * 1",
    "0 3 * foo *",
    "0 5-3 * * *",
    "*/0 3 * * *",
    "0 3 * * *; rm -rf /",
    "0 3 * * *\n* * * * * evil",
    "每天三点",
  ])("such as %j is refused with an example", (expression) => {
    expect(() => readTimetable(expression)).toThrow(/^Cannot use the times "/);
  });
});
