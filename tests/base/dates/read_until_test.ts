/** The last day of what still goes on, in figures and words (SPEC 4.8). The present day is a Wednesday. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { addDays, frozenClock } from "../../../src/base/clock.ts";
import { readUntil } from "../../../src/base/dates/read_until.ts";

const CLOCK = frozenClock("2026-08-19T10:00:00+08:00");

describe("a last day", () => {
  test.each([
    ["2026-12-31", "2026-12-31"],
    ["2026-09", "2026-09-30"],
    ["2026", "2026-12-31"],
    ["20261231", "2026-12-31"],
    ["31.12.2026", "2026-12-31"],
    ["today", "2026-08-19"],
    ["tonight", "2026-08-19"],
    ["tomorrow", "2026-08-20"],
    ["Friday", "2026-08-21"],
    ["until Friday", "2026-08-21"],
    ["coming Friday", "2026-08-21"],
    ["Wednesday", "2026-08-19"],
    ["Tuesday", "2026-08-25"],
    ["next Tuesday", "2026-08-25"],
    ["this week", "2026-08-23"],
    ["next week", "2026-08-30"],
    ["this weekend", "2026-08-23"],
    ["end of month", "2026-08-31"],
    ["the end of the month", "2026-08-31"],
    ["end of the quarter", "2026-09-30"],
    ["the end of the year", "2026-12-31"],
    ["until the end of next month", "2026-09-30"],
    ["in 3 days", "2026-08-22"],
    ["half a year", "2027-02-19"],
    ["for half a year", "2027-02-19"],
    ["in half a year", "2027-02-19"],
    ["two weeks", "2026-09-02"],
    ["for another month", "2026-09-19"],
    ["a year from now", "2027-08-19"],
    ["August", "2026-08-31"],
    ["December", "2026-12-31"],
    ["March", "2027-03-31"],
    ["Dec 31", "2026-12-31"],
    ["31 December", "2026-12-31"],
    ["Aug 1", "2027-08-01"],
    ["Feb 29", "2028-02-29"],
    ["March 2027", "2027-03-31"],
    ["next month", "2026-09-30"],
    ["next quarter", "2026-12-31"],
    ["next year", "2027-12-31"],
    ["EOM", "2026-08-31"],
    ["by EOY", "2026-12-31"],
    ["今天", "2026-08-19"],
    ["明天", "2026-08-20"],
    ["周五", "2026-08-21"],
    ["下周五", "2026-08-28"],
    ["直到下周三", "2026-08-26"],
    ["下下周三", "2026-09-02"],
    ["下下个月底", "2026-10-31"],
    ["周末", "2026-08-23"],
    ["月底", "2026-08-31"],
    ["年底", "2026-12-31"],
    ["今年年底", "2026-12-31"],
    ["明年年底", "2027-12-31"],
    ["下个月月底", "2026-09-30"],
    ["季度末", "2026-09-30"],
    ["下季度末", "2026-12-31"],
    ["到年底为止", "2026-12-31"],
    ["下个月", "2026-09-30"],
    ["明年", "2027-12-31"],
    ["三天后", "2026-08-22"],
    ["一周内", "2026-08-26"],
    ["3个月后", "2026-11-19"],
    ["两年", "2028-08-19"],
    ["半年", "2027-02-19"],
    ["八月", "2026-08-31"],
    ["三月", "2027-03-31"],
    ["12月31日", "2026-12-31"],
    ["25号", "2026-08-25"],
    ["5号", "2026-09-05"],
    ["2027年3月", "2027-03-31"],
  ])("%s is %s", async (text, day) => expect(await readUntil(text, CLOCK)).toMatchObject({ kind: "day", day }));

  test.each(["2025-01-01", "yesterday", "last Friday", "2025", "上周五", "昨天", "last month"])(
    "%s is over",
    async (text) => expect((await readUntil(text, CLOCK)).kind).toBe("past"),
  );

  test("of two readings both are named", async () => {
    expect(await readUntil("next Friday", CLOCK)).toEqual({ kind: "ambiguous", days: ["2026-08-21", "2026-08-28"] });
  });

  test.each(["soon", "", "when it is done", "不久", "-5", "in days"])("%p is none", async (text) => {
    expect((await readUntil(text, CLOCK)).kind).toBe("unreadable");
  });
});

test("no text throws, and no day lies behind", async () => {
  const words = fc.constantFrom(
    "in",
    "3",
    "days",
    "end",
    "of",
    "the",
    "month",
    "next",
    "friday",
    "dec",
    "31",
    "2026",
    "周",
    "五",
    "月底",
    "三",
    "天后",
    "-",
    "00",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(words, { maxLength: 5 }).map((parts) => parts.join(" ")), async (text) => {
      const read = await readUntil(text, CLOCK);
      if (read.kind === "day") expect(read.day >= CLOCK.now().day).toBeTrue();
      if (read.kind === "past") expect(read.day < CLOCK.now().day).toBeTrue();
    }),
    { seed: 7, numRuns: 300 },
  );
});

test("a number of days is that many days, whatever the day", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 1, max: 999 }), async (start, count) => {
      const clock = frozenClock(`${addDays("2024-01-01", start)}T12:00:00Z`);
      const day = addDays(clock.now().day, count);
      expect(await readUntil(`in ${count} days`, clock)).toMatchObject({ kind: "day", day });
      expect(await readUntil(`${count}天后`, clock)).toMatchObject({ kind: "day", day });
    }),
    { seed: 7, numRuns: 60 },
  );
});
