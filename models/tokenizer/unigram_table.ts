/**
 * Writes the vocabulary of a `tokenizer.json` as the table that `src/embed/unigram_table.ts` reads.
 *
 * @module
 */
import { UNKNOWN_ID } from "../../src/embed/unigram_lattice.ts";
import { TABLE_HEADER_BYTES, TABLE_MAGIC, TABLE_VERSION } from "../../src/embed/unigram_table.ts";
import { SPECIAL_IDS } from "../../src/embed/unigram_tokenizer.ts";
import { doubleArray } from "./double_array.ts";

/** What is read of a `tokenizer.json`; the names are Hugging Face's. */
export interface TokenizerJson {
  /** Pieces that stand for themselves in a text. */
  readonly "added_tokens": readonly {
    readonly id: number;
    readonly content: string;
    readonly normalized: boolean;
  }[];
  /** Steps before the text is split. */
  readonly normalizer: unknown;
  /** How it is split. */
  readonly "pre_tokenizer": unknown;
  /** What is put around the pieces. */
  readonly "post_processor": Readonly<Record<string, unknown>>;
  /** The pieces. */
  readonly model: {
    readonly type: string;
    readonly "unk_id": number;
    readonly vocab: readonly (readonly [piece: string, score: number])[];
  };
}

/** How much less than the rarest piece an uncovered character is worth, as SentencePiece has it. */
const UNKNOWN_PENALTY = 10;

/**
 * Returns the table.
 *
 * @throws {Error} if the file asks for a step that the tokenizer of `src/embed` does not do in just this way
 */
export function unigramTable(json: TokenizerJson): Uint8Array {
  checkPipeline(json);
  const { vocab } = json.model;
  // Of equal pieces the last one counts, as it does for the library.
  const ids = new Map(vocab.map(([piece], id) => [piece, id]));
  const units = doubleArray(new Map([...ids].map(([piece, id]) => [Buffer.from(piece, "utf8"), id])));
  const scores = Float32Array.from(vocab, ([, score]) => score);
  const wrong = vocab.find(([, score], id) => scores[id] !== score);
  if (wrong !== undefined) throw new Error(`The score of "${wrong[0]}" is no 32-bit number: ${wrong[1]}`);
  const bytes = new Uint8Array(TABLE_HEADER_BYTES + scores.byteLength + units.byteLength);
  const view = new DataView(bytes.buffer);
  [TABLE_MAGIC, TABLE_VERSION, scores.length, units.length].forEach((word, at) => view.setUint32(at * 4, word, true));
  const lowest = scores.reduce((least, score) => Math.min(least, score), Infinity);
  view.setFloat64(TABLE_HEADER_BYTES - 8, lowest - UNKNOWN_PENALTY, true);
  bytes.set(new Uint8Array(scores.buffer), TABLE_HEADER_BYTES);
  bytes.set(new Uint8Array(units.buffer), TABLE_HEADER_BYTES + scores.byteLength);
  return bytes;
}

function checkPipeline(json: TokenizerJson): void {
  const special = Object.fromEntries(json.added_tokens.map(({ content, id }) => [content, id]));
  const steps: readonly [name: string, found: unknown, wanted: unknown][] = [
    ["added_tokens", special, SPECIAL_IDS],
    ["normalized", json.added_tokens.filter(({ normalized }) => normalized), []],
    ["normalizer", json.normalizer, {
      type: "Sequence",
      normalizers: [
        { type: "NFKC" },
        { type: "Replace", pattern: { Regex: "\\s+" }, content: " " },
        { type: "Strip", strip_left: true, strip_right: true },
      ],
    }],
    ["pre_tokenizer", json.pre_tokenizer, {
      type: "Metaspace",
      replacement: "\u2581",
      prepend_scheme: "always",
      split: true,
    }],
    ["post_processor", json.post_processor["single"], [
      { SpecialToken: { id: "<s>", type_id: 0 } },
      { Sequence: { id: "A", type_id: 0 } },
      { SpecialToken: { id: "</s>", type_id: 0 } },
    ]],
    ["model", [json.model.type, json.model.unk_id], ["Unigram", UNKNOWN_ID]],
  ];
  for (const [name, found, wanted] of steps) {
    if (!Bun.deepEquals(found, wanted)) {
      throw new Error(`The tokenizer's ${name} is ${JSON.stringify(found)}, it should be ${JSON.stringify(wanted)}`);
    }
  }
}
