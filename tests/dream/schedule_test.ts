import { describe, expect, test } from "bun:test";
import { type ScheduleFacts, scheduleOf } from "../../src/dream/schedule.ts";

const SCHEDULED: ScheduleFacts = {
  isTypedByOwner: false,
  isScheduled: true,
  isDryRun: false,
  isForced: false,
  consent: { isGiven: null, by: null, at: null },
  dryNights: 0,
  dryNightsNeeded: 7,
  hadReal: false,
  hadDry: false,
};
const YES = { consent: { isGiven: true, by: "owner", at: "2026-08-19T09:00:00+08:00" } } as const;
const NO = { consent: { ...YES.consent, isGiven: false } } as const;
const TYPED: ScheduleFacts = { ...SCHEDULED, isTypedByOwner: true, isScheduled: false };

describe("a sweep is", () => {
  test.each<[string, ScheduleFacts, string]>([
    ["real when the owner typed it", TYPED, "real"],
    ["dry on the first scheduled nights", SCHEDULED, "dry"],
    ["dry on the first nights even if it is enabled", { ...SCHEDULED, ...YES, dryNights: 6 }, "dry"],
    ["dry after seven nights without a yes", { ...SCHEDULED, dryNights: 7 }, "dry"],
    ["real after seven nights with a yes", { ...SCHEDULED, ...YES, dryNights: 7 }, "real"],
    ["skipped after a no, on the first nights too", { ...SCHEDULED, ...NO }, "skip"],
    ["skipped after a no, also when it is forced", { ...SCHEDULED, ...NO, isForced: true }, "skip"],
    ["real after a no when the owner types it", { ...TYPED, ...NO }, "real"],
    ["dry when an agent calls it", { ...TYPED, isTypedByOwner: false }, "dry"],
    ["dry when the owner typed what the timer runs", { ...TYPED, isScheduled: true }, "dry"],
    ["skipped when the day had a real one", { ...TYPED, hadReal: true }, "skip"],
    ["real when the day had only a dry one and the owner types it", { ...TYPED, hadDry: true }, "real"],
    ["skipped when the day had a dry one and it would be dry again", { ...SCHEDULED, hadDry: true }, "skip"],
    ["skipped when it would be dry and the day had a real one", { ...SCHEDULED, hadReal: true }, "skip"],
    ["real once more when it is forced", { ...TYPED, hadReal: true, isForced: true }, "real"],
    ["no more than dry when an agent forces it", { ...SCHEDULED, hadReal: true, isForced: true }, "dry"],
    ["a preview with --dry-run, whatever else holds", { ...TYPED, isDryRun: true, hadReal: true }, "preview"],
  ])("%s", (_title, facts, run) => {
    expect(scheduleOf(facts).run).toBe(run as ReturnType<typeof scheduleOf>["run"]);
  });

  test("explained by how many nights are left, or by what is missing", () => {
    expect(scheduleOf({ ...SCHEDULED, dryNights: 3 }).why).toContain("3 of 7");
    expect(scheduleOf({ ...SCHEDULED, dryNights: 7 }).why).toContain("memory dream enable");
  });
});
