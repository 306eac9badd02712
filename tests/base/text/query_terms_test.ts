import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { MAX_QUERY_CHARS, normalisedQuestion, type QueryTerm, queryTerms } from "../../../src/base/text/query_terms.ts";
import { anyText, SEED } from "../../support/any_text.ts";

/** Texts of terms, stop words in brackets. */
function terms(question: string): string {
  return queryTerms(question).terms.map((term) => term.isStop ? `(${term.text})` : term.text).join(" ");
}

describe("queryTerms", () => {
  test.each([
    ["marks English stop words", "What is the gateway port?", "(what) (is) (the) gatewai port"],
    ["marks contracted ones", "Why don't we use Redis?", "(why) (dont) (we) us redi"],
    ["parts Chinese at function words", "为什么换数据库？", "(为什) (什么) 换数 数据 据库"],
    ["keeps a character alone between function words", "我的猫在哪里", "(我) (的) 猫 (在) (哪里)"],
    ["does not part words that hold a function character", "目的是什么", "目的 (是) (什么)"],
    ["reads both languages in one line", "网关 port 是多少", "网关 port (是) (多少)"],
    ["marks nothing where all are stop words", "who are you", "who ar you"],
    ["marks nothing where all are Chinese stop words", "我是谁", "我是 是谁"],
    ["takes operators for words", "NOT gateway AND NEAR(", "(not) gatewai (and) near"],
    ["takes a leading hyphen for text", "-time", "time"],
    ["keeps identifiers", "C++ 2026.4.10", "c++ 2026.4.10"],
    ["names each term once", "port Port ports 数据数据", "port 数据 据数"],
    ["has nothing for signs", '？！ "" * (', ""],
    ["has nothing for control characters", "\0 \u202e", ""],
  ])("%s", (_, question, expected) => {
    expect(terms(question)).toBe(expected);
  });

  test("gives each way in which an identifier can stand in a text", () => {
    expect(queryTerms("max_retry").terms[0]?.alternatives).toEqual([
      { column: "body", phrase: ["max_retry"] },
      { column: "parts", phrase: ["max_retry"] },
      { column: "parts", phrase: ["max", "retri"] },
      { column: "body", phrase: ["max", "retri"] },
    ]);
  });

  test("takes a name with its sign exactly", () => {
    const ways = [".NET", "C#"].map((name) =>
      queryTerms(name).terms[0]?.alternatives.map((way) => way.phrase.join(" "))
    );
    expect(ways).toEqual([[".net", ".net"], ["c#", "c#"]]);
  });

  test("reads phrases between straight and curly quotes, and an open quote as text", () => {
    const { terms: all, phrases } = queryTerms('"换成 SQLite" and “gateway port” but "open');
    expect(phrases.map((phrase) => phrase.map((term) => term.text))).toEqual([["换成", "sqlite"], ["gatewai", "port"]]);
    expect(all.map((term) => term.text)).toEqual(["换成", "sqlite", "and", "gatewai", "port", "but", "open"]);
  });

  test("takes what stands between quotes as it is, function words too", () => {
    const { terms: all, phrases } = queryTerms('the "数据库换了" of "to be"');
    expect(phrases.map((phrase) => phrase.map((term) => term.text))).toEqual([["数据", "据库", "库换", "换了"], [
      "to",
      "be",
    ]]);
    expect(all.filter((term) => term.isStop).map((term) => term.text)).toEqual(["the", "of"]);
    expect(phrases.flat().every((term) => all.some((other) => other.text === term.text && !other.isStop))).toBe(true);
  });

  test("looks at the first part of an endless question", () => {
    const long = `${"word ".repeat(MAX_QUERY_CHARS)}needle`;
    expect(terms(long)).toBe("word");
  });

  test("accepts any text, and never leaves a question without a subject", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const { terms: all, phrases } = queryTerms(text);
        const isLegal = (term: QueryTerm) => term.alternatives.length > 0 && term.text !== "";
        expect([...all, ...phrases.flat()].every(isLegal)).toBe(true);
        expect(all.length === 0 || all.some((term) => !term.isStop)).toBe(true);
        const names = new Set(all.map((term) => term.text));
        expect(names.size).toBe(all.length);
        expect(phrases.flat().every((term) => names.has(term.text))).toBe(true);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

describe("normalisedQuestion", () => {
  test("is the same for questions with the same terms", () => {
    expect(normalisedQuestion("What is the gateway's PORT?")).toBe(normalisedQuestion("port of gateways"));
    expect(normalisedQuestion("数据库是什么？")).toBe(normalisedQuestion("什么是数据库"));
  });

  test("differs with a term", () => {
    expect(normalisedQuestion("gateway port")).not.toBe(normalisedQuestion("gateway host"));
  });

  test("is empty only for what cannot be searched", () => {
    expect(normalisedQuestion(" ？！ ")).toBe("");
    expect(normalisedQuestion("who are you")).toBe("ar who you");
  });
});
