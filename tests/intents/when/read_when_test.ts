/** Times that are still to come, in English and Chinese, on the wall clock of a zone. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { frozenClock } from "../../../src/base/clock.ts";
import { nextFireMs } from "../../../src/intents/repeat.ts";
import type { WhenReading } from "../../../src/intents/when/moment.ts";
import { readWhen } from "../../../src/intents/when/read_when.ts";

/** A Wednesday. */
const NOW = "2026-08-19T10:00:00+02:00";
const BERLIN = "Europe/Berlin";

/** Returns what a text is read as: ISO times, the first time of what comes again, or the kind. */
async function read(text: string, now = NOW, zone = BERLIN): Promise<string> {
  const clock = frozenClock(now, zone);
  const reading = await readWhen(text, { clock, dayTime: { hour: 9, minute: 0 } });
  const iso = (ms: number) => clock.at(ms).iso;
  switch (reading.kind) {
    case "once":
      return iso(reading.ms);
    case "repeat":
      return `${iso(nextFireMs(reading.repeat, clock, clock.now().ms) ?? 0)} ${reading.repeat.words}`;
    case "past":
      return `past ${iso(reading.ms)}, next ${reading.nextMs === null ? "none" : iso(reading.nextMs)}`;
    case "ambiguous":
      return ["either", ...reading.momentsMs.map(iso), ...reading.phrases].join(" | ");
    case "unreadable":
      return "unreadable";
  }
}

describe("days of the month, ranges and nights", () => {
  test.each([
    ["廿五号", "2026-08-25T09:00:00+02:00"],
    ["二十号", "2026-08-20T09:00:00+02:00"],
    ["三十一号", "2026-08-31T09:00:00+02:00"],
    ["十号", "2026-09-10T09:00:00+02:00"],
    ["一号", "2026-09-01T09:00:00+02:00"],
    ["二十三日下午三点", "2026-08-23T15:00:00+02:00"],
    ["3日", "2026-09-03T09:00:00+02:00"],
    ["三日后", "2026-08-22T10:00:00+02:00"],
    ["the 25th", "2026-08-25T09:00:00+02:00"],
    ["Aug 32", "unreadable"],
    ["Friday 10-11", "2026-08-21T10:00:00+02:00"],
    ["Friday 3-4pm", "2026-08-21T15:00:00+02:00"],
    ["Friday 11-1pm", "2026-08-21T11:00:00+02:00"],
    ["明天凌晨", "either | 2026-08-20T00:00:00+02:00 | 2026-08-20T05:00:00+02:00"],
    ["明天凌晨三点", "2026-08-20T03:00:00+02:00"],
    ["tonight at 1am", "2026-08-20T01:00:00+02:00"],
    ["今晚一点", "2026-08-20T01:00:00+02:00"],
    ["tomorrow night at 1", "either | 2026-08-20T01:00:00+02:00 | 2026-08-21T01:00:00+02:00"],
    ["tonight at 9", "2026-08-19T21:00:00+02:00"],
  ])("%s: %s", async (text, wanted) => expect(await read(text)).toBe(wanted));
});

