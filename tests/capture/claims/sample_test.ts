import { describe, expect, test } from "bun:test";
import { type LabelledTurn, labelledTurns, scoreOf } from "./labelled_turns.ts";

/** Of docs/capture-quality.md; each language and speaker of the held-out half has some 15 to 20 facts. */
const FLOORS = { tuned: { precision: 0.95, recall: 0.9 }, held_out: { precision: 0.85, recall: 0.65 } } as const;
const HALVES = ["tuned", "held_out"] as const;
const GROUPS = [["en", "owner"], ["en", "agent"], ["zh", "owner"], ["zh", "agent"]] as const;

function groupOf(half: (typeof HALVES)[number], language: string, speaker: string): LabelledTurn[] {
  return labelledTurns(half).filter((turn) => turn.language === language && turn.speaker === speaker);
}

describe("the labelled turns", () => {
  test("are at least 240, half of them in each language, and facts are parts of their turn", () => {
    const turns = HALVES.flatMap(labelledTurns);
    expect(turns.length).toBeGreaterThanOrEqual(240);
    for (const language of ["en", "zh"]) {
      expect(turns.filter((turn) => turn.language === language).length).toBeGreaterThanOrEqual(110);
    }
    expect(turns.flatMap(({ text, facts }) => facts.filter((fact) => !text.includes(fact)))).toEqual([]);
  });

  for (const half of HALVES) {
    for (const [language, speaker] of GROUPS) {
      test(`of the ${half} half, ${language}, ${speaker}: precision and recall are above their floors`, () => {
        const { precision, recall, turns } = scoreOf(groupOf(half, language, speaker));
        expect(turns).toBeGreaterThanOrEqual(25);
        expect(precision).toBeGreaterThanOrEqual(FLOORS[half].precision);
        expect(recall).toBeGreaterThanOrEqual(FLOORS[half].recall);
      });
    }
  }
});
