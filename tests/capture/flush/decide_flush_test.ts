/** When notes are due before a compaction, by the numbers of SPEC 7.3. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decideFlush, type FlushFacts, flushThreshold } from "../../../src/capture/flush/decide_flush.ts";
import { flushConfig } from "../../../src/capture/config.ts";

const LIMITS = flushConfig.parse({});
const MIB = 1_048_576;
const facts = (changes: Partial<FlushFacts>): FlushFacts => ({
  tokens: null,
  window: null,
  transcriptBytes: null,
  isDone: false,
  failures: 0,
  ...changes,
});

describe("the threshold", () => {
  test.each([
    [32_768, 8_192, 4_000, 20_576],
    [200_000, 20_000, 4_000, 176_000],
    [1_000_000, 20_000, 4_000, 976_000],
    [8_192, 2_048, 3_072, 3_072],
    [4, 1, 1, 2],
    [1, 0, 0, 1],
  ])("of a window of %i tokens keeps %i free and %i before that", (window, reserve, soft, flushAt) => {
    expect(flushThreshold(window, LIMITS)).toEqual({ reserve, soft, flushAt });
  });

  test("is never negative, never above the window, and rises with it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000_000 }), (window) => {
        const { flushAt, reserve, soft } = flushThreshold(window, LIMITS);
        expect(flushAt).toBeGreaterThanOrEqual(0);
        expect(flushAt + reserve + soft).toBe(window);
        expect(flushThreshold(window + 1, LIMITS).flushAt).toBeGreaterThanOrEqual(flushAt);
      }),
      { seed: 7 },
    );
  });
});

describe("notes", () => {
  test.each<[string, Partial<FlushFacts>, boolean, string]>([
    ["below the threshold", { tokens: 175_999, window: 200_000 }, false, "below"],
    ["at the threshold", { tokens: 176_000, window: 200_000 }, true, "tokens"],
    ["above the window", { tokens: 300_000, window: 200_000 }, true, "tokens"],
    ["with a transcript just too short", { transcriptBytes: 2 * MIB - 1 }, false, "below"],
    ["with a transcript of 2 MiB", { transcriptBytes: 2 * MIB }, true, "transcript"],
    [
      "with a long transcript and few tokens",
      { tokens: 1, window: 200_000, transcriptBytes: 3 * MIB },
      true,
      "transcript",
    ],
    ["taken already", { tokens: 199_000, window: 200_000, isDone: true }, false, "done"],
    ["after two failures", { tokens: 199_000, window: 200_000, failures: 2 }, true, "tokens"],
    ["after three failures", { tokens: 199_000, window: 200_000, failures: 3 }, false, "given up"],
  ])("%s", (_title, known, isDue, reason) => {
    expect(decideFlush(facts(known), LIMITS)).toMatchObject({ isDue, reason });
  });

  test("are never due when they are switched off, and a limit of 0 looks at no transcript", () => {
    const full = facts({ tokens: 199_000, window: 200_000, transcriptBytes: 9 * MIB });
    expect(decideFlush(full, { ...LIMITS, enabled: false })).toMatchObject({ isDue: false, reason: "disabled" });
    expect(decideFlush(facts({ transcriptBytes: 9 * MIB }), { ...LIMITS, transcriptBytes: 0 }).isDue).toBeFalse();
  });
});
