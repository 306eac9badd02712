import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { frozenClock, systemClock } from "../../../src/base/clock.ts";
import { readPeriod } from "../../../src/base/dates/read_period.ts";

/** A Wednesday. */
const WEDNESDAY = "2026-08-19T09:00:00+08:00";

/** Returns what a text means: a day, `from…to`, `? a | b` where people mean either, or `-`. */
async function read(text: string, now: string = WEDNESDAY, ...[zone]: string[]): Promise<string> {
  const reading = await readPeriod(text, frozenClock(now, zone));
  if (reading.kind === "unreadable") return "-";
  const shown = ({ from, to }: { from: string; to: string }) => from === to ? from : `${from}…${to}`;
  return reading.kind === "range" ? shown(reading.range) : `? ${reading.options.map(shown).join(" | ")}`;
}

const WEEK_BEFORE = "2026-08-10…2026-08-16";

describe("figures", () => {
  test.each([
    ["2026-08-19", "2026-08-19"],
    [" 2026-08-19 ", "2026-08-19"],
    ["2026/8/9", "2026-08-09"],
    ["2026.08.09", "2026-08-09"],
    ["20260809", "2026-08-09"],
    ["2026-02", "2026-02-01…2026-02-28"],
    ["2024", "2024-01-01…2024-12-31"],
    ["2026-08-19T23:30:00", "2026-08-19"],
    ["2026-08-19 10:00", "2026-08-19"],
    // Half past four in the afternoon in London is the next day at the clock's place.
    ["2026-08-18T16:30:00Z", "2026-08-19"],
    ["2026-08-19T02:00:00+09:00", "2026-08-19"],
    ["30.11.2025", "2025-11-30"],
    ["9. 8. 2026", "2026-08-09"],
    ["2026-W34", "2026-08-17…2026-08-23"],
    ["2026w01", "2025-12-29…2026-01-04"],
    ["2026-W53", "2026-12-28…2027-01-03"],
    ["2025-W53", "-"],
    ["2026-W00", "-"],
    ["31.11.2025", "-"],
    ["11.30.2025", "-"],
    ["2026-02-30", "-"],
    ["2026-13", "-"],
    ["2026-08-19T25:00", "-"],
    ["2026-02-30T10:00", "-"],
    ["2026-08/19", "-"],
    ["8/9", "-"],
    ["8.9", "-"],
    ["12", "-"],
    ["", "-"],
  ])("%p mean %s", async (text, meant) => expect(await read(text)).toBe(meant));
});

