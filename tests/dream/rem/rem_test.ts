import { describe, expect, test } from "bun:test";
import { frozenClock } from "../../../src/base/clock.ts";
import type { Candidate } from "../../../src/dream/candidate.ts";
import { defaultDreamConfig } from "../../../src/dream/config.ts";
import { applyHighlights, findHighlights } from "../../../src/dream/rem/highlight.ts";
import { findThemes, type Theme } from "../../../src/dream/rem/themes.ts";
import { aCandidate, aRecall, NIGHT } from "../../support/candidate.ts";

const CONFIG = defaultDreamConfig();
const clock = frozenClock("2026-08-20T03:00:00+08:00");

const note = (day: number, tags: string[], line = 1): Candidate => {
  const text = `Note ${line} of day ${day} about ${tags.join(" and ")}`;
  const source = { path: `memory/2026-08-${day}.md`, startLine: line, endLine: line };
  return aCandidate({ text, tags, day: `2026-08-${day}`, source });
};
const themesOf = (week: Candidate[], usual: string[][] = []) => findThemes({ week, usual, config: CONFIG.rem });

describe("themes", () => {
  test("need three claims on two days", () => {
    expect(themesOf([note(18, ["pump"]), note(19, ["pump"])])).toEqual([]);
    expect(themesOf([note(19, ["pump"], 1), note(19, ["pump"], 2), note(19, ["pump"], 3)])).toEqual([]);
    expect(themesOf([note(18, ["pump"]), note(19, ["pump"], 1), note(19, ["pump"], 2)])).toMatchObject([
      {
        tag: "pump",
        entries: 3,
        days: 2,
        share: 1,
        evidence: ["memory/2026-08-19.md#L1-L1", "memory/2026-08-19.md#L2-L2", "memory/2026-08-18.md#L1-L1"],
      },
    ]);
  });

  test("take the forms of a word for one", () => {
    const [theme] = themesOf([note(17, ["backup"]), note(18, ["backups"]), note(19, ["backups"])]);
    expect(theme).toMatchObject({ tag: "backups", entries: 3 });
  });

  test("are ranked by how much more than usual they came up", () => {
    const week = [16, 17, 18].flatMap((day) => [note(day, ["gateway", "flood"], 1), note(day, ["gateway"], 2)]);
    const usual = [
      ...Array.from({ length: 60 }, () => ["gateway"]),
      ...Array.from({ length: 40 }, () => ["other"]),
      ...week.map(({ tags }) => [...tags]),
    ];
    expect(themesOf(week, usual).map(({ tag }) => tag)).toEqual(["flood", "gateway"]);
  });

  test("are at most five", () => {
    const tags = ["alpha", "bravo", "carbon", "delta", "echo", "foxtrot"];
    const week = tags.flatMap((tag, nth) => [17, 18, 19].map((day) => note(day, [tag], nth + 1)));
    expect(themesOf(week)).toHaveLength(5);
  });

  test("are one where two words come up in the same claims, named by the stronger", () => {
    const both = [17, 18, 19].map((day) => note(day, ["flood", "alarm"]));
    const usual = [...Array.from({ length: 30 }, () => ["alarm"]), ...Array.from({ length: 70 }, () => ["other"])];
    expect(themesOf(both, usual).map(({ tag }) => tag)).toEqual(["flood"]);
    const apart = [...both, note(18, ["alarm"], 2), note(19, ["alarm"], 2)];
    expect(themesOf(apart, usual).map(({ tag }) => tag)).toEqual(["flood", "alarm"]);
  });
});

describe("highlights", () => {
  const theme: Theme = { tag: "pump", root: "pump", entries: 3, days: 2, share: 1, usualShare: 1, evidence: [] };
  const find = (pool: Candidate[]) => findHighlights(pool, { themes: [theme], now: NIGHT, clock, config: CONFIG });
  const lit = (line: number, changes: Partial<Candidate> = {}): Candidate => ({
    ...note(15, ["pump"], line),
    lightHits: 1,
    lastLightMs: NIGHT.ms,
    evidence: [aRecall(1)],
    ...changes,
  });

  test("go to at most three candidates that a theme touches", () => {
    const { highlighted, considered } = find([1, 2, 3, 4, 5].map((line) => lit(line)));
    expect(highlighted).toHaveLength(3);
    expect(considered).toHaveLength(5);
  });

  test.each<[string, Partial<Candidate>]>([
    ["nobody asked for", { lightHits: 0 }],
    ["was promoted", { isPromoted: true }],
    ["was rejected", { isRejected: true }],
    ["no theme touches", { tags: ["clock"] }],
    ["fails the taint gate", {
      provenance: { ...aCandidate().provenance, verdict: { passes: false, reason: "origin is untrusted" } },
    }],
    ["was highlighted earlier that day", { lastRemMs: NIGHT.ms - 3_600_000 }],
  ])("pass over a candidate that %s", (_title, changes) => {
    expect(find([lit(1, changes)]).highlighted).toEqual([]);
  });

  test("come round: those that were not considered lately are considered first", () => {
    const config = { ...CONFIG, rem: { ...CONFIG.rem, pool: 2, highlights: 2 } };
    let pool = [1, 2, 3, 4].map((line) => lit(line));
    const seen = new Set<string>();
    for (const day of [20, 21]) {
      const now = frozenClock(`2026-08-${day}T03:00:00+08:00`).now();
      const found = findHighlights(pool, { themes: [theme], now, clock, config });
      found.highlighted.forEach((key) => seen.add(key));
      pool = applyHighlights(pool, found, now);
    }
    expect(seen.size).toBe(4);
    expect(pool.every(({ remHits }) => remHits === 1)).toBeTrue();
  });
});
