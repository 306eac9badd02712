/** Lengths of time in words. */
import { describe, expect, test } from "bun:test";
import { frozenClock } from "../../../src/base/clock.ts";
import { momentAfter, readSpan } from "../../../src/intents/when/read_span.ts";

const MINUTE_MS = 60_000;

describe("a length", () => {
  test.each([
    ["20 minutes", 20],
    ["20 min", 20],
    ["90m", 90],
    ["1 hour", 60],
    ["an hour", 60],
    ["half an hour", 30],
    ["1.5 hours", 90],
    ["2h", 120],
    ["1h30m", 90],
    ["1 hour and 30 minutes", 90],
    ["two hours 5 minutes", 125],
    ["30 seconds", 0.5],
    ["20分钟", 20],
    ["一刻钟", 15],
    ["半小时", 30],
    ["半个小时", 30],
    ["两小时", 120],
    ["两个小时", 120],
    ["两个半小时", 150],
    ["1.5小时", 90],
    ["一小时20分钟", 80],
  ])("%s is %d minutes", (words, minutes) => {
    expect(readSpan(words)).toEqual({ ms: minutes * MINUTE_MS, units: [] });
  });

  test.each(
    [
      ["3 days", [["day", 3]]],
      ["a week", [["week", 1]]],
      ["2 weeks and 3 days", [["week", 2], ["day", 3]]],
      ["two months", [["month", 2]]],
      ["half a year", [["month", 6]]],
      ["三天", [["day", 3]]],
      ["两周", [["week", 2]]],
      ["两个星期", [["week", 2]]],
      ["三个月", [["month", 3]]],
      ["半年", [["month", 6]]],
      ["一年", [["year", 1]]],
    ] as const,
  )("%s is counted by the calendar", (words, units) => {
    expect(readSpan(words)).toEqual({ ms: 0, units: [...units] as never });
  });

  test.each(["", "soon", "half a day", "1.5 weeks", "20", "minutes", "20 minutes or so", "半天", "三", "20 parsecs"])(
    "%p is none",
    (words) => {
      expect(readSpan(words)).toBeNull();
    },
  );
});

describe("the moment after it", () => {
  test.each([
    ["in 20 minutes", "2026-10-24T12:20:00+02:00"],
    ["after 2 hours", "2026-10-24T14:00:00+02:00"],
    ["20 minutes from now", "2026-10-24T12:20:00+02:00"],
    ["two hours later", "2026-10-24T14:00:00+02:00"],
    ["in an hour and a half", "2026-10-24T13:30:00+02:00"],
    // The clocks go back in between: a day is a day on the wall, 24 hours are 24 hours.
    ["in a day", "2026-10-25T12:00:00+01:00"],
    ["in 24 hours", "2026-10-25T11:00:00+01:00"],
    ["in 1 day and 2 hours", "2026-10-25T14:00:00+01:00"],
    ["两小时后", "2026-10-24T14:00:00+02:00"],
    ["两小时之后", "2026-10-24T14:00:00+02:00"],
    ["过20分钟", "2026-10-24T12:20:00+02:00"],
    ["再过半小时", "2026-10-24T12:30:00+02:00"],
    ["三天以后", "2026-10-27T12:00:00+01:00"],
    ["四个月后", "2027-02-24T12:00:00+01:00"],
  ])("%s is %s", (words, expected) => {
    const clock = frozenClock("2026-10-24T12:00:00+02:00", "Europe/Berlin");
    const ms = momentAfter(words, clock);
    expect(ms === null ? null : clock.at(ms).iso).toBe(expected);
  });

  test.each(["20 minutes", "in", "in 0 minutes", "later", "以后", "in no time"])("of %p is none", (words) => {
    expect(momentAfter(words, frozenClock("2026-10-24T12:00:00+02:00"))).toBeNull();
  });
});
