/** Times that stand in the text of a wish. */
import { describe, expect, test } from "bun:test";
import { frozenClock } from "../../src/base/clock.ts";
import { compileWish } from "../../src/intents/compile.ts";
import { findWhen } from "../../src/intents/find_when.ts";

const clock = frozenClock("2026-08-19T10:00:00+02:00", "Europe/Berlin");
const deps = { clock, dayTime: { hour: 9, minute: 0 } };

describe("the time of a text", () => {
  test.each([
    ["remind me Friday 9:00 to send the report", "Friday 9:00"],
    ["send the report every Friday at 9", "every Friday at 9"],
    ["call Bob in 20 minutes", "in 20 minutes"],
    ["finish the report by Friday", "by Friday"],
    ["buy milk on March 5", "on March 5"],
    ["pay rent on the 1st of every month", "on the 1st of every month"],
    ["remind me at 3 to call", "at 3"],
    ["the key of x77129EXAMPLE1 tomorrow 9:00", "tomorrow 9:00"],
    ["周五九点提醒我发报告", "周五九点"],
    ["周五上午９：３０交周报", "周五上午9:30"],
    ["１２月３１日１８：００提交年报", "12月31日18:00"],
    ["提醒我８点半开会", "8点半"],
    ["请在3月5日提醒我续费", "3月5日"],
    ["两小时后提醒我喝水", "两小时后"],
    ["每天晚上十点提醒我写日记", "每天晚上十点"],
    ["下周三下午3点半和小王开会", "下周三下午3点半"],
    ["月底提醒我交房租", "月底"],
    ["remind me 周五九点 to send the report", "周五九点"],
    ["提醒我25号交房租", "25号"],
    ["三十号开会", "三十号"],
    ["两点开会", "两点"],
    ["Call Bob at 3", "at 3"],
    ["on the 5th pay rent", "on the 5th"],
    ["meeting Friday 10-11", "Friday 10-11"],
  ])("%s: %s", async (text, phrase) => {
    expect((await findWhen(text, deps))?.phrase).toBe(phrase);
  });

  test.each([
    "learn Rust someday",
    "on Aug 32 pay",
    "the office is on the 5th floor",
    "三号楼的门坏了",
    "两点建议要记下来",
    "meet at 3 rivers",
    "ask about the march release",
    "I may need 3 people",
    "check port 18789 of the gateway",
    "version 2.10 is out; read the notes",
    "make sure every test passes",
    "email bob at 10 downing street",
    "sat down with the team",
    "有空学钢琴",
    "一点一点地学",
    "有一点问题要问",
    "半成品要检查",
    "",
  ])("%s names none", async (text) => {
    expect(await findWhen(text, deps)).toBeNull();
  });

  test("is the one with a time of day, if another day is only spoken of", async () => {
    const found = await findWhen("remind me tomorrow at 9 that the deploy is on Friday", deps);
    expect(found).toMatchObject({ phrase: "tomorrow at 9", reading: { kind: "once" } });
  });

  test("is asked for if several days are named", async () => {
    const found = await findWhen("the deploy on Friday and the review on Monday", deps);
    expect(found?.reading).toMatchObject({ kind: "ambiguous", phrases: ["on Friday", "on Monday"] });
  });

  test("is found in a long text in no more than a moment's work", async () => {
    expect(await findWhen("一二三四五六七八九十".repeat(50), deps)).toBeNull();
    expect(await findWhen("on the first of every in on at ".repeat(16), deps)).toBeNull();
  }, 240_000);
});

describe("a wish", () => {
  test("says what was understood", async () => {
    expect(await compileWish({ text: "x", at: "Friday 9:00" }, deps)).toMatchObject({
      kind: "time",
      understood: "Friday, 21 August 2026 at 09:00",
      isOnce: true,
    });
    expect(await compileWish({ text: "x", at: "每周五九点" }, deps)).toMatchObject({
      understood: "every Friday at 09:00, first on Friday, 21 August 2026 at 09:00",
      isOnce: false,
    });
    expect(await compileWish({ text: "x", keywords: "deploy gateway; 部署" }, deps)).toMatchObject({
      kind: "event",
      understood: 'when a message has "deploy gateway" or "部署"',
      terms: expect.arrayContaining(["部署"]),
    });
    expect(await compileWish({ text: "learn Rust someday" }, deps)).toBeNull();
  });

  test.each([
    ["at 9", /09:00 is over; did you mean Thursday, 20 August 2026 at 09:00\?/],
    ["yesterday", /Tuesday, 18 August 2026 at 09:00 is over$/],
    ["next Friday", /21 August 2026 at 09:00 or Friday, 28 August 2026 at 09:00$/],
    ["每隔两天", /"每2天" or "每3天"$/],
    ["when I am back", /Cannot read the time "when I am back"/],
    ["0 9 31 2 *", /no month has such a day/],
  ])("for %s is refused with what it may mean", async (at, message) => {
    await expect(compileWish({ text: "x", at }, deps)).rejects.toThrow(message);
  });

  test("waits for a time or for words, not for both", async () => {
    await expect(compileWish({ text: "x", at: "tomorrow", keywords: "y" }, deps)).rejects.toThrow(/at once/);
  });
});