describe("English", () => {
  test.each([
    ["today", "2026-08-19"],
    ["Yesterday", "2026-08-18"],
    ["the day before yesterday", "2026-08-17"],
    ["last night", "2026-08-18"],
    ["tomorrow", "2026-08-20"],
    ["3 days ago", "2026-08-16"],
    ["three days ago", "2026-08-16"],
    ["a week ago", "2026-08-12"],
    ["a month ago", "2026-07-19"],
    ["two years ago", "2024-08-19"],
    ["half a year ago", "2026-02-19"],
    ["a half year ago", "2026-02-19"],
    ["half a month ago", "2026-08-04"],
    ["half an hour ago", "2026-08-19"],
    ["a year and a half ago", "2025-02-19"],
    ["two and a half months ago", "2026-06-04"],
    ["last 24 hours", "2026-08-18…2026-08-19"],
    ["the past 8 hours", "2026-08-19"],
    ["last hour", "2026-08-19"],
    ["past 90 minutes", "2026-08-19"],
    ["in 2025", "2025-01-01…2025-12-31"],
    ["since 2026-08-01", "2026-08-01"],
    ["in 2026-W33", WEEK_BEFORE],
    ["last week", WEEK_BEFORE],
    ["LAST  WEEK", WEEK_BEFORE],
    ["since last week", WEEK_BEFORE],
    ["this week", "2026-08-17…2026-08-23"],
    ["the week before last", "2026-08-03…2026-08-09"],
    ["last month", "2026-07-01…2026-07-31"],
    ["last quarter", "2026-04-01…2026-06-30"],
    ["last year", "2025-01-01…2025-12-31"],
    ["past 7 days", "2026-08-12…2026-08-19"],
    ["the last 3 days", "2026-08-16…2026-08-19"],
    ["in the past month", "2026-07-19…2026-08-19"],
    ["August", "2026-08-01…2026-08-31"],
    ["in September", "2025-09-01…2025-09-30"],
    ["September 2026", "2026-09-01…2026-09-30"],
    ["Aug 19", "2026-08-19"],
    ["19th of August", "2026-08-19"],
    ["Wed, 19 August 2026", "2026-08-19"],
    ["August 20", "2025-08-20"],
    ["February 29", "2024-02-29"],
    ["Friday", "2026-08-14"],
    ["Wednesday", "2026-08-19"],
    ["on Monday", "2026-08-17"],
    ["this Friday", "2026-08-21"],
    ["last Friday", "2026-08-14"],
    ["last Wednesday", "2026-08-12"],
    ["last December", "2025-12-01…2025-12-31"],
    ["last August", "2025-08-01…2025-08-31"],
    ["last weekend", "2026-08-15…2026-08-16"],
    ["weekend", "2026-08-15…2026-08-16"],
    ["Q2", "2026-04-01…2026-06-30"],
    ["Q4", "2025-10-01…2025-12-31"],
    ["Q1 2024", "2024-01-01…2024-03-31"],
    ["beginning of July", "2026-07-01"],
    ["end of last month", "2026-07-31"],
    ["end of 2025", "2025-12-31"],
    ["start of the week", "2026-08-17"],
    ["13/08/2026", "2026-08-13"],
  ])("%p means %s", async (text, meant) => expect(await read(text)).toBe(meant));

  test.each([
    // The library reads a part of these, or one of several meanings.
    "from Monday to Friday",
    "next Friday",
    "32 August",
    "Feb 30",
    "Friday, 19 August 2026",
    "in 3 days",
    "2 weeks and 3 days ago",
    "a few days ago",
    "a couple of days ago",
    "mid July",
    "early August",
    "Aug 19 25",
    "10:30",
    "noon",
    "sometime",
    "gateway",
    "last mayhem",
    "monster",
    "the August of our lives",
    "week",
    "2 days",
    "summer",
    "08-09",
    "yesterday's news",
    "9".repeat(500),
    "last week ".repeat(50),
  ])("%p is refused", async (text) => expect(await read(text)).toBe("-"));

  test.each([
    ["08/09/2026", "? 2026-08-09 | 2026-09-08"],
    ["last June", "? 2026-06-01…2026-06-30 | 2025-06-01…2025-06-30"],
    ["end of the month", "? 2026-08-31 | 2026-07-31"],
    ["end of August", "? 2026-08-31 | 2025-08-31"],
  ])("%p may mean two things", async (text, meant) => expect(await read(text)).toBe(meant));

  test("last Friday is two days at the weekend, and one on every other day", async () => {
    expect(await read("last Friday", "2026-08-21T09:00:00+08:00")).toBe("2026-08-14");
    expect(await read("last Friday", "2026-08-22T09:00:00+08:00")).toBe("? 2026-08-21 | 2026-08-14");
    expect(await read("last Friday", "2026-08-24T09:00:00+08:00")).toBe("2026-08-21");
  });

  test("last December on 2 January is the one that ended two days ago", async () => {
    expect(await read("last December", "2026-01-02T09:00:00+08:00")).toBe("2025-12-01…2025-12-31");
    expect(await read("December", "2026-01-02T09:00:00+08:00")).toBe("2025-12-01…2025-12-31");
    expect(await read("last year", "2026-01-02T09:00:00+08:00")).toBe("2025-01-01…2025-12-31");
    expect(await read("last week", "2026-01-02T09:00:00+08:00")).toBe("2025-12-22…2025-12-28");
  });

  test("a month ago on the 31st is the end of a shorter month", async () => {
    expect(await read("a month ago", "2026-03-31T09:00:00+08:00")).toBe("2026-02-28");
    expect(await read("last month", "2026-03-31T09:00:00+08:00")).toBe("2026-02-01…2026-02-28");
  });
});

