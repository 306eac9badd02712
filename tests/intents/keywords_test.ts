/** Keyword sets against messages. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anchorTerms, matchingSet, messageTerms, readKeywords } from "../../src/intents/keywords.ts";

function matches(keywords: string, message: string): boolean {
  return matchingSet(readKeywords(keywords), messageTerms(message)) !== null;
}

describe("a message", () => {
  test.each([
    ["deploy gateway", "We deployed the new gateways yesterday", true],
    ["deploy gateway", "gateway: deploy!", true],
    ["deploy gateway", "deploy the router", false],
    ["deploy the gateway", "gateway deploy", true],
    ["max_retry_count", "what is max_retry_count set to?", true],
    ["staging-deploy", "deploy to staging", true],
    ["C++", "we use C++ here", true],
    ["Ｄｅｐｌｏｙ", "deploy", true],
    ["部署网关", "网关的部署", false],
    ["部署 网关", "网关昨天部署好了", true],
    ["退款", "客户想要退款", true],
    ["退款", "退一下款", false],
    ["発票; 发票", "发票呢", true],
    ["deploy 网关", "把网关 deploy 一下", true],
    ["refund; 退款", "I need my money back", false],
  ])("for %s: %s → %p", (keywords, message, expected) => {
    expect(matches(keywords, message)).toBe(expected);
  });

  test("that matches has one of the booked terms, so that looking for those first loses nothing", () => {
    const word = fc.constantFrom(
      "deploy",
      "gateway",
      "refund",
      "部署",
      "网关",
      "退款",
      "max_retry_count",
      "C++",
      "the",
    );
    const set = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(set, { minLength: 1, maxLength: 3 }), fc.array(word, { maxLength: 8 }), (sets, message) => {
        fc.pre(sets.every((each) => each.replaceAll("the", "").trim() !== ""));
        const keywords = readKeywords(sets.join(";"));
        const terms = messageTerms(message.join(" "));
        const found = matchingSet(keywords, terms);
        if (found !== null) expect(anchorTerms(keywords).some((term) => terms.has(term))).toBe(true);
      }),
      { numRuns: 200, seed: 20260819 },
    );
  });
});

describe("a list of sets", () => {
  test("has semicolons of either script, and no set twice", () => {
    expect(readKeywords(" a  bee；c dee;;a bee\nlast").map(({ text }) => text)).toEqual(["a bee", "c dee", "last"]);
  });

  test.each([
    ["", /at least one word/],
    ["the", /no function word/],
    ["的", /no function word/],
    ["火", /two chars or more/],
    ["word ".repeat(30), /at most 120 chars/],
    [Array.from({ length: 25 }, (_, at) => `word${at}`).join(";"), /at most 24 sets/],
  ])("%s is refused", (keywords, message) => {
    expect(() => readKeywords(keywords)).toThrow(message);
  });
});
