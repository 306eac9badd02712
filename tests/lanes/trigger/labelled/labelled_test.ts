import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { THRESHOLD } from "../../../../src/lanes/trigger/trigger.ts";
import { pairsOf } from "./labelled.ts";
import { allPairs, derivedErrors, type LabelledPart, labelledScores, qualityRows } from "./quality_table.ts";
import { errorsAt } from "./score_pairs.ts";

/** Of the labelled set, by language (SPEC 9.2). */
const MOST_FALSE = 0.02;
const MOST_MISSED = 0.1;

/** Some 580 messages are asked about. */
const SET_MS = 240_000;

let parts: LabelledPart[];
beforeAll(() => {
  parts = labelledScores();
}, SET_MS);

describe("on labelled messages", () => {
  test("there are at least 700 pairs, of each language and both kinds", () => {
    const pairs = allPairs(parts);
    expect(pairs.length).toBeGreaterThanOrEqual(700);
    for (const { quiet, wanted } of errorsAt(pairs, THRESHOLD)) {
      expect([quiet >= 30, wanted >= 30]).toEqual([true, true]);
    }
  });

  test.each([0, 1, 2])("few triggers are false and few are missed in language %p", (at) => {
    const { language, falsely, quiet, missed, wanted } = errorsAt(allPairs(parts), THRESHOLD)[at] ??
      { language: "none", falsely: 1, quiet: 1, missed: 1, wanted: 1 };
    expect({ language, isFalse: falsely / quiet <= MOST_FALSE, isMissed: missed / wanted <= MOST_MISSED }).toEqual({
      language,
      isFalse: true,
      isMissed: true,
    });
  });

  test("the threshold lies where neither a lower nor a higher one does better", () => {
    const wrong = (threshold: number) => {
      const all = errorsAt(allPairs(parts), threshold)[3];
      return (all?.falsely ?? 0) + (all?.missed ?? 0);
    };
    for (const other of [0.5, 0.55, 0.6, 0.7, 0.75, 0.8]) expect(wrong(THRESHOLD)).toBeLessThanOrEqual(wrong(other));
  });

  test("phrases derived from the words of entries bring up fewer, and falsely hardly any", () => {
    const { falsely = 1, quiet = 1, missed = 1, wanted = 1 } = derivedErrors() ?? {};
    expect([falsely / quiet <= MOST_FALSE, missed / wanted <= 0.5]).toEqual([true, true]);
    const doc = readFileSync(join(import.meta.dir, "../../../../docs/recall.md"), "utf8").replace(/\s+/g, " ");
    expect(doc).toContain(`${falsely} of ${quiet} pairs are false`);
    expect(doc).toContain(`(${missed} of ${wanted} pairs do not)`);
  }, SET_MS);

  test("the figures are those of docs/recall.md", () => {
    const text = readFileSync(join(import.meta.dir, "../../../../docs/recall.md"), "utf8");
    const shown = text.split("\n").filter((line) => /^\| (?:tuned|held out|third|fourth|all) /.test(line))
      .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()).join(" | "));
    expect(shown).toEqual(qualityRows(parts));
  });
});

test("a label that names no entry is refused", () => {
  expect(() => pairsOf([["en", "Deploy", "+ship -x"]], [["ship", "Deploys", "deploy"]])).toThrow("names no entry");
});
