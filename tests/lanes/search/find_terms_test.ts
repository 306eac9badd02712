import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type QueryTerm, queryTerms } from "../../../src/base/text/query_terms.ts";
import { tokenise } from "../../../src/base/text/tokenise.ts";
import { termFinder } from "../../../src/lanes/search/find_terms.ts";
import { firstMatch, probeOf } from "../../../src/lanes/search/match_tokens.ts";

/** The answer that tokenising the whole text gives. */
function slowly(terms: readonly QueryTerm[], text: string): number[] {
  const tokens = tokenise(text);
  return terms.flatMap((term, at) => {
    const isThere = term.alternatives.some(({ column, phrase }) => {
      const texts = tokens.filter((token) => (token.kind === "part" || token.kind === "char") === (column === "parts"))
        .map((token) => token.text);
      return texts.some((_, from) => phrase.every((word, step) => texts[from + step] === word));
    });
    return isThere ? [at] : [];
  });
}

const WORDS = [
  "happy happiness happily Happier skies sky dying lies flies",
  "relational conditional rational possibilities hopping hoping hoped",
  "conflated size sizing agreed agreement database databases running",
  "数据库 我们决定 换成 網關 ポート 한국어",
  "max_retry_count maxRetryCount retry-count C++ C# .NET 2026.4.10 v2.8.3 user@host src/base/text.ts #tag",
  "gate\u200bway 数\u00ad据 don't O'Brien café naïve ＦＵＬＬ ﬁnance Straße İstanbul ǅ 𠮷野家 18789",
].join(" ").split(" ");

describe("finding terms", () => {
  test("agrees with tokenising the whole text", () => {
    const text = fc.array(fc.constantFrom(...WORDS, "，", ".", "\t", "\n", "“", "(", "x"), { maxLength: 30 })
      .chain((words) => fc.constantFrom(" ", "", "　", ", ").map((gap) => words.join(gap)));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }), text, (asked, line) => {
        const { terms } = queryTerms(asked.join(" "));
        expect(termFinder(terms)(line)).toEqual(line.split("\n").map((each) => slowly(terms, each)));
      }),
      { seed: 20260819, numRuns: 2_000 },
    );
  });

  test("finds every word of a text that is asked for itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        const { terms } = queryTerms(text);
        expect(termFinder(terms)(text)).toEqual(text.split("\n").map((each) => slowly(terms, each)));
      }),
      { seed: 20260819, numRuns: 1_000 },
    );
  });

  test("a stem's probe stands in the words it comes from", () => {
    for (const word of WORDS.filter((each) => /^[a-z]+$/i.test(each))) {
      for (const { text } of tokenise(word)) expect(word.toLowerCase()).toContain(probeOf(text));
    }
  });

  test("gives the place of the first match on a long line", () => {
    const line = `${"x ".repeat(100)}gateway port`;
    expect(firstMatch(queryTerms("port gateways").terms)(line)).toBe(200);
    expect(firstMatch(queryTerms("nothing").terms)(line)).toBe(0);
  });
});
