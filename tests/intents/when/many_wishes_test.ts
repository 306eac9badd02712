/** Wishes as people speak them: each means the right time, or is asked back; none means a wrong one. */
import { describe, expect, test } from "bun:test";
import { frozenClock } from "../../../src/base/clock.ts";
import { findWhen } from "../../../src/intents/find_when.ts";
import { nextFireMs } from "../../../src/intents/repeat.ts";
import type { WhenReading } from "../../../src/intents/when/moment.ts";
import { readWhen } from "../../../src/intents/when/read_when.ts";

/** A Wednesday. */
const clock = frozenClock("2026-08-19T10:00:00+02:00", "Europe/Berlin");
const deps = { clock, dayTime: { hour: 9, minute: 0 } };

/** Returns local times without year and zone, the first three of what comes again, `?` and what is asked back, or `-`. */
function shown(reading: WhenReading): string {
  const wall = (ms: number) => clock.at(ms).iso.slice("2026-".length, "2026-08-19T10:00".length).replace("T", " ");
  switch (reading.kind) {
    case "once":
      return wall(reading.ms);
    case "repeat": {
      const times: number[] = [];
      for (let at = 0; at < 3; at++) times.push(nextFireMs(reading.repeat, clock, times.at(-1) ?? clock.now().ms) ?? 0);
      return `+ ${times.map(wall).join(", ")}`;
    }
    case "past":
      return `? over ${wall(reading.ms)}`;
    case "ambiguous":
      return `? ${[...reading.momentsMs.map(wall), ...reading.phrases].join(" | ")}`;
    case "unreadable":
      return "-";
  }
}

