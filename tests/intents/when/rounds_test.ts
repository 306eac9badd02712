/** Days that come again, in words. */
import { describe, expect, test } from "bun:test";
import { chineseRound } from "../../../src/intents/when/chinese_round.ts";
import { englishRound } from "../../../src/intents/when/english_round.ts";
import type { Round } from "../../../src/intents/when/read_repeat.ts";
import { dayListWords, momentWords, timeWords } from "../../../src/intents/when/round_words.ts";
import { frozenClock } from "../../../src/base/clock.ts";
import { weekdayNamed } from "../../../src/intents/when/weekday_names.ts";

/** Returns a round in words, or what it may mean. */
function shown(round: Round | null): string {
  if (round === null) return "none";
  if (round.kind === "either") return `either ${round.phrases.join(" | ")}`;
  if (round.kind === "months") return `day ${round.day} of every ${round.every} months`;
  return round.kind === "days" ? dayListWords(round) : `every ${round.days} days, weekday ${round.weekday ?? "any"}`;
}

describe("in English", () => {
  test.each([
    ["every day", "every day"],
    ["everyday", "every day"],
    ["daily", "every day"],
    ["each day", "every day"],
    ["weekdays", "every weekday, Monday to Friday"],
    ["every working day", "every weekday, Monday to Friday"],
    ["every business day", "every weekday, Monday to Friday"],
    ["every friday", "every Friday"],
    ["each friday", "every Friday"],
    ["fridays", "every Friday"],
    ["weekly on friday", "every Friday"],
    ["friday every week", "every Friday"],
    ["every mon and thu", "every Monday and Thursday"],
    ["every mon wed fri", "every Monday, Wednesday and Friday"],
    ["every sat & sun", "every Saturday and Sunday"],
    ["tuesdays and thursdays", "every Tuesday and Thursday"],
    ["every week", "every 7 days, weekday any"],
    ["every other day", "every 2 days, weekday any"],
    ["every three days", "every 3 days, weekday any"],
    ["every other friday", "every 14 days, weekday 5"],
    ["every 2 weeks on friday", "every 14 days, weekday 5"],
    ["every 2 days on friday", "none"],
    ["every month on the 5th", "on the 5th of every month"],
    ["monthly on the 1st", "on the 1st of every month"],
    ["on the 15th of every month", "on the 15th of every month"],
    ["every 22nd", "on the 22nd of every month"],
    ["every 32nd", "none"],
    ["every 30th", "either 0 9 30 * * | end of every month"],
    ["end of every month", "on the last day of every month"],
    ["every month end", "on the last day of every month"],
    ["the last day of every month", "on the last day of every month"],
    ["first monday of every month", "on the first Monday of every month"],
    ["every third tuesday of the month", "on the third Tuesday of every month"],
    ["every year on march 5", "every year on 5 March"],
    ["every 5th of march", "every year on 5 March"],
    ["annually on dec 24", "every year on 24 December"],
    ["every february 30", "none"],
    ["every february 29", "either 0 9 29 2 * | every year on 28 February"],
    ["quarterly", "on the 1st of January, April, July and October"],
    ["every weekend", "either every Saturday | every Saturday and Sunday"],
    ["monthly", "either on the 1st of every month | end of every month"],
    ["every test", "none"],
    ["every now and then", "none"],
    ["每天", "none"],
  ])("%s", (words, expected) => {
    expect(shown(englishRound(words))).toBe(expected);
  });
});

describe("in Chinese", () => {
  test.each([
    ["每天", "every day"],
    ["每日", "every day"],
    ["天天", "every day"],
    ["每工作日", "every weekday, Monday to Friday"],
    ["每个工作日", "every weekday, Monday to Friday"],
    ["每周五", "every Friday"],
    ["每逢周五", "every Friday"],
    ["每个星期五", "every Friday"],
    ["每个礼拜天", "every Sunday"],
    ["每周一三五", "every Monday, Wednesday and Friday"],
    ["每周二和周四", "every Tuesday and Thursday"],
    ["每周一到周五", "every weekday, Monday to Friday"],
    ["每周五到周一", "none"],
    ["每周", "every 7 days, weekday any"],
    ["隔天", "every 2 days, weekday any"],
    ["每三天", "every 3 days, weekday any"],
    ["每两周", "every 14 days, weekday any"],
    ["每两周的周五", "every 14 days, weekday 5"],
    ["每隔两天", "either 每2天 | 每3天"],
    ["每隔两周", "either 每2周 | 每3周"],
    ["每月5号", "on the 5th of every month"],
    ["每个月十五日", "on the 15th of every month"],
    ["每月31号", "either 0 9 31 * * | end of every month"],
    ["每月32号", "none"],
    ["每月底", "on the last day of every month"],
    ["每个月最后一天", "on the last day of every month"],
    ["每月初", "on the 1st of every month"],
    ["每季度", "on the 1st of January, April, July and October"],
    ["每季度末", "on the last day of March, June, September and December"],
    ["每年底", "on the last day of December"],
    ["每年3月5日", "every year on 5 March"],
    ["每年二月三十日", "none"],
    ["每月", "either 每月1号 | 每月底"],
    ["每周末", "either 每周六 | 每周六和周日"],
    ["每次部署", "none"],
  ])("%s", (words, expected) => {
    expect(shown(chineseRound(words))).toBe(expected);
  });
});

describe("the words of an answer", () => {
  test("name times, moments and weekdays", () => {
    expect(timeWords({ hour: 9, minute: 5 })).toBe("09:05");
    const clock = frozenClock("2026-08-19T10:00:00+08:00", "Asia/Shanghai");
    expect(momentWords(clock.now().ms, clock)).toBe("Wednesday, 19 August 2026 at 10:00");
    expect(["mon", "Thursdays".toLowerCase(), "周日", "星期天", "礼拜三", "五", "monk", "day"].map(weekdayNamed))
      .toEqual(
        [1, 4, 7, 7, 3, 5, null, null],
      );
  });

  test.each([[11, "11th"], [12, "12th"], [13, "13th"], [21, "21st"], [22, "22nd"], [23, "23rd"], [24, "24th"]])(
    "write the %d as %s",
    (day, expected) => {
      expect(dayListWords({ days: [day] })).toBe(`on the ${expected} of every month`);
    },
  );
});
