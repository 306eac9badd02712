/** The short tokenizer against the library that it stands in for. */
import { describe, expect, test } from "bun:test";
import { Tokenizer } from "@huggingface/tokenizers";
import fc from "fast-check";
import { type TokenizerJson, unigramTable } from "../../models/tokenizer/unigram_table.ts";
import { encodeUnigram } from "../../src/embed/unigram_tokenizer.ts";
import { readUnigramTable } from "../../src/embed/unigram_table.ts";
import { smallTokenizer } from "../support/small_tokenizer.ts";

const NO_LIMIT = 1e9;
const SEED = 11;
const RUNS = 4_000;

const json = smallTokenizer();
const library = new Tokenizer(json, {});
const table = tableOf(json);

function tableOf(tokenizer: TokenizerJson) {
  return readUnigramTable(new Uint8Array(unigramTable(tokenizer)));
}

/** Text of everything that could matter: pieces, special pieces, white space of all kinds, odd code points, plain words. */
const anyText = fc.array(
  fc.oneof(
    fc.constantFrom(...json.model.vocab.map(([piece]) => piece)),
    fc.constantFrom("<s>", "</s>", "<pad>", "<unk>", "<s", "▁", "▁▁", " ", "\u3000", "\t\n", "\u0085", "\ufeff", "\0"),
    fc.constantFrom("ﬃ", "㍿", "…", "①", "ｱ", "Ａ", "e\u0301", "\ud83d", "\ude00", "👩‍👩‍👧", "\u{10ffff}", "網關"),
    fc.string({ unit: "binary", maxLength: 5 }),
    fc.string({ maxLength: 8 }),
  ),
  { maxLength: 30 },
).map((parts) => parts.join(""));

describe("the short tokenizer", () => {
  test("cuts any text into the pieces of the library", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(encodeUnigram(table, text, NO_LIMIT)).toEqual(library.encode(text).ids);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test("of two ways with the same score takes the one that the library takes", () => {
    const tied = smallTokenizer([["▁", -1], ["a", -1], ["b", -1], ["ab", -2], ["ba", -2], ["aba", -3], ["▁a", -2]]);
    const tiedLibrary = new Tokenizer(tied, {});
    const tiedTable = tableOf(tied);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 14 }), (text) => {
        expect(encodeUnigram(tiedTable, text, NO_LIMIT)).toEqual(tiedLibrary.encode(text).ids);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test("leaves the end of a long text out and keeps the closing piece", () => {
    const whole = encodeUnigram(table, "gateway port ".repeat(300), NO_LIMIT);
    const cut = encodeUnigram(table, "gateway port ".repeat(300), 512);
    expect(cut).toEqual([...whole.slice(0, 511), 2]);
    expect(encodeUnigram(table, "网关", 2)).toEqual([0, 2]);
  });

  test("gives at least the two outer pieces, and never more than it may", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 12 }), (text, limit) => {
        const ids = encodeUnigram(table, text, limit);
        expect(ids.length).toBeWithin(2, limit + 1);
        expect([ids[0], ids.at(-1)]).toEqual([0, 2]);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test("takes 10 MB of anything without an error", () => {
    for (const text of ["a", "网", "👩‍👩‍👧", "\ud83d", "\0", "<s>", " ", "\ufdfa"]) {
      const ids = encodeUnigram(table, text.repeat(10_000_000 / text.length), 512);
      expect(ids.length).toBeWithin(2, 513);
    }
  });
});

describe("the table", () => {
  const bytes = new Uint8Array(unigramTable(json));

  test("is the same for the same pieces", () => {
    expect(unigramTable(json)).toEqual(bytes);
  });

  test("is refused when something is missing, added or wrong", () => {
    expect(() => readUnigramTable(bytes.slice(0, 10))).toThrow("no header");
    expect(() => readUnigramTable(bytes.slice(0, bytes.length - 4))).toThrow("should have");
    expect(() => readUnigramTable(new Uint8Array([...bytes, 0, 0, 0, 0]))).toThrow("should have");
    expect(() => readUnigramTable(bytes.map((byte, at) => at === 0 ? byte ^ 1 : byte))).toThrow("no table");
  });

  test("is not made for a tokenizer that works otherwise", () => {
    const changes: readonly Partial<TokenizerJson>[] = [
      { normalizer: { type: "NFC" } },
      { pre_tokenizer: { type: "Whitespace" } },
      { added_tokens: [...json.added_tokens, { id: 4, content: "<mask>", normalized: false }] },
      { post_processor: {} },
    ];
    for (const change of changes) expect(() => unigramTable({ ...json, ...change })).toThrow("it should be");
  });
});
