import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { readPosixZone } from "../../src/base/posix_zone.ts";
import { offsetsOfZoneFile } from "../../src/base/zone_file.ts";
import { skips } from "../support/skips.ts";

const FOLDER = "/usr/share/zoneinfo";

/** Old changes only: what was decided lately is not known to every system and runtime alike. */
const ZONES = [
  "UTC",
  "Asia/Shanghai",
  "Asia/Kathmandu",
  "Asia/Tokyo",
  "Europe/Berlin",
  "Europe/London",
  "Europe/Dublin",
  "America/New_York",
  "America/Los_Angeles",
  "America/St_Johns",
  "Australia/Lord_Howe",
  "Australia/Sydney",
  "Pacific/Auckland",
  "Pacific/Kiritimati",
  "Antarctica/Troll",
  "Etc/GMT+5",
];
const FROM = Date.UTC(1975, 0, 1);
const TO = Date.UTC(2037, 0, 1);

function byRuntime(zone: string, ms: number): number {
  return Math.round(Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds / 60e9);
}

const hasNone = skips(!existsSync(`${FOLDER}/Europe/Berlin`), "this system keeps no time zone files where Linux does");

describe.skipIf(hasNone)("the offsets of a zone file", () => {
  test.each(ZONES)("of %s are those of the runtime, at odd moments and around every change", (zone) => {
    const offsetAt = offsetsOfZoneFile(readFileSync(`${FOLDER}/${zone}`));
    if (offsetAt === null) throw new Error(`${zone} could not be read`);
    const wrong: string[] = [];
    const compare = (ms: number) => {
      const [found, wanted] = [offsetAt(ms), byRuntime(zone, ms)];
      if (found !== wanted) wrong.push(`${new Date(ms).toISOString()}: ${found}, not ${wanted}`);
    };
    // A prime number of minutes, so that all hours and days are met.
    for (let ms = FROM; ms < TO; ms += 60_000 * 27_647) compare(ms);
    let at = Temporal.Instant.fromEpochMilliseconds(FROM).toZonedDateTimeISO(zone);
    for (let next = at.getTimeZoneTransition("next"); next !== null && next.epochMilliseconds < TO;) {
      for (const seconds of [-1, 0, 1]) compare(next.epochMilliseconds + seconds * 1_000);
      at = next;
      next = at.getTimeZoneTransition("next");
    }
    expect(wrong).toEqual([]);
  });

  test("are not taken from what is no zone file, or from half of one", () => {
    const whole = readFileSync(`${FOLDER}/Europe/Berlin`);
    expect(offsetsOfZoneFile(new Uint8Array())).toBeNull();
    expect(offsetsOfZoneFile(new TextEncoder().encode("TZif2 and nothing else at all, however long it may be")))
      .toBeNull();
    for (let length = 0; length < whole.length; length += 7) {
      expect(offsetsOfZoneFile(whole.subarray(0, length))).toBeNull();
    }
    const other = Uint8Array.from(whole);
    other[0] = 0;
    expect(offsetsOfZoneFile(other)).toBeNull();
  });
});

describe("the rule of a zone", () => {
  const hours = (rule: string, iso: string) => (readPosixZone(rule)?.(Date.parse(iso) / 1_000) ?? Number.NaN) / 60;

  test.each(
    [
      ["UTC0", "2026-08-19T00:00:00Z", 0],
      ["CST-8", "2026-08-19T00:00:00Z", 8],
      ["<+0545>-5:45", "2026-08-19T00:00:00Z", 5.75],
      ["CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 1],
      ["CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 2],
      ["CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 2],
      ["CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 1],
      ["NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-01-01T00:00:00Z", 13],
      ["NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-07-01T00:00:00Z", 12],
      ["IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01T00:00:00Z", 0],
      ["<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "2026-07-01T00:00:00Z", -2],
      ["<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-01-01T00:00:00Z", 11],
      ["EST5EDT,J60,J300", "2028-03-01T06:59:59Z", -5],
      ["EST5EDT,J60,J300", "2028-03-01T07:00:00Z", -4],
      ["EST5EDT,59,300", "2026-03-01T07:00:00Z", -4],
      ["XXX3EDT4,0/0,J365/23", "2026-12-31T12:00:00Z", -4],
    ] as const,
  )("%s gives at %s %p hours", (rule, iso, wanted) => {
    expect(hours(rule, iso)).toBe(wanted);
  });

  test("that cannot be read gives nothing", () => {
    for (
      const text of [
        "",
        "UTC",
        "5",
        "CET-1CEST",
        "CET-1CEST,M13.1.0,M10.5.0",
        "CET-1CEST,M3.6.0,M10.5.0",
        "A0",
        "CST-8,M3.5.0",
      ]
    ) {
      expect(readPosixZone(text)).toBeNull();
    }
  });
});
