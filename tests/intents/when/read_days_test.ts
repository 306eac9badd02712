/** Days of wishes: what names no year, month or week lies ahead. */
import { describe, expect, test } from "bun:test";
import { frozenClock } from "../../../src/base/clock.ts";
import { readDays } from "../../../src/intents/when/read_days.ts";

async function days(words: string, now = "2026-08-19T10:00:00+08:00"): Promise<string> {
  const read = await readDays(words, frozenClock(now, "Asia/Shanghai"));
  return read === null ? "none" : `${read.days.join(" or ")}, ${read.step ?? "never again"}`;
}

describe("seen from a Wednesday", () => {
  test.each([
    ["", "2026-08-19, day"],
    ["today", "2026-08-19, day"],
    ["tomorrow", "2026-08-20, never again"],
    ["day after tomorrow", "2026-08-21, never again"],
    ["大后天", "2026-08-22, never again"],
    ["wednesday", "2026-08-19, week"],
    ["tuesday", "2026-08-25, week"],
    ["this friday", "2026-08-21, week"],
    ["this monday", "2026-08-17, week"],
    ["coming friday", "2026-08-21, week"],
    ["next monday", "2026-08-24, never again"],
    ["next friday", "2026-08-21 or 2026-08-28, never again"],
    ["last friday", "2026-08-14, never again"],
    ["周三", "2026-08-19, week"],
    ["周二", "2026-08-25, week"],
    ["这周一", "2026-08-17, week"],
    ["本周五", "2026-08-21, week"],
    ["下周五", "2026-08-28, week"],
    ["下下周五", "2026-09-04, week"],
    ["下星期天", "2026-08-30, week"],
    ["上周五", "2026-08-14, never again"],
    ["weekend", "2026-08-22, week"],
    ["next weekend", "2026-08-22 or 2026-08-29, never again"],
    ["周末", "2026-08-22, week"],
    ["下周末", "2026-08-29, never again"],
    ["next week", "2026-08-24, never again"],
    ["next month", "2026-09-01, never again"],
    ["start of next quarter", "2026-10-01, never again"],
    ["next year", "2027-01-01, never again"],
    ["下周", "2026-08-24, never again"],
    ["下个月初", "2026-09-01, never again"],
    ["明年", "2027-01-01, never again"],
    ["march", "2027-03-01, year"],
    ["september", "2026-09-01, year"],
    ["end of the month", "2026-08-31, month end"],
    ["month end", "2026-08-31, month end"],
    ["end of next month", "2026-09-30, never again"],
    ["end of the week", "2026-08-21 or 2026-08-23, never again"],
    ["end of the year", "2026-12-31, never again"],
    ["月底", "2026-08-31, month end"],
    ["下个月底", "2026-09-30, never again"],
    ["明年底", "2027-12-31, never again"],
    ["the 5th", "2026-09-05, month"],
    ["31st", "2026-08-31, month"],
    ["32nd", "none"],
    ["march 5", "2027-03-05, year"],
    ["2026-12-24", "2026-12-24, never again"],
    ["yesterday", "2026-08-18, never again"],
    ["monkey", "none"],
    ["某天", "none"],
  ])("%p is %s", async (words, expected) => {
    expect(await days(words)).toBe(expected);
  });
});

describe("seen from other days", () => {
  test.each([
    ["next monday", "2026-08-24T10:00:00+08:00", "2026-08-31, never again"],
    ["next friday", "2026-08-22T10:00:00+08:00", "2026-08-28, never again"],
    ["weekend", "2026-08-23T10:00:00+08:00", "2026-08-23, week"],
    ["下周日", "2026-08-23T10:00:00+08:00", "2026-08-30, week"],
    ["31st", "2026-09-01T10:00:00+08:00", "2026-10-31, month"],
    ["月底", "2028-02-01T10:00:00+08:00", "2028-02-29, month end"],
  ])("%s on %s is %s", async (words, now, expected) => {
    expect(await days(words, now)).toBe(expected);
  });
});
