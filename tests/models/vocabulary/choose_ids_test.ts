import { describe, expect, test } from "bun:test";
import { chooseIds, formsOf, isKeptByItself } from "../../../models/vocabulary/choose_ids.ts";

describe("isKeptByItself", () => {
  test.each([
    "我们",
    "\u2581中国",
    "2018年",
    "\u258118789",
    "。",
    "):",
    "😎",
    "é",
    "\u2581ß",
    "л",
    "한",
    "の",
    "ه",
    "\u2581",
  ])(
    "%p is kept",
    (piece) => expect(isKeptByItself(piece)).toBe(true),
  );

  test.each(["\u2581the", "на", "\u2581für", "です", "의사", "\u2581A4"])(
    "%p is not, unless English uses it",
    (piece) => expect(isKeptByItself(piece)).toBe(false),
  );
});

describe("formsOf", () => {
  test("yields a word as it is, capitalised, small, shouted when short, and each behind a hyphen", () => {
    expect(formsOf("tea")).toEqual(["tea", "Tea", "tea", "TEA", "x-tea", "x-Tea", "x-tea", "x-TEA"]);
    expect(formsOf("Mandarin")).toEqual(["Mandarin", "Mandarin", "mandarin", "x-Mandarin", "x-Mandarin", "x-mandarin"]);
  });
});

describe("chooseIds", () => {
  const pieces = ["<s>", "<pad>", "</s>", "<unk>", "\u2581tea", "\u2581Tee", "TEA", "茶", "\u2581log", "\u2581rare"];
  // Cuts at spaces; a word that is no piece is unknown.
  const cut = (text: string) =>
    text.split(" ").map((word) => {
      const id = pieces.findIndex((piece) => piece === word || piece === `\u2581${word}`);
      return id === -1 ? 3 : id;
    });

  test("keeps the special pieces, what is kept by itself, and what words are cut into", () => {
    expect(chooseIds({ pieces, cut, words: ["tea"], texts: [] })).toEqual([0, 1, 2, 3, 4, 6, 7]);
  });

  test("keeps what prose uses three times, not what it uses twice", () => {
    const texts = ["log rare", "log log rare"];
    expect(chooseIds({ pieces, cut, words: [], texts })).toEqual([0, 1, 2, 3, 7, 8]);
  });
});