describe("one moment in English", () => {
  test.each([
    ["Friday 9:00", "2026-08-21T09:00:00+02:00"],
    ["friday 9", "2026-08-21T09:00:00+02:00"],
    ["on Friday at 5 pm", "2026-08-21T17:00:00+02:00"],
    ["by Friday", "2026-08-21T09:00:00+02:00"],
    ["Wednesday 11:00", "2026-08-19T11:00:00+02:00"],
    ["18:30 on Sunday", "2026-08-23T18:30:00+02:00"],
    ["tomorrow 9", "2026-08-20T09:00:00+02:00"],
    ["tomorrow morning", "2026-08-20T09:00:00+02:00"],
    ["tomorrow at noon", "2026-08-20T12:00:00+02:00"],
    ["half past nine tomorrow", "2026-08-20T09:30:00+02:00"],
    ["the day after tomorrow at 8am", "2026-08-21T08:00:00+02:00"],
    ["today at 3", "2026-08-19T15:00:00+02:00"],
    ["at 3", "2026-08-19T15:00:00+02:00"],
    ["10:30", "2026-08-19T10:30:00+02:00"],
    ["tonight", "2026-08-19T20:00:00+02:00"],
    ["tonight at 8", "2026-08-19T20:00:00+02:00"],
    ["this evening", "2026-08-19T19:00:00+02:00"],
    ["end of the day", "2026-08-19T18:00:00+02:00"],
    ["in 20 minutes", "2026-08-19T10:20:00+02:00"],
    ["now", "2026-08-19T10:00:00+02:00"],
    ["马上", "2026-08-19T10:00:00+02:00"],
    ["20 minutes from now", "2026-08-19T10:20:00+02:00"],
    ["in half an hour", "2026-08-19T10:30:00+02:00"],
    ["in an hour and a half", "2026-08-19T11:30:00+02:00"],
    ["in 1h30m", "2026-08-19T11:30:00+02:00"],
    ["in 2 hours and 15 minutes", "2026-08-19T12:15:00+02:00"],
    ["in 3 days", "2026-08-22T10:00:00+02:00"],
    ["in 3 days at 8am", "2026-08-22T08:00:00+02:00"],
    ["in two weeks", "2026-09-02T10:00:00+02:00"],
    ["next Monday at 3pm", "2026-08-24T15:00:00+02:00"],
    ["next week", "2026-08-24T09:00:00+02:00"],
    ["next month", "2026-09-01T09:00:00+02:00"],
    ["this weekend", "2026-08-22T09:00:00+02:00"],
    ["end of the month", "2026-08-31T09:00:00+02:00"],
    ["end of next month", "2026-09-30T09:00:00+02:00"],
    ["March 5", "2027-03-05T09:00:00+01:00"],
    ["March 5th at 14:00", "2027-03-05T14:00:00+01:00"],
    ["5 March 2027 9:30", "2027-03-05T09:30:00+01:00"],
    ["Feb 29", "2028-02-29T09:00:00+01:00"],
    ["on the 5th", "2026-09-05T09:00:00+02:00"],
    ["31st", "2026-08-31T09:00:00+02:00"],
    ["2026-12-24 18:00", "2026-12-24T18:00:00+01:00"],
    ["2026-12-24T18:00:00Z", "2026-12-24T19:00:00+01:00"],
    ["24.12.2026 18:00", "2026-12-24T18:00:00+01:00"],
  ])("%s is %s", async (text, expected) => {
    expect(await read(text)).toBe(expected);
  });
});

describe("one moment in Chinese, or in both", () => {
  test.each([
    ["周五九点", "2026-08-21T09:00:00+02:00"],
    ["周五9:00", "2026-08-21T09:00:00+02:00"],
    ["周五二十一点半", "2026-08-21T21:30:00+02:00"],
    ["周二十点", "2026-08-25T10:00:00+02:00"],
    ["星期天上午十点", "2026-08-23T10:00:00+02:00"],
    ["周日晚上九点", "2026-08-23T21:00:00+02:00"],
    ["明天早上八点", "2026-08-20T08:00:00+02:00"],
    ["明晚", "2026-08-20T20:00:00+02:00"],
    ["今晚八点", "2026-08-19T20:00:00+02:00"],
    ["今天晚上十二点", "2026-08-20T00:00:00+02:00"],
    ["今天下午三点一刻", "2026-08-19T15:15:00+02:00"],
    ["三点", "2026-08-19T15:00:00+02:00"],
    ["后天中午", "2026-08-21T12:00:00+02:00"],
    ["大后天", "2026-08-22T09:00:00+02:00"],
    ["下周三下午3点半", "2026-08-26T15:30:00+02:00"],
    ["下週三下午兩點", "2026-08-26T14:00:00+02:00"],
    ["下下周一上午10点", "2026-08-31T10:00:00+02:00"],
    ["下周", "2026-08-24T09:00:00+02:00"],
    ["周末", "2026-08-22T09:00:00+02:00"],
    ["月底", "2026-08-31T09:00:00+02:00"],
    ["下月底", "2026-09-30T09:00:00+02:00"],
    ["年底", "2026-12-31T09:00:00+01:00"],
    ["今年年底", "2026-12-31T09:00:00+01:00"],
    ["下个月5号", "2026-09-05T09:00:00+02:00"],
    ["5号", "2026-09-05T09:00:00+02:00"],
    ["3月5日", "2027-03-05T09:00:00+01:00"],
    ["3月5日下午两点", "2027-03-05T14:00:00+01:00"],
    ["明年3月5号", "2027-03-05T09:00:00+01:00"],
    ["8月20号上午", "2026-08-20T09:00:00+02:00"],
    ["两小时后", "2026-08-19T12:00:00+02:00"],
    ["两个半小时后", "2026-08-19T12:30:00+02:00"],
    ["半小时后", "2026-08-19T10:30:00+02:00"],
    ["20分钟后", "2026-08-19T10:20:00+02:00"],
    ["过一刻钟", "2026-08-19T10:15:00+02:00"],
    ["三天后上午九点", "2026-08-22T09:00:00+02:00"],
    ["周五 9am", "2026-08-21T09:00:00+02:00"],
    ["Friday 下午3点", "2026-08-21T15:00:00+02:00"],
  ])("%s is %s", async (text, expected) => {
    expect(await read(text)).toBe(expected);
  });
});

