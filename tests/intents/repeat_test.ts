/** When wishes come again. */
import { describe, expect, test } from "bun:test";
import { frozenClock } from "../../src/base/clock.ts";
import { missedSince, nextFireMs, type Repeat } from "../../src/intents/repeat.ts";
import { repeatOf, setsOf, writeRepeat } from "../../src/intents/plan.ts";
import { readWhen } from "../../src/intents/when/read_when.ts";

const BERLIN = "Europe/Berlin";

async function repeat(text: string, now: string): Promise<Repeat> {
  const reading = await readWhen(text, { clock: frozenClock(now, BERLIN), dayTime: { hour: 9, minute: 0 } });
  if (reading.kind !== "repeat") throw new Error(`"${text}" is ${reading.kind}`);
  return reading.repeat;
}

async function nextTimes(text: string, now: string, count: number): Promise<string[]> {
  const clock = frozenClock(now, BERLIN);
  const plan = await repeat(text, now);
  const times: string[] = [];
  for (let after = clock.now().ms; times.length < count;) {
    after = nextFireMs(plan, clock, after) ?? Number.NaN;
    times.push(clock.at(after).iso.slice(0, 16));
  }
  return times;
}

describe("the next times", () => {
  test.each([
    ["every weekday 8:30", "2026-08-20T09:00:00+02:00", ["2026-08-21T08:30", "2026-08-24T08:30", "2026-08-25T08:30"]],
    ["每月底", "2028-01-31T10:00:00+01:00", ["2028-02-29T09:00", "2028-03-31T09:00", "2028-04-30T09:00"]],
    ["0 9 31 * *", "2026-08-31T10:00:00+02:00", ["2026-10-31T09:00", "2026-12-31T09:00", "2027-01-31T09:00"]],
    ["0 9 29 2 *", "2026-08-19T10:00:00+02:00", ["2028-02-29T09:00", "2032-02-29T09:00"]],
    ["first Monday of every month", "2026-08-19T10:00:00+02:00", ["2026-09-07T09:00", "2026-10-05T09:00"]],
    ["every other day at 7", "2026-08-19T10:00:00+02:00", ["2026-08-20T07:00", "2026-08-22T07:00", "2026-08-24T07:00"]],
    ["every 2 weeks on Friday", "2026-08-19T10:00:00+02:00", ["2026-08-21T09:00", "2026-09-04T09:00"]],
    ["每季度", "2026-08-19T10:00:00+02:00", ["2026-10-01T09:00", "2027-01-01T09:00"]],
    ["every 90 minutes", "2026-08-19T10:00:00+02:00", ["2026-08-19T11:30", "2026-08-19T13:00"]],
    // The hour that comes twice, and the one that is left out: once a day all the same.
    ["every day at 02:30", "2026-10-24T12:00:00+02:00", ["2026-10-25T02:30", "2026-10-26T02:30"]],
    ["every day at 02:30", "2027-03-27T12:00:00+01:00", ["2027-03-28T03:30", "2027-03-29T02:30"]],
  ])("of %s after %s", async (text, now, expected) => {
    expect(await nextTimes(text, now, expected.length)).toEqual(expected);
  });
});

describe("after a long sleep", () => {
  test.each([
    ["every day at 9", "2026-08-20T09:00:00+02:00", "2026-08-30T08:00:00+02:00", "2026-08-29T09:00:00+02:00", 9],
    ["every 20 minutes", "2026-08-19T10:20:00+02:00", "2026-08-19T11:05:00+02:00", "2026-08-19T11:00:00+02:00", 2],
    ["every Friday", "2026-08-21T09:00:00+02:00", "2026-08-21T09:00:00+02:00", "2026-08-21T09:00:00+02:00", 0],
  ])("%s, due on %s and looked at on %s", async (text, due, now, latest, earlier) => {
    const plan = await repeat(text, "2026-08-19T10:00:00+02:00");
    const clock = frozenClock(now, BERLIN);
    const missed = missedSince(plan, clock, Date.parse(due));
    expect({ latest: clock.at(missed.latestMs).iso, earlier: missed.earlier }).toEqual({ latest, earlier });
  });

  test("of ten years counts no further than a thousand, and at once", async () => {
    const plan = await repeat("every day at 9", "2026-08-19T10:00:00+02:00");
    const clock = frozenClock("2036-08-19T10:00:00+02:00", BERLIN);
    expect(missedSince(plan, clock, Date.parse("2026-08-20T09:00:00+02:00")).earlier).toBe(1_000);
  });
});

describe("what is stored", () => {
  test.each(["every Friday at 9", "每两周周五", "每20分钟"])("of %s is read back", async (text) => {
    const plan = await repeat(text, "2026-08-19T10:00:00+02:00");
    expect(repeatOf({ kind: "time", plan: writeRepeat(plan) })).toEqual(plan);
  });

  test.each(["7", "[]", "{}", '{"kind":"span","words":"x"}', '{"kind":"moon","words":"x"}'])(
    "%s is no plan of a time",
    (plan) => {
      expect(() => repeatOf({ kind: "time", plan })).toThrow(/plan/);
    },
  );

  test("of an event is a list of sets, and nothing of a time wish", () => {
    expect(setsOf({ kind: "event", plan: '["deploy gateway"]' }).map(({ text }) => text)).toEqual(["deploy gateway"]);
    expect(setsOf({ kind: "time", plan: null })).toEqual([]);
    expect(() => setsOf({ kind: "event", plan: "{}" })).toThrow(/plan/);
  });
});
