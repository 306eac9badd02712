/** Times of day within words. */
import { describe, expect, test } from "bun:test";
import { takeClockTime } from "../../../src/intents/when/clock_time.ts";

/** Returns the times as `09:00`, and what is left of the words. */
function take(words: string, mayBeBare = false): string {
  const { times, rest } = takeClockTime(words, mayBeBare);
  const shown = times.map(({ hour, minute }) => `${hour}:${String(minute).padStart(2, "0")}`).join(" or ");
  return `${shown || "none"} | ${rest}`;
}

describe("a time of day in English", () => {
  test.each([
    ["friday 9:00", "9:00 | friday"],
    ["9:00 on friday", "9:00 | friday"],
    ["friday at 21:05", "21:05 | friday"],
    ["friday 3:30", "3:30 or 15:30 | friday"],
    ["friday 03:30", "3:30 | friday"],
    ["friday 3:30 pm", "15:30 | friday"],
    ["friday 3pm", "15:00 | friday"],
    ["friday 3 p.m.", "15:00 | friday"],
    ["friday 12am", "0:00 | friday"],
    ["friday 12pm", "12:00 | friday"],
    ["friday 12:30am", "0:30 | friday"],
    ["friday 13pm", "none | friday 13pm"],
    ["friday at 9", "9:00 | friday"],
    ["friday at 5", "5:00 or 17:00 | friday"],
    ["friday at 5 in the afternoon", "17:00 | friday"],
    ["friday at 5 in the morning", "5:00 | friday"],
    ["friday at nine", "9:00 | friday"],
    ["friday 9 o'clock", "9:00 | friday"],
    ["half past nine tomorrow", "9:30 | tomorrow"],
    ["quarter past ten", "10:15 | "],
    ["quarter to one in the afternoon", "12:45 | "],
    ["tomorrow morning", "9:00 | tomorrow"],
    ["tomorrow at noon", "12:00 | tomorrow"],
    ["tomorrow afternoon", "15:00 | tomorrow"],
    ["tomorrow evening", "19:00 | tomorrow"],
    ["tomorrow evening at 8", "20:00 | tomorrow"],
    ["tomorrow night", "20:00 | tomorrow"],
    ["tonight at 9", "21:00 | today"],
    ["this morning at 11", "11:00 | today"],
    ["tomorrow at midnight", "0:00 or 24:00 | tomorrow"],
    ["end of the day", "18:00 | "],
    ["friday 24:30", "none | friday 24:30"],
    ["friday 9:75", "none | friday 9:75"],
    ["friday", "none | friday"],
  ])("%s", (words, expected) => {
    expect(take(words)).toBe(expected);
  });

  test("may be a number alone where nothing else is a time", () => {
    expect(take("tomorrow 9")).toBe("none | tomorrow 9");
    expect(take("tomorrow 9", true)).toBe("9:00 | tomorrow");
    expect(take("9 tomorrow", true)).toBe("9:00 | tomorrow");
    expect(take("tomorrow 5", true)).toBe("5:00 or 17:00 | tomorrow");
    expect(take("tomorrow 77", true)).toBe("none | tomorrow 77");
  });
});

describe("a time of day in Chinese", () => {
  test.each([
    ["周五九点", "9:00 | 周五"],
    ["周五9点", "9:00 | 周五"],
    ["周五九点半", "9:30 | 周五"],
    ["周五九点一刻", "9:15 | 周五"],
    ["周五九点三刻", "9:45 | 周五"],
    ["周五九点二十分", "9:20 | 周五"],
    ["周五九点零五分", "9:05 | 周五"],
    ["周五九点整", "9:00 | 周五"],
    ["周五三点", "3:00 or 15:00 | 周五"],
    ["周五下午三点", "15:00 | 周五"],
    ["周五下午3点半", "15:30 | 周五"],
    ["周五早上八点", "8:00 | 周五"],
    ["周五上午", "9:00 | 周五"],
    ["周五中午", "12:00 | 周五"],
    ["周五中午一点", "13:00 | 周五"],
    ["周五中午12点", "12:00 | 周五"],
    ["周五傍晚", "18:00 | 周五"],
    ["周五晚上", "20:00 | 周五"],
    ["周五晚上十点", "22:00 | 周五"],
    ["周五晚上十二点", "24:00 | 周五"],
    ["周五凌晨两点", "2:00 | 周五"],
    ["周五凌晨十二点", "0:00 | 周五"],
    ["周五半夜", "0:00 or 24:00 | 周五"],
    ["周二十点", "10:00 | 周二"],
    ["周五二十点", "20:00 | 周五"],
    ["周五二十三点", "23:00 | 周五"],
    ["今晚八点", "20:00 | 今天"],
    ["明早七点", "7:00 | 明天"],
    ["明晚", "20:00 | 明天"],
    ["每晚十点", "22:00 | 每"],
    ["两小时后", "none | 两小时后"],
    ["有空的时候", "none | 有空的时候"],
    ["3月5日下午两点", "14:00 | 3月5日"],
    ["周五 9am", "9:00 | 周五"],
  ])("%s", (words, expected) => {
    expect(take(words)).toBe(expected);
  });
});