describe("times that come again", () => {
  test.each([
    ["every Friday at 9", "2026-08-21T09:00:00+02:00 every Friday at 09:00"],
    ["every weekday 8:30", "2026-08-20T08:30:00+02:00 every weekday, Monday to Friday at 08:30"],
    ["daily at 7", "2026-08-20T07:00:00+02:00 every day at 07:00"],
    ["every morning", "2026-08-20T09:00:00+02:00 every day at 09:00"],
    ["every Mon, Wed and Fri at 8am", "2026-08-21T08:00:00+02:00 every Monday, Wednesday and Friday at 08:00"],
    ["Mondays and Thursdays at 18:30", "2026-08-20T18:30:00+02:00 every Monday and Thursday at 18:30"],
    ["every other Friday at 10", "2026-08-21T10:00:00+02:00 every 2 weeks on Friday at 10:00"],
    ["every 20 minutes", "2026-08-19T10:20:00+02:00 every 20 minutes"],
    ["the end of every month", "2026-08-31T09:00:00+02:00 on the last day of every month at 09:00"],
    ["on the 15th of every month at noon", "2026-09-15T12:00:00+02:00 on the 15th of every month at 12:00"],
    ["first Monday of every month at 10", "2026-09-07T10:00:00+02:00 on the first Monday of every month at 10:00"],
    ["every March 5", "2027-03-05T09:00:00+01:00 every year on 5 March at 09:00"],
    ["0 9 * * 1-5", '2026-08-20T09:00:00+02:00 at the times "0 9 * * 1-5"'],
    ["每周五", "2026-08-21T09:00:00+02:00 every Friday at 09:00"],
    ["每周五上午十点", "2026-08-21T10:00:00+02:00 every Friday at 10:00"],
    ["每天晚上十点", "2026-08-19T22:00:00+02:00 every day at 22:00"],
    ["每晚12点", "2026-08-20T00:00:00+02:00 every day at 24:00"],
    ["每个工作日8:30", "2026-08-20T08:30:00+02:00 every weekday, Monday to Friday at 08:30"],
    ["每周一三五早上7点", "2026-08-21T07:00:00+02:00 every Monday, Wednesday and Friday at 07:00"],
    ["每月5号", "2026-09-05T09:00:00+02:00 on the 5th of every month at 09:00"],
    ["每月底", "2026-08-31T09:00:00+02:00 on the last day of every month at 09:00"],
    ["每年3月5日", "2027-03-05T09:00:00+01:00 every year on 5 March at 09:00"],
    ["每两周周五", "2026-08-21T09:00:00+02:00 every 2 weeks on Friday at 09:00"],
    ["隔天早上七点", "2026-08-20T07:00:00+02:00 every 2 days at 07:00"],
    ["每小时", "2026-08-19T11:00:00+02:00 every hour"],
  ])("%s is %s", async (text, expected) => {
    expect(await read(text)).toBe(expected);
  });
});

describe("what is asked back", () => {
  test.each([
    ["at 9", "past 2026-08-19T09:00:00+02:00, next 2026-08-20T09:00:00+02:00"],
    ["Wednesday 9:00", "past 2026-08-19T09:00:00+02:00, next 2026-08-26T09:00:00+02:00"],
    ["今天九点", "past 2026-08-19T09:00:00+02:00, next 2026-08-20T09:00:00+02:00"],
    ["yesterday at 9", "past 2026-08-18T09:00:00+02:00, next none"],
    ["上周五", "past 2026-08-14T09:00:00+02:00, next none"],
    ["2026-08-18 09:00", "past 2026-08-18T09:00:00+02:00, next none"],
    ["next Friday", "either | 2026-08-21T09:00:00+02:00 | 2026-08-28T09:00:00+02:00"],
    ["Friday at 3:30", "either | 2026-08-21T03:30:00+02:00 | 2026-08-21T15:30:00+02:00"],
    ["周五三点", "either | 2026-08-21T03:00:00+02:00 | 2026-08-21T15:00:00+02:00"],
    ["tomorrow at midnight", "either | 2026-08-20T00:00:00+02:00 | 2026-08-21T00:00:00+02:00"],
    ["12/11/2026", "either | 2026-11-12T09:00:00+01:00 | 2026-12-11T09:00:00+01:00"],
    ["every weekend", "either | every Saturday | every Saturday and Sunday"],
    ["monthly on the 31st", "either | 0 9 31 * * | end of every month"],
    ["every year on 29 February", "either | 0 9 29 2 * | every year on 28 February"],
    ["每隔两天", "either | 每2天 | 每3天"],
    ["Friday 25:00", "unreadable"],
    ["2027-02-30 10:00", "unreadable"],
    ["2026-09-31T10:00:00+08:00", "unreadable"],
    ["someday", "unreadable"],
    ["32 August", "unreadable"],
    ["2027-02-29", "unreadable"],
    ["every", "unreadable"],
    ["有空的时候", "unreadable"],
    ["9".repeat(200), "unreadable"],
  ])("%s is %s", async (text, expected) => {
    expect(await read(text)).toBe(expected);
  });

  test("what stands in a question for a phrase means one thing", async () => {
    for (
      const text of ["every weekend", "monthly on the 31st", "每隔两天", "每月", "每周末", "every year on 29 February"]
    ) {
      const [, ...phrases] = (await read(text)).split(" | ");
      expect(phrases.length).toBeGreaterThan(1);
      for (const phrase of phrases) expect(await read(phrase)).toMatch(/^2/);
    }
  });
});

