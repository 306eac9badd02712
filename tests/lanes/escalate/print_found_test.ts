/** The text of what was found. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { codePoints } from "../../../src/base/text/measure.ts";
import { byScore, type ScoredClaim } from "../../../src/lanes/escalate/found_claim.ts";
import { printAnswer, printFound } from "../../../src/lanes/escalate/print_found.ts";

function claim(at: number, more: Partial<ScoredClaim> = {}): ScoredClaim {
  return {
    path: `memory/n${at}.md`,
    startLine: at + 1,
    endLine: at + 1,
    text: `statement ${at}`,
    context: "",
    place: "notes",
    day: null,
    origin: "agent",
    observedAt: null,
    entryKey: null,
    score: 1,
    ...more,
  };
}

const LEAD = "Found in the memory:";

describe("printFound", () => {
  test("prints by day, what has none last, whatever the order of the finds", () => {
    const claims = [claim(1), claim(2, { day: "2026-08-13" }), claim(3, { day: "2026-08-01" })];
    const { inside, shown } = printFound(claims, { roomChars: 1_000, limit: 8, lead: LEAD });
    expect(inside).toBe([
      LEAD,
      "2026-08-01",
      "- statement 3 (memory/n3.md#L4)",
      "2026-08-13",
      "- statement 2 (memory/n2.md#L3)",
      "undated",
      "- statement 1 (memory/n1.md#L2)",
    ].join("\n"));
    expect(shown).toHaveLength(3);
  });

  test("chooses by rank, and lets one that does not fit make room for the next", () => {
    const claims = [claim(1), claim(2, { text: "x".repeat(400) }), claim(3)];
    expect(printFound(claims, { roomChars: 250, limit: 8, lead: LEAD }).shown.map(({ path }) => path)).toEqual([
      "memory/n1.md",
      "memory/n3.md",
    ]);
    expect(printFound(claims, { roomChars: 5_000, limit: 1, lead: LEAD }).shown).toHaveLength(1);
  });

  test("never passes its room, and is empty rather than a frame around nothing", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "字", "😀", "<", "memory-data", " ", "</memory-data>"),
      maxLength: 60,
    });
    const some = fc.array(fc.record({ text, day: fc.constantFrom(null, "2026-08-01", "2026-08-02") }), {
      maxLength: 12,
    });
    fc.assert(fc.property(some, fc.integer({ min: -10, max: 900 }), (drafts, roomChars) => {
      const claims = drafts.map((draft, at) => claim(at, draft));
      const { context, shown } = printFound(claims, { roomChars, limit: 8, lead: LEAD });
      expect(context === "").toBe(shown.length === 0);
      expect(codePoints(context)).toBeLessThanOrEqual(Math.max(0, roomChars));
      expect((context.match(/<\/memory-data>/g) ?? []).length).toBe(shown.length === 0 ? 0 : 1);
    }));
  });
});

describe("printAnswer", () => {
  test("is a sentence with its citations, or nothing where it does not fit", () => {
    const answer = { summary: "All is well.", claims: [claim(1), claim(2)] };
    expect(printAnswer(answer, 1_000).inside).toBe("- All is well. (memory/n1.md#L2, memory/n2.md#L3)");
    expect(printAnswer(answer, 60)).toEqual({ context: "", shown: [], inside: "" });
  });
});

describe("byScore", () => {
  test("orders by score, then the better kept, then the newer, then the place", () => {
    const ordered = [
      claim(1, { score: 0.9, place: "transcript" }),
      claim(9, { score: 0.5, place: "curated" }),
      claim(5, { score: 0.5, day: "2026-08-02" }),
      claim(4, { score: 0.5, day: "2026-08-01" }),
      claim(2, { score: 0.5 }),
      claim(3, { score: 0.5 }),
      claim(0, { score: 0.5, place: "transcript" }),
    ];
    expect([...ordered].reverse().sort(byScore)).toEqual(ordered);
  });
});
