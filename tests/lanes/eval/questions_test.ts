import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readQuestions } from "../../../src/lanes/eval/questions.ts";

describe("a file of questions", () => {
  test("is read line by line, with what is left out filled in", () => {
    const text = [
      '{"id": "q1", "query": "网关端口？", "evidence": [{"path": "./memory/a.md", "line": 3}], "category": "port", "lang": "zh"}',
      "",
      '{"query": "who?", "answer": "nobody"}\r',
      '{"id": 7, "query": "where?", "evidence": []}',
    ].join("\n");
    expect(readQuestions(`\ufeff${text}`)).toEqual({
      questions: [
        {
          id: "q1",
          query: "网关端口？",
          evidence: [{ path: "memory/a.md", line: 3 }],
          category: "port",
          lang: "zh",
          line: 1,
        },
        { id: "3", query: "who?", evidence: [], category: null, lang: null, line: 3 },
        { id: "7", query: "where?", evidence: [], category: null, lang: null, line: 4 },
      ],
      bad: [],
    });
  });

  test.each([
    ["not json", "it is no JSON"],
    ["[1]", "it should be a JSON object"],
    ["null", "it should be a JSON object"],
    ["{}", '"query" should be a text'],
    ['{"query": "  "}', '"query" should be a text'],
    ['{"query": 3}', '"query" should be a text'],
    ['{"query": "a", "evidence": "a.md"}', '"evidence" should be a list of places'],
    ['{"query": "a", "evidence": [{"line": 1}]}', 'a place of "evidence" should have a "path"'],
    ['{"query": "a", "evidence": ["a.md"]}', 'a place of "evidence" should have a "path"'],
    ['{"query": "a", "evidence": [{"path": "a.md"}]}', 'a place of "evidence" should have a "line" of 1 or more'],
    [
      '{"query": "a", "evidence": [{"path": "a.md", "line": 0}]}',
      'a place of "evidence" should have a "line" of 1 or more',
    ],
    [
      '{"query": "a", "evidence": [{"path": "a.md", "line": 1.5}]}',
      'a place of "evidence" should have a "line" of 1 or more',
    ],
  ])("names the line and the reason of %s", (row, reason) => {
    expect(readQuestions(`{"query": "fine"}\n${row}\n`)).toMatchObject({
      questions: [{ query: "fine" }],
      bad: [{ line: 2, reason }],
    });
  });

  test("of any content at all is taken without an error, each line once", () => {
    const line = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({ query: fc.string(), evidence: fc.jsonValue() }).map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join("\n");
        const { questions, bad } = readQuestions(text);
        const blank = text.replace(/^\ufeff/, "").split("\n").filter((row) => row.trim() === "").length;
        expect(questions.length + bad.length + blank).toBe(text.split("\n").length);
      }),
      { seed: 20260819, numRuns: 300 },
    );
  });
});