describe("where clocks change", () => {
  test.each([
    // 02:30 is left out in Berlin on 28 March 2027, and comes twice on 25 October 2026.
    ["Sunday 02:30", "2027-03-25T12:00:00+01:00", BERLIN, "2027-03-28T03:30:00+02:00"],
    ["Sunday 02:30", "2026-10-23T12:00:00+02:00", BERLIN, "2026-10-25T02:30:00+02:00"],
    ["in 3 days", "2026-10-23T12:00:00+02:00", BERLIN, "2026-10-26T12:00:00+01:00"],
    ["in 72 hours", "2026-10-23T12:00:00+02:00", BERLIN, "2026-10-26T11:00:00+01:00"],
    ["tomorrow 9", "2026-11-01T00:30:00-04:00", "America/New_York", "2026-11-02T09:00:00-05:00"],
    ["周日 02:30", "2027-03-12T12:00:00-05:00", "America/New_York", "2027-03-14T03:30:00-04:00"],
    ["every day at 02:30", "2027-03-27T12:00:00+01:00", BERLIN, "2027-03-28T03:30:00+02:00 every day at 02:30"],
    ["周五九点", "2026-08-19T10:00:00+08:00", "Asia/Shanghai", "2026-08-21T09:00:00+08:00"],
    ["end of the month", "2028-02-10T10:00:00+08:00", "Asia/Shanghai", "2028-02-29T09:00:00+08:00"],
    [
      "月底",
      "2027-02-28T10:00:00+08:00",
      "Asia/Shanghai",
      "past 2027-02-28T09:00:00+08:00, next 2027-03-31T09:00:00+08:00",
    ],
    ["in a month", "2027-01-31T10:00:00+08:00", "Asia/Shanghai", "2027-02-28T10:00:00+08:00"],
  ])("%s, said at %s in %s, is %s", async (text, now, zone, expected) => {
    expect(await read(text, now, zone)).toBe(expected);
  });

  test("a time that the wall clock leaves out is said to be another one", async () => {
    const clock = frozenClock("2027-03-25T12:00:00+01:00", BERLIN);
    const reading = await readWhen("Sunday 02:30", { clock, dayTime: { hour: 9, minute: 0 } });
    expect(reading).toMatchObject({ notice: expect.stringContaining("02:30 does not exist on 2027-03-28") });
  });
});

describe("whatever is said", () => {
  const words = [
    ..."every next this on at in the end of month week day Friday Mon tomorrow today noon 9 9:00 3pm 31st march".split(
      " ",
    ),
    ..."每 下 周 五 月 底 天 晚上 十 点 半 后 小时 3月5日 今天 号 两".split(" "),
  ];
  const phrase = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 });
  const moment = fc.integer({ min: Date.parse("2026-01-01T00:00:00Z"), max: Date.parse("2028-12-31T00:00:00Z") });
  const zone = fc.constantFrom(BERLIN, "America/New_York", "Asia/Shanghai");

  test("a moment lies ahead, and what comes again comes after any moment", async () => {
    await fc.assert(
      fc.asyncProperty(phrase, moment, zone, async (parts, ms, name) => {
        const clock = frozenClock(new Date(ms).toISOString(), name);
        const text = parts.join(parts.some((part) => /[a-z]/.test(part)) ? " " : "");
        const reading: WhenReading = await readWhen(text, { clock, dayTime: { hour: 9, minute: 0 } });
        if (reading.kind === "once") expect(reading.ms).toBeGreaterThan(ms);
        if (reading.kind === "past" && reading.nextMs !== null) expect(reading.nextMs).toBeGreaterThan(ms);
        if (reading.kind === "ambiguous") { for (const each of reading.momentsMs) expect(each).toBeGreaterThan(ms); }
        if (reading.kind !== "repeat") return;
        let after = ms;
        for (let times = 0; times < 5; times++) {
          const next = nextFireMs(reading.repeat, clock, after) ?? Infinity;
          expect(next).toBeGreaterThan(after);
          after = next;
        }
      }),
      { numRuns: 150, seed: 20260819 },
    );
  }, 240_000);
});
