import { describe, expect, test } from "bun:test";
import { Tokenizer } from "@huggingface/tokenizers";
import { tokenizerConfigJson, tokenizerJson } from "../../../models/tokenizer/tokenizer_json.ts";
import { readWeights } from "../../../models/weights/read_weights.ts";
import { tinyWeights } from "../../support/tiny_weights.ts";

const { pieces } = readWeights(tinyWeights(1));

describe("the tokenizer", () => {
  const tokenizer = new Tokenizer(JSON.parse(tokenizerJson(pieces)), JSON.parse(tokenizerConfigJson(24)));
  const tokens = (text: string) => tokenizer.encode(text).tokens;

  test("cuts text into the most probable pieces, between the signs for start and end", () => {
    expect(tokens("the tea")).toEqual(["<s>", "\u2581the", "\u2581tea", "</s>"]);
    expect(tokens("gateways 端口")).toEqual(["<s>", "\u2581gate", "way", "s", "\u2581", "端口", "</s>"]);
    expect(tokenizer.encode("the tea").ids).toEqual([0, 5, 6, 2]);
  });

  test("takes full-width letters for plain ones, and any run of white space for one space", () => {
    expect(tokens("  ｔｈｅ \t\n　tea ")).toEqual(tokens("the tea"));
  });

  test("has a piece for what it does not know, and survives text that is none", () => {
    expect(tokenizer.encode("ж").ids).toEqual([0, 4, 3, 2]);
    expect(tokens("")).toEqual(["<s>", "</s>"]);
  });
});

test("pieces in another order are refused: the ids of the special ones are part of the network", () => {
  expect(() => tokenizerJson(pieces.slice(1))).toThrow('Piece 0 is "<pad>", expected "<s>"');
});