describe("Chinese", () => {
  test.each([
    ["今天", "2026-08-19"],
    ["昨天", "2026-08-18"],
    ["昨晚", "2026-08-18"],
    ["前天", "2026-08-17"],
    ["大前天", "2026-08-16"],
    ["明天", "2026-08-20"],
    ["三天前", "2026-08-16"],
    ["3 天前", "2026-08-16"],
    ["３天前", "2026-08-16"],
    ["十二天以前", "2026-08-07"],
    ["廿天前", "2026-07-30"],
    ["两周前", "2026-08-05"],
    ["一个月前", "2026-07-19"],
    ["半年前", "2026-02-19"],
    ["半个月前", "2026-08-04"],
    ["一年半前", "2025-02-19"],
    ["两个半月前", "2026-06-04"],
    ["最近半年", "2026-02-19…2026-08-19"],
    ["上周", WEEK_BEFORE],
    ["上週", WEEK_BEFORE],
    ["上个星期", WEEK_BEFORE],
    ["上一周", WEEK_BEFORE],
    ["上礼拜以来", WEEK_BEFORE],
    ["本周", "2026-08-17…2026-08-23"],
    ["這個禮拜", "2026-08-17…2026-08-23"],
    ["上上周", "2026-08-03…2026-08-09"],
    ["上周五", "2026-08-14"],
    ["上周日", "2026-08-16"],
    ["周五", "2026-08-14"],
    ["星期三", "2026-08-19"],
    ["周末", "2026-08-15…2026-08-16"],
    ["上周末", "2026-08-15…2026-08-16"],
    ["上个月", "2026-07-01…2026-07-31"],
    ["上月", "2026-07-01…2026-07-31"],
    ["上上个月", "2026-06-01…2026-06-30"],
    ["本月", "2026-08-01…2026-08-31"],
    ["上个月5号", "2026-07-05"],
    ["5号", "2026-08-05"],
    ["31号", "2026-07-31"],
    ["8月", "2026-08-01…2026-08-31"],
    ["九月份", "2025-09-01…2025-09-30"],
    ["8月19日", "2026-08-19"],
    ["八月二十号", "2025-08-20"],
    ["二月二十九日", "2024-02-29"],
    ["2026年8月", "2026-08-01…2026-08-31"],
    ["2026年8月19日", "2026-08-19"],
    ["二〇二六年八月十九日", "2026-08-19"],
    ["2025年", "2025-01-01…2025-12-31"],
    ["去年", "2025-01-01…2025-12-31"],
    ["前年", "2024-01-01…2024-12-31"],
    ["去年十二月", "2025-12-01…2025-12-31"],
    ["今年3月1日", "2026-03-01"],
    ["去年下半年", "2025-07-01…2025-12-31"],
    ["上半年", "2026-01-01…2026-06-30"],
    ["第二季度", "2026-04-01…2026-06-30"],
    ["上季度", "2026-04-01…2026-06-30"],
    ["最近三天", "2026-08-16…2026-08-19"],
    ["过去一周", "2026-08-12…2026-08-19"],
    ["近三个月", "2026-05-19…2026-08-19"],
    ["一周内", "2026-08-12…2026-08-19"],
    ["月初", "2026-08-01"],
    ["上月底", "2026-07-31"],
    ["去年底", "2025-12-31"],
    ["去年年底", "2025-12-31"],
    ["上个月月底", "2026-07-31"],
    ["十小时前", "2026-08-18"],
  ])("%p means %s", async (text, meant) => expect(await read(text)).toBe(meant));

  test.each([
    // Before August, not eight months ago.
    ["八月前"],
    ["8月前"],
    ["前几天"],
    ["刚才"],
    ["春节"],
    ["2月30日"],
    ["2026年9月31日"],
    ["13月"],
    ["月中"],
    ["三天"],
    ["上周五下午三点"],
    ["上周和这周"],
    ["网关"],
    ["一年半天前"],
    ["周八"],
  ])("%p is refused", async (text) => expect(await read(text)).toBe("-"));

  test.each([
    ["月底", "? 2026-08-31 | 2026-07-31"],
    ["年底", "? 2026-12-31 | 2025-12-31"],
    ["8月底", "? 2026-08-31 | 2025-08-31"],
  ])("%p may mean two things", async (text, meant) => expect(await read(text)).toBe(meant));

  test("上周五 is that of the week before on every day of the week", async () => {
    expect(await read("上周五", "2026-08-22T09:00:00+08:00")).toBe("2026-08-14");
    expect(await read("周五", "2026-08-22T09:00:00+08:00")).toBe("2026-08-21");
  });
});