describe("by themselves", () => {
  test.each([
    ["every 1 weeks", "+ 08-20 09:00, 08-27 09:00, 09-03 09:00"],
    ["every 4 weeks on Friday 15:00", "+ 08-21 15:00, 09-18 15:00, 10-16 15:00"],
    ["every second day", "+ 08-20 09:00, 08-22 09:00, 08-24 09:00"],
    ["every second Friday", "? every 2 weeks on Friday | on the second Friday of every month"],
    ["every third Friday", "? every 3 weeks on Friday | on the third Friday of every month"],
    ["every third Friday of the month", "+ 08-21 09:00, 09-18 09:00, 10-16 09:00"],
    ["every fortnight", "+ 08-20 09:00, 09-03 09:00, 09-17 09:00"],
    ["biweekly", "? every 2 weeks | every Monday and Thursday"],
    ["once a week", "+ 08-20 09:00, 08-27 09:00, 09-03 09:00"],
    ["every other month", "? every 2 months on the 1st | every 2 months on the last day"],
    ["every 3 months on the 15th", "+ 09-15 09:00, 12-15 09:00, 03-15 09:00"],
    ["every 2 months on the last day", "+ 08-31 09:00, 10-31 09:00, 12-31 09:00"],
    ["every 5 months on the 1st", "-"],
    ["every 3 months on the 31st", "-"],
    ["every last Friday of the month", "+ 08-28 09:00, 09-25 09:00, 10-30 09:00"],
    ["last working day of every month", "+ 08-31 09:00, 09-30 09:00, 10-30 09:00"],
    ["first working day of every month", "+ 09-01 09:00, 10-01 09:00, 11-02 09:00"],
    ["every first of the month", "+ 09-01 09:00, 10-01 09:00, 11-01 09:00"],
    ["every Monday through Thursday", "+ 08-20 09:00, 08-24 09:00, 08-25 09:00"],
    ["every half hour", "+ 08-19 10:30, 08-19 11:00, 08-19 11:30"],
    ["every 0 days", "-"],
    ["every Friday until December", "-"],
    ["twenty past nine tomorrow", "08-20 09:20"],
    ["ten to five", "08-19 16:50"],
    ["half past nine", "? over 08-19 09:30"],
    ["midnight tonight", "08-20 00:00"],
    ["tomorrow midnight", "? 08-20 00:00 | 08-21 00:00"],
    ["noon", "08-19 12:00"],
    ["in 90 minutes", "08-19 11:30"],
    ["in a quarter of an hour", "08-19 10:15"],
    ["in a fortnight", "09-02 10:00"],
    ["in a couple of hours", "08-19 12:00"],
    ["in a few days", "-"],
    ["in 3 business days", "08-24 10:00"],
    ["two weeks from Friday", "09-04 09:00"],
    ["a week from tomorrow", "08-27 09:00"],
    ["Tuesday next week", "08-25 09:00"],
    ["next week on Tuesday at 14:00", "08-25 14:00"],
    ["the week after next", "08-31 09:00"],
    ["next month on the 3rd", "09-03 09:00"],
    ["March 2027", "03-01 09:00"],
    ["Friday 21 August", "08-21 09:00"],
    ["Friday 22 August", "? friday | 22 august"],
    ["on Friday the 28th at 5 pm", "08-28 17:00"],
    ["by Friday", "08-21 09:00"],
    ["no later than Friday", "08-21 09:00"],
    ["before Friday", "? 08-20 09:00 | 08-21 09:00"],
    ["before tomorrow", "-"],
    ["until Friday", "-"],
    ["after Friday", "-"],
    ["0:75", "-"],
    ["31 September", "-"],
    ["2027-03-28 02:30", "03-28 03:30"],
    ["隔周五", "+ 08-21 09:00, 09-04 09:00, 09-18 09:00"],
    ["隔周", "+ 08-20 09:00, 09-03 09:00, 09-17 09:00"],
    ["每隔一天", "+ 08-20 09:00, 08-22 09:00, 08-24 09:00"],
    ["每隔两周", "? 每2周 | 每3周"],
    ["每月最后一个工作日", "+ 08-31 09:00, 09-30 09:00, 10-30 09:00"],
    ["每月第一个工作日", "+ 09-01 09:00, 10-01 09:00, 11-02 09:00"],
    ["每月最后一个周五", "+ 08-28 09:00, 09-25 09:00, 10-30 09:00"],
    ["每月第三个周五下午四点", "+ 08-21 16:00, 09-18 16:00, 10-16 16:00"],
    ["每三个月", "? 每3个月1号 | 每3个月最后一天"],
    ["每半年15号", "+ 09-15 09:00, 03-15 09:00, 09-15 09:00"],
    ["零点", "? over 08-19 00:00"],
    ["明天零点", "08-20 00:00"],
    ["差五分五点", "08-19 16:55"],
    ["月初", "09-01 09:00"],
    ["明年三月", "03-01 09:00"],
    ["下下周三", "09-02 09:00"],
    ["下下周", "08-31 09:00"],
    ["三个工作日后", "08-24 10:00"],
    ["8月21日周五", "08-21 09:00"],
    ["8月22日周五", "? 周五 | 8月22日"],
    ["周五之前", "? 08-20 09:00 | 08-21 09:00"],
    ["明天之前", "-"],
  ])("%s: %s", async (text, wanted) => expect(shown(await readWhen(text, deps))).toBe(wanted));

  test("what is asked back can be said as it is asked", async () => {
    const asked = ["every second Friday", "biweekly", "every other month", "每三个月", "每半年", "每隔两周"];
    for (const text of asked) {
      const reading = await readWhen(text, deps);
      for (const phrase of reading.kind === "ambiguous" ? reading.phrases : ["nothing was asked"]) {
        expect({ phrase, kind: (await readWhen(phrase, deps)).kind }).toEqual({ phrase, kind: "repeat" });
      }
    }
  });
});

describe("in the text of a wish", () => {
  test.each([
    ["remind me before Friday to ship the parcel", "before Friday", "? 08-20 09:00 | 08-21 09:00"],
    ["remind me until Friday every day", "until Friday every", "-"],
    ["remind me after Friday to check the logs", "after Friday", "-"],
    ["since Friday the build is red, remind me tomorrow at 9", "tomorrow at 9", "08-20 09:00"],
    ["Friday 22 August dinner with Ines", "Friday 22 August", "? Friday | 22 August".toLowerCase()],
    ["wake me at 6:30", "at 6:30", "? over 08-19 06:30"],
    ["remind me at 6:30", "at 6:30", "08-19 18:30"],
    ["明天六点叫我起床", "明天六点", "08-20 06:00"],
    ["remind me once a week to clean the desk", "once a week", "+ 08-20 09:00, 08-27 09:00, 09-03 09:00"],
    ["周五之后提醒我看日志", "周五之后", "-"],
    ["每月最后一个工作日提醒我交周报", "每月最后一个工作日", "+ 08-31 09:00, 09-30 09:00, 10-30 09:00"],
    ["隔周五提醒我倒垃圾", "隔周五", "+ 08-21 09:00, 09-04 09:00, 09-18 09:00"],
    ["周五起床提醒我", "周五", "08-21 09:00"],
  ])("%s: %s, %s", async (text, phrase, wanted) => {
    const found = await findWhen(text, deps);
    expect([found?.phrase, found === null ? "none" : shown(found.reading)]).toEqual([phrase, wanted]);
  });
});
