import { describe, expect, test } from "bun:test";
import { claimWords, wordSize } from "../../../src/base/text/claim_words.ts";

describe("the words of a claim", () => {
  test("are those of the text in lower case and half width, without emphasis and punctuation", () => {
    expect(claimWords("**The** `Gateway`, (port \uff11\uff18789)!").words).toEqual(["the", "gateway", "port", "18789"]);
  });

  test("of Chinese are its characters, whatever blanks stand between", () => {
    expect(claimWords("\u7f51\u5173\u76d1\u542c 18789\u7aef\u53e3\u3002").words)
      .toEqual(claimWords("\u7f51\u5173 \u76d1\u542c18789 \u7aef\u53e3").words);
    expect(wordSize("\u7f51") + wordSize("port")).toBe(6);
  });

  test("keep the signs that change what is said", () => {
    const forms = ["C++", "C#", "C", "-5", "5", "10%", "10"].map((text) => claimWords(text).words.join(" "));
    expect(new Set(forms).size).toBe(forms.length);
    expect(claimWords("a-5 and x - 5").words).toEqual(["a", "5", "and", "x", "5"]);
  });

  test("lose invisible characters, which real notes hold inside words", () => {
    expect(claimWords("gate\u200bway po\u00adrt").words).toEqual(["gateway", "port"]);
  });

  test("know where a sentence or clause begins and ends", () => {
    const { words, isBroken } = claimWords("We met, the port is open. Fine");
    expect(words.filter((_, at) => isBroken[at])).toEqual(["we", "the", "fine"]);
    expect(isBroken.at(-1)).toBe(true);
  });
});
