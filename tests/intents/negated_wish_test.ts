import { expect, test } from "bun:test";
import { frozenClock } from "../../src/base/clock.ts";
import { compileWish, type Wish } from "../../src/intents/compile.ts";
import { negationOf } from "../../src/intents/negated_wish.ts";

test("who asks not to be reminded asks for nothing that could come up", () => {
  const texts = [
    "don't remind me on Friday",
    "Please do not remind me about the report tomorrow",
    "on Friday don’t ping me",
    "never wake me before nine",
    "you don't have to remind me on Friday",
    "I don't want you to remind me at 9:00",
    "no need to remind me tomorrow",
    "stop reminding me every Monday",
    "不要周五提醒我",
    "周五别提醒我交报告",
    "明天不用叫我",
    "以后不再每周一通知我",
    "不必再提醒我了",
  ];
  for (const text of texts) expect([text, negationOf(text)]).toEqual([text, "reminding"]);
});

test("who takes an earlier wish back names it", () => {
  const texts = [
    "cancel the reminder on Friday",
    "Please delete my dentist reminder for tomorrow",
    "no more reminders about the report",
    "取消周五的提醒",
    "取消周五提醒",
    "请把明天的删掉，删除所有提醒",
    "关掉每天的闹钟",
  ];
  for (const text of texts) expect([text, negationOf(text)]).toEqual([text, "earlier"]);
});

test("what only holds such a word is a wish all the same", () => {
  const texts = [
    "remind me on Friday not to wake Ann",
    "Don't forget to remind me on Friday",
    "never mind, remind me on Friday",
    "why don't you remind me at 9:00",
    "remind me to cancel the reminder on Friday",
    "Cancel the gym membership on Friday",
    "Don't send the report before Friday",
    "Delete the reminder emails from the queue tomorrow",
    "周五提醒我不要迟到",
    "别忘了周五提醒我交报告",
    "别的时候提醒我",
    "别迟到，周五提醒我",
    "周五提醒我取消健身房的提醒",
    "取消订阅周五提醒我",
    "周五取消会议室",
  ];
  for (const text of texts) expect([text, negationOf(text)]).toEqual([text, null]);
});

test("neither is booked; a time or words that are named apart make a task of the second", async () => {
  const deps = { clock: frozenClock("2026-08-19T10:00:00+08:00"), dayTime: { hour: 9, minute: 0 } };
  const refusalOf = (wish: Wish) => compileWish(wish, deps).then(() => null, (error: Error) => error.message);
  const never = { text: "别在周五提醒我" };
  for (const wish of [never, { ...never, at: "Friday 9:00" }, { ...never, keywords: "report" }]) {
    expect(await refusalOf(wish)).toContain("it asks not to be reminded");
  }
  const back = { text: "cancel the reminder on Friday" };
  expect(await refusalOf(back)).toContain("it takes a reminder back");
  expect(await compileWish({ ...back, at: "Friday 9:00" }, deps)).toMatchObject({ kind: "time", isOnce: true });
  expect(await compileWish({ text: "remind me tonight at 23:50 to lock up" }, deps)).toMatchObject({
    wakeMs: Date.parse("2026-08-19T23:50:00+08:00"),
  });
});
