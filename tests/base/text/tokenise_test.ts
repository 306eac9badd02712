import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { foldText } from "../../../src/base/text/fold.ts";
import { StemMemo } from "../../../src/base/text/stem.ts";
import { tokenise } from "../../../src/base/text/tokenise.ts";
import { anyText, SEED } from "../../support/any_text.ts";

/** `kind:text`, with the first letter of the kind. */
function tokens(text: string): string {
  return tokenise(text).map((token) => `${token.kind.charAt(0)}:${token.text}`).join(" ");
}

describe("tokenise", () => {
  test.each([
    ["stems English words and lowers their case", "Gateways listening", "w:gatewai w:listen"],
    [
      "drops possessives and keeps contracted negations",
      "Gateway's don't we’re O'Brien",
      "w:gatewai w:dont w:we w:o w:brien",
    ],
    ["takes an apostrophe that quotes for punctuation", "'quoted' dogs'", "w:quot w:dog"],
    ["leaves the stop at the end of a sentence out", "on port 18789.", "w:on w:port w:18789"],
    [
      "keeps versions and dates whole and in parts",
      "v1.2.3 2026.4.10",
      "i:v1.2.3 p:v1 p:v p:1 p:2 p:3 i:2026.4.10 p:2026 p:4 p:10",
    ],
    ["splits snake case", "max_retry_count", "i:max_retry_count p:max p:retri p:count"],
    ["splits paths", "see src/foo.ts:12,", "w:see i:src/foo.ts:12 p:src p:foo p:ts p:12"],
    ["splits words with hyphens", "real-time", "i:real-time p:real p:time"],
    [
      "splits camelCase, and stems the whole like its lower-case form",
      "getUserNames",
      "i:getusernam p:get p:user p:name",
    ],
    ["splits acronyms from words", "HTTPServer", "i:httpserver p:http p:server"],
    ["takes the plural of an acronym for a word", "APIs URLs", "w:api w:url"],
    ["takes the same word in any case for the same token", "SQLite sqlite", "i:sqlite p:sq p:lite w:sqlite"],
    ["puts a segment with pieces before them", "bun:SQLite", "i:bun:sqlite p:bun p:sqlite p:sq p:lite"],
    ["parts letters from digits", "sha256", "i:sha256 p:sha p:256"],
    ["leaves digests whole", "a3f9b2c1d", "i:a3f9b2c1d"],
    ["keeps the signs of languages", "C++, C# and C/C++.", "i:c++ i:c# w:and i:c/c++ p:c p:c++"],
    [
      "keeps the dot of a name and the sign of a tag",
      ".NET ASP.NET @bob #tag",
      "i:.net p:net i:asp.net p:asp p:net i:@bob p:bob i:#tag p:tag",
    ],
    ["parts at an ellipsis and a double hyphen", "wait...what--then", "w:wait w:what w:then"],
    ["strips emphasis", "__init__ **bold** _it_", "w:init w:bold w:it"],
    ["keeps addresses whole and in parts", "https://a.example/b", "i:https://a.example/b p:http p:a p:exampl p:b"],
    ["gives overlapping bigrams and characters of CJK", "数据库", "c:数 b:数据 c:据 b:据库 c:库"],
    ["gives a lone character as it is", "猫 cat", "c:猫 w:cat"],
    ["parts CJK from Latin", "用SQLite存", "c:用 i:sqlite p:sq p:lite c:存"],
    ["reads Kana, Hangul and rare Han", "カナ 한글 𠮷野", "c:カ b:カナ c:ナ c:한 b:한글 c:글 c:𠮷 b:𠮷野 c:野"],
    ["folds width, ligatures and half-width Kana", "Ａｂ１ ﬁne ｶﾞ", "i:ab1 p:ab p:1 w:fine c:ガ"],
    ["composes marks, and drops invisible characters", "cafe\u0301 gate\u200bway", "w:café w:gatewai"],
    ["leaves symbols and emoji out", "😀 → 5 € 1️⃣", "w:5 w:1"],
    ["stems only ASCII words", "naïves Straßen", "w:naïves w:straßen"],
  ])("%s", (_, text, expected) => {
    expect(tokens(text)).toBe(expected);
  });

  test("cuts a run that is longer than any word into pieces", () => {
    const pieces = tokenise("x".repeat(300));
    expect(pieces.map((piece) => piece.text.length)).toEqual([128, 128, 44]);
    expect(tokenise("a_".repeat(100)).every((token) => token.kind === "part")).toBe(true);
  });

  test("points to the original text, even where folding changes its length", () => {
    const text = "①ﬁne ㍿ e\u0301a ｶﾞｷﾞ\u200b数\ufe0f据";
    const places = tokenise(text).map(({ text: token, start, end }) => [token, text.slice(start, end)]);
    expect(places).toContainEqual(["会社", "㍿"]);
    expect(places).toContainEqual(["éa", "e\u0301a"]);
    expect(places).toContainEqual(["ガギ", "ｶﾞｷﾞ\u200b"]);
    expect(places).toContainEqual(["数据", "数\ufe0f据"]);
  });

  test("gives the same tokens with a memo that has read other text", () => {
    const memo = new StemMemo();
    for (let word = 0; word < 2000; word++) tokenise(`word${"abcdefghij".charAt(word % 10)}${word} wordings`, memo);
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(tokenise(text, memo)).toEqual(tokenise(text));
      }),
      { seed: SEED },
    );
  });

  test("gives folded, bounded tokens in order, each at the place that holds it", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        let last = 0;
        for (const token of tokenise(text)) {
          expect(token.text).toBe(token.text.normalize("NFKC").toLowerCase().normalize("NFKC"));
          expect(token.text).toMatch(/^[^\s\p{Cc}"]{1,130}$/u);
          expect(token.start).toBeGreaterThanOrEqual(0);
          expect(token.end).toBeLessThanOrEqual(text.length);
          expect(token.start).toBeLessThan(token.end);
          if (token.kind !== "part") {
            expect(token.start).toBeGreaterThanOrEqual(last);
            last = token.start;
          }
          const place = foldText(text.slice(token.start, token.end)).toLowerCase();
          if (token.kind === "char" || token.kind === "bigram") expect(place).toContain(token.text);
        }
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test("finds the same tokens in NFC, NFD and with other line ends", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const forms = [text.normalize("NFC"), text.normalize("NFD"), text.replaceAll("\n", "\r\n")];
        const [nfc, nfd, crlf] = forms.map(tokens);
        expect(nfd).toBe(nfc ?? "");
        expect(crlf).toBe(tokens(text));
      }),
      { seed: SEED },
    );
  });
});