describe("the clock", () => {
  test("decides the day by its own zone, not by that of the machine", async () => {
    const now = "2026-08-18T17:30:00Z";
    expect(await read("today", now, "Asia/Shanghai")).toBe("2026-08-19");
    expect(await read("昨天", now, "Asia/Shanghai")).toBe("2026-08-18");
    expect(await read("Aug 19", now, "Asia/Shanghai")).toBe("2026-08-19");
    expect(await read("Aug 19", now, "America/New_York")).toBe("2025-08-19");
  });

  test("loses no day when it is put forward or back", async () => {
    // Berlin: from 01:59 to 03:00 on 29 March 2026, from 02:59 to 02:00 on 25 October 2026.
    const zone = "Europe/Berlin";
    expect(await read("yesterday", "2026-03-29T21:30:00Z", zone)).toBe("2026-03-28");
    expect(await read("3 days ago", "2026-03-30T22:30:00Z", zone)).toBe("2026-03-28");
    expect(await read("last week", "2026-03-29T22:30:00Z", zone)).toBe("2026-03-23…2026-03-29");
    expect(await read("2 hours ago", "2026-03-29T00:30:00Z", zone)).toBe("2026-03-28");
    expect(await read("3 hours ago", "2026-10-25T01:30:00Z", zone)).toBe("2026-10-25");
    expect(await read("四小时前", "2026-10-25T01:30:00Z", zone)).toBe("2026-10-24");
    expect(await read("October 25", "2026-10-25T22:30:00Z", zone)).toBe("2026-10-25");
  });

  test("may be the system's", async () => {
    const clock = systemClock("Asia/Shanghai");
    const reading = await readPeriod("今天", clock);
    expect(reading).toMatchObject({ kind: "range", isPlain: false });
  });
});

describe("whatever the day", () => {
  const day = fc.integer({ min: 0, max: 365 * 30 }).map((days) =>
    new Date(Date.UTC(2000, 0, 1 + days)).toISOString().slice(0, 10)
  );
  const PAST = [
    "Friday",
    "周一",
    "August",
    "十二月",
    "31号",
    "Aug 31",
    "2月29日",
    "weekend",
    "周末",
    "last week",
    "上个月",
  ];

  test("what has no year or week of its own has begun, and is the latest that has", async () => {
    await fc.assert(
      fc.asyncProperty(day, fc.constantFrom(...PAST), async (today, text) => {
        const reading = await readPeriod(text, frozenClock(`${today}T12:00:00Z`));
        if (reading.kind !== "range") throw new Error(`${text} on ${today}: ${reading.kind}`);
        expect(reading.range.from <= today).toBe(true);
        expect(reading.range.from <= reading.range.to).toBe(true);
      }),
      { seed: 20260819, numRuns: 400 },
    );
  });

  test("two languages agree", async () => {
    const pairs = [
      ["last week", "上周"],
      ["this week", "本周"],
      ["last month", "上个月"],
      ["yesterday", "昨天"],
      ["three days ago", "三天前"],
      ["a month ago", "一个月前"],
      ["Friday", "周五"],
      ["this Friday", "本周五"],
      ["August", "八月"],
      ["August 31", "8月31日"],
      ["last year", "去年"],
      ["weekend", "周末"],
      ["last quarter", "上季度"],
      ["end of the month", "月底"],
      ["past 7 days", "最近7天"],
    ] as const;
    await fc.assert(
      fc.asyncProperty(day, fc.constantFrom(...pairs), async (today, [english, chinese]) => {
        const now = `${today}T12:00:00Z`;
        expect(`${english} ${await read(english, now)}`).toBe(`${english} ${await read(chinese, now)}`);
      }),
      { seed: 20260819, numRuns: 400 },
    );
  });

  test("any text is read or refused, never an error, and every day it means exists", async () => {
    const words = fc.array(
      fc.constantFrom(
        ..."last next week 上 周 月 日 前 天 三 31 2026 8 Aug of 底 - / ago 年 号 个 半 Friday".split(" "),
      ),
      { minLength: 1, maxLength: 6 },
    ).chain((parts) => fc.constantFrom(parts.join(" "), parts.join("")));
    await fc.assert(
      fc.asyncProperty(fc.oneof(words, fc.string({ unit: "grapheme" })), async (text) => {
        const reading = await readPeriod(text, frozenClock(WEDNESDAY));
        const ranges = reading.kind === "range" ? [reading.range] : reading.kind === "ambiguous" ? reading.options : [];
        for (const { from, to } of ranges) {
          expect(new Date(`${from}T00:00:00Z`).toISOString().slice(0, 10)).toBe(from);
          expect(new Date(`${to}T00:00:00Z`).toISOString().slice(0, 10)).toBe(to);
        }
      }),
      { seed: 20260819, numRuns: 2_000 },
    );
  });
});
