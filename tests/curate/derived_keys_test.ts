import { describe, expect, test } from "bun:test";
import { derivedKeys, keysOfEntry } from "../../src/curate/derived_keys.ts";

/** Returns the first key of a claim under which an entry can be corrected. */
function common(entry: string, claim: string): string | undefined {
  const keys = keysOfEntry(entry);
  return derivedKeys(claim).find((key) => keys.includes(key));
}

describe("a claim can correct an entry", () => {
  test.each<[string, string, string]>([
    ["by the opposite", "The office is open on Saturdays", "The office is closed on Saturdays"],
    ["by the opposite of a word", "The nightly backup is enabled", "The nightly backup is disabled"],
    ["that tells where it was", "Anna lives in Berlin", "Anna moved to Lyon"],
    ["that tells where it ran", "The gateway runs on alder-3", "The gateway was moved to birch-7"],
    ["that tells when it began", "The stand-up starts at 9:30", "The stand-up was moved to 10:00"],
    ["that tells its day", "The stand-up is on Monday", "The stand-up was rescheduled to Tuesday"],
    ["that a change of place made", "The stand-up was moved to 10:00", "The stand-up starts at 11:00"],
    ["by another name", "The default branch is main-2025", "The default branch was renamed to trunk-2026"],
    ["in one of its sentences", "The gateway port is 18789", "Had lunch with Bruno; the gateway port is 18790 now"],
    ["in its first sentence", "The gateway port is 18789", "The gateway port is 18790, and Bruno brought cake"],
    ["in Chinese, that tells its time", "周会时间是周三下午三点", "周会改到周四上午十点"],
    ["in Chinese, that tells when it is", "周会在周三下午三点", "周会改到周四上午十点"],
    ["in Chinese, that tells where it was", "安娜住在柏林", "安娜搬到里昂了"],
    ["in Chinese, that tells where it is put", "例会放在三号会议室", "例会放在五号会议室"],
    ["in Chinese, in one of its sentences", "网关的端口是 18789", "今天和小李吃饭，网关的端口改成 18790 了"],
    ["in the other language, of a common name", "The gateway port is 18789", "gateway 的端口是 18790"],
    ["in the other language, if the entry is Chinese", "gateway 的端口是 18789", "The gateway port is 18790"],
  ])("%s: %s / %s", (_title, entry, claim) => {
    expect(common(entry, claim)).toBeString();
  });
});

describe("a claim is about something else", () => {
  test.each<[string, string, string]>([
    ["if both can hold on their days", "The office is open on Mondays", "The office is closed on Sundays"],
    ["if only the day is the same", "The shop is open on Mondays", "The office is closed on Mondays"],
    ["if it is asked", "The gateway port is 18789", "Lunch. Is the gateway port now 18790?"],
    ["if it is only thought", "The gateway port is 18789", "Perhaps; the gateway port is now 18790"],
    ["if it holds in a case", "网关的端口是 18789", "如果人多，网关的端口改成 18790"],
    [
      "if another sentence says of what it speaks",
      "The gateway port is 18789",
      "Set up a rig. The gateway port is 18790",
    ],
    ["if it moved somewhere and not to a time", "The stand-up starts at 9:30", "The stand-up was moved to room 12"],
    ["if it is a number of something", "The gateway runs on alder-3", "The gateway was changed to 5"],
    ["if another person moved", "Anna lives in Berlin", "Bruno moved to Lyon"],
    ["in Chinese, if it is when and not where", "例会放在三号会议室", "例会改到周五上午十点"],
    ["in Chinese, if it is where and not when", "演示放在周五", "演示放在三号会议室"],
    ["if it has no verb of state", "Anna lives in Berlin", "Anna, Lyon"],
  ])("%s: %s / %s", (_title, entry, claim) => {
    expect(common(entry, claim)).toBeUndefined();
  });
});

test("an entry of several sentences is no value of one of them", () => {
  const entry = "The gateway port is 18789. Its backup is kept by Ann.";
  expect(keysOfEntry(entry)).not.toContain("en:gatewai port|is|#");
  expect(derivedKeys(entry)).toContain("en:gatewai port|is|#");
  expect(keysOfEntry("Anna, Lyon")).toEqual([]);
});

test("who moved lives there first, and is that only if nothing else is known", () => {
  const [first, ...others] = derivedKeys("Anna moved to Lyon");
  expect(first).toBe("en:anna|live|in #");
  expect(others.at(-1)).toBe("en:anna|is|#");
});
