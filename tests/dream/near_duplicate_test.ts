import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { fingerprint, isNearDuplicate } from "../../src/curate/near_duplicate.ts";
import { nearIndex } from "../../src/dream/near_index.ts";

const SIMILARITY = 0.88;
const same = (a: string, b: string) => isNearDuplicate(fingerprint(a), fingerprint(b), SIMILARITY);

/** Long enough that one changed word leaves the overlap above 0.88. */
const LONG =
  "The readings of the harbour sensor are copied to the office machine over the phone modem with a checksum " +
  "before the timetable is drawn again by the display browser";

describe("near-duplicates", () => {
  test.each([
    ["equal words", "The gateway listens on port 18790", "The gateway listens on port 18790"],
    ["case and blanks", "The gateway listens on port 18790", "the  gateway listens on port 18790"],
    ["word forms", LONG, LONG.replace("readings", "reading").replace("copied", "copies")],
    ["full-width signs", "网关端口是 18790，不要改", "网关端口是 １８７９０，不要改"],
    ["one more filler word", LONG, LONG.replace("with a checksum", "together with a checksum")],
    [
      "the order of unlike facts",
      "The harbour gateway was moved to port 18790 on Monday",
      "On Monday the harbour gateway was moved to port 18790",
    ],
  ])("differ in %s only", (_title, a, b) => {
    expect(same(a, b)).toBeTrue();
  });

  test.each([
    ["a number", `${LONG} on port 18789`, `${LONG} on port 18790`],
    ["a date", `${LONG} since 2026-08-12`, `${LONG} since 2026-08-13`],
    ["a number word", `${LONG} two times`, `${LONG} three times`],
    ["a weekday", `${LONG} on Monday`, `${LONG} on Tuesday`],
    ["a month", `${LONG} in June`, `${LONG} in July`],
    ["a negation", LONG, LONG.replace("are copied", "are not copied")],
    ["a contracted negation", `${LONG} and it does work`, `${LONG} and it doesn't work`],
    ["a modal word", LONG.replace("are copied", "must be copied"), LONG.replace("are copied", "may be copied")],
    ["an opposite", LONG, LONG.replace("before", "after")],
    ["a name", `${LONG} by Ann`, `${LONG} by Anna`],
    ["a name at the start", `Ann says that ${LONG}`, `Bob says that ${LONG}`],
    ["the roles of two names", `${LONG} when Ann calls Bob`, `${LONG} when Bob calls Ann`],
    ["the order of numbers", `${LONG} from 5 to 3`, `${LONG} from 3 to 5`],
    ["an identifier", `${LONG} in tide.db`, `${LONG} in time.db`],
    [
      "a Chinese negation",
      "码头箱子的数据库每天晚上两点半都会自动备份到办公室的服务器上去",
      "码头箱子的数据库每天晚上两点半都不会自动备份到办公室的服务器上去",
    ],
    [
      "a Chinese number",
      "码头箱子的数据库每天晚上两点半都会自动备份到办公室的服务器上去",
      "码头箱子的数据库每天晚上三点半都会自动备份到办公室的服务器上去",
    ],
    [
      "a Chinese weekday",
      "每到周一小周都会检查码头箱子的风扇滤网然后记录到日历里面去",
      "每到周二小周都会检查码头箱子的风扇滤网然后记录到日历里面去",
    ],
    [
      "a Chinese name",
      "每到周末小周都会检查码头箱子的风扇滤网然后记录到日历里面去",
      "每到周末小李都会检查码头箱子的风扇滤网然后记录到日历里面去",
    ],
    ["everything", "The gateway listens on port 18790", "Lin left early for a school play"],
  ])("are not claims that differ in %s", (_title, a, b) => {
    expect(same(a, b)).toBeFalse();
  });

  test("are found by the index exactly where comparing all pairs finds them", () => {
    const word = fc.constantFrom(
      "gateway",
      "port",
      "router",
      "clock",
      "pier",
      "buoy",
      "screen",
      "log",
      "not",
      "7",
      "8",
      "Ann",
    );
    const claim = fc.oneof(
      fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" ")),
      fc.array(fc.constantFrom("网关", "端口", "码头", "时钟", "不", "三"), { minLength: 1, maxLength: 8 }).map((
        words,
      ) => words.join("")),
    );
    fc.assert(
      fc.property(
        fc.array(claim, { maxLength: 12 }),
        claim,
        fc.double({ min: 0.3, max: 1, noNaN: true }),
        (texts, wanted, similarity) => {
          const claims = texts.map((text, at) => ({ text, at }));
          const found = nearIndex(claims, similarity).find(wanted).map(({ at }) => at);
          const print = fingerprint(wanted);
          const brute = claims.filter(({ text }) => isNearDuplicate(print, fingerprint(text), similarity)).map((
            { at },
          ) => at);
          expect(found).toEqual(brute);
        },
      ),
      { seed: 20260819, numRuns: 500 },
    );
  });

  test("are the same both ways, and every claim is one of itself", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(same(a, b)).toBe(same(b, a));
        expect(same(a, a)).toBeTrue();
      }),
      { seed: 20260819 },
    );
  });
});
