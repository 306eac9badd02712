import { describe, expect, test } from "bun:test";
import { dayTerms } from "../../../src/lanes/search/day_terms.ts";

function days(question: string): string[] {
  return dayTerms(question).map((term) => term.text);
}

describe("the days of a question", () => {
  test.each<[string, string[]]>([
    ["What did we decide on 19 August 2026?", ["2026-08-19"]],
    ["What did we decide on the 19th of August, 2026?", ["2026-08-19"]],
    ["What did we decide on August 19th, 2026?", ["2026-08-19"]],
    ["Aug. 9 2026", ["2026-08-09"]],
    ["on August 19", ["08-19"]],
    ["in Sept 2026", ["2026-09"]],
    ["2026年8月19日我们决定了什么", ["2026-08-19"]],
    ["8月19号", ["08-19"]],
    ["2026年8月", ["2026-08"]],
    ["２０２６/8/19", ["2026-08-19"]],
    ["between May 1, 2026 and 3 June 2026", ["2026-06-03", "2026-05-01"]],
  ])("are read from %j", (question, expected) => {
    expect(days(question)).toEqual(expected);
  });

  test.each([
    "may 7 people come",
    "march 3 miles",
    "version 2026.4.10",
    "31 February 2026",
    "13月1日",
    "Marching 5",
    "Mayor 2020",
    "Decide 5",
    "the June of my life",
    "2026-08-19",
  ])(
    "are not read from %j",
    (question) => {
      expect(days(question)).toEqual([]);
    },
  );

  test("are one token if whole, and a run of its parts if not", () => {
    expect(dayTerms("August 19, 2026")[0]?.alternatives).toEqual([{ column: "body", phrase: ["2026-08-19"] }]);
    expect(dayTerms("August 19")[0]?.alternatives).toEqual([{ column: "parts", phrase: ["08", "19"] }]);
  });
});
