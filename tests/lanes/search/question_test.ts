import { describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import fc from "fast-check";
import { FTS_TOKENIZER, keywordStream } from "../../../src/base/text/keyword_stream.ts";
import { matchExpressions } from "../../../src/lanes/search/match_expression.ts";
import { isWordless, MAX_TERMS, readQuestion } from "../../../src/lanes/search/question.ts";

/** An index of single lines, as the store builds it. */
function indexOf(texts: readonly string[]): (question: string) => number[] {
  const db = new Database(":memory:");
  db.run(`CREATE VIRTUAL TABLE k USING fts5(body, parts, context, context_parts, tokenize = "${FTS_TOKENIZER}")`);
  for (const [at, text] of texts.entries()) {
    const { body, parts } = keywordStream(text);
    db.run("INSERT INTO k (rowid, body, parts, context, context_parts) VALUES (?, ?, ?, '', '')", [at, body, parts]);
  }
  return (question) => {
    const expressions = matchExpressions(readQuestion(question));
    if (expressions === null) return [];
    const statement = db.query<{ rowid: number }, [string]>("SELECT rowid FROM k WHERE k MATCH ? ORDER BY rowid");
    const ids = (expression: string) => statement.all(expression).map((row) => row.rowid);
    const exact = [...new Set([...ids(expressions.strict), ...ids(expressions.loose)])];
    return exact.length > 0 || expressions.fallback === null ? exact : ids(expressions.fallback);
  };
}

describe("a question", () => {
  test.each(["!!!", "？！", "...", '""', "“”", " 。 ", "%", "_", "(((", "—", "🦊", "→ ✓"])(
    "may be without any word: %j",
    (text) => {
      expect(isWordless(readQuestion(text))).toBe(true);
    },
  );

  test.each(["the", "的", "C++", "7", "привет", "สวัสดี", "🦊 fox", "👍好"])("has a word: %j", (text) => {
    expect(isWordless(readQuestion(text))).toBe(false);
  });

  test.each(["", "   ", "\n\t", "\0", "\u200b", "\u3000"])(
    "that holds nothing to look for is a usage error: %j",
    (text) => {
      expect(() => readQuestion(text)).toThrow(expect.objectContaining({ name: "MemoryError", kind: "usage" }));
    },
  );

  test.each(["*", "(", "😀", "C#", "-time", "AND", "a OR", "NEAR(", "title: foo", "#", "猫"])(
    "may be %j",
    (text) => {
      expect(readQuestion(text).text).toBe(text);
    },
  );

  test("made of function words only is looked for as it is", () => {
    expect(readQuestion("what is the").terms.length).toBeGreaterThan(0);
  });

  test("leaves out function words when there are others", () => {
    expect(readQuestion("what is the gateway").terms.map((term) => term.text)).toEqual(
      readQuestion("gateway").terms.map((term) => term.text),
    );
  });

  test("of a pasted page keeps a bounded number of terms", () => {
    const page = Array.from({ length: 5_000 }, (_, at) => `word${at}x`).join(" ");
    expect(readQuestion(page).terms.length).toBeLessThanOrEqual(MAX_TERMS);
  });
});

describe("an expression", () => {
  const find = indexOf([
    "The gateway listens on port 18789.",
    "我们决定把数据库换成 SQLite",
    "We write C++ and C# and .NET",
    "release 2026.4.10 shipped",
    "set max_retry_count to 5",
    "real-time sync of notes",
    "port of call, no gateway here but a real long time",
    "title and foo and NOT x",
  ]);

  test.each<[string, number]>([
    ["gateway", 0],
    ["GATEWAYS", 0],
    ["数据库", 1],
    ["数据", 1],
    ["为什么换数据库？", 1],
    ["换", 1],
    ["sqlite", 1],
    ["C++", 2],
    [".NET", 2],
    ["2026.4.10", 3],
    ["max_retry_count", 4],
    ["retry_count", 4],
    ["retry count", 4],
    ["real-time", 5],
    ["-time", 5],
    ["title: foo", 7],
    ["NOT x", 7],
  ])("finds %j on its line", (question, line) => {
    expect(find(question)).toContain(line);
  });

  test("puts every term before any term", () => {
    expect(find("gateway port 18789")[0]).toBe(0);
  });

  test("of a phrase asks for its words side by side", () => {
    expect(find('"port 18789"')).toEqual([0]);
    expect(find('"gateway port"')).toEqual([]);
    expect(find('"数据库换成"')).toEqual([1]);
    expect(find('"数据库换了"')).toEqual([]);
  });

  test("of a sentence falls back to single words if its quotation stands nowhere", () => {
    expect(find('who called the gateway "a big red house"?')).toContain(0);
    expect(find('gateway "a big red house"')).toContain(0);
    expect(find('"a big red house"')).toEqual([]);
  });

  test("finds nothing for a name that is not there", () => {
    expect(find("D++")).toEqual([]);
  });

  test("is legal for any text", () => {
    const operators = fc.constantFrom(
      "AND",
      "OR",
      "NOT",
      "NEAR(",
      '"',
      "'",
      "(",
      ")",
      "*",
      "^",
      ":",
      "-",
      "+",
      "{",
      "}",
    );
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme" }),
      operators,
      fc.constant("数据库"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        for (const text of [pieces.join(" "), pieces.join("")]) {
          try {
            readQuestion(text);
          } catch {
            continue; // holds nothing to look for
          }
          find(text);
        }
      }),
      { seed: 20260819, numRuns: 500 },
    );
  });

  test("of a hundred kilobytes is legal", () => {
    expect(find(`gateway ${'x" OR '.repeat(17_000)}`)).toContain(0);
    expect(find("数据库".repeat(12_000))).toContain(1);
  });
});
