/**
 * A `tokenizer.json` as the bundled model's, with few pieces.
 *
 * @module
 */
import type { TokenizerJson } from "../../models/tokenizer/unigram_table.ts";

/** A piece and the logarithm of its probability. */
export type ScoredPiece = readonly [piece: string, score: number];

const SPECIAL_PIECES = ["<s>", "<pad>", "</s>", "<unk>"];

/** Words in both languages with their parts, rarer the longer the list gets; all scores are exact in 32 bits. */
const WORDS = [
  "gateway",
  "port",
  "▁gate",
  "▁the",
  "way",
  "网关",
  "端口",
  "监听",
  "用哪个",
  "ffi",
  "1",
  "8",
  "789",
  "é",
  "👩",
];
const PIECES: readonly ScoredPiece[] = [
  ...new Set([
    "▁",
    ...WORDS,
    ...WORDS.map((word) => `▁${word}`),
    ...WORDS.flatMap((word) => [...word]),
    "\ufffd",
    "株",
  ]),
].map((piece, at): ScoredPiece => [piece, -2 - at / 4]);

/** Returns the tokenizer; all that the library asks for is there. */
export function smallTokenizer(pieces: readonly ScoredPiece[] = PIECES): TokenizerJson & { readonly decoder: null } {
  const special = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  return {
    added_tokens: SPECIAL_PIECES.map((content, id) => ({ id, content, normalized: false, special: true })),
    normalizer: {
      type: "Sequence",
      normalizers: [
        { type: "NFKC" },
        { type: "Replace", pattern: { Regex: "\\s+" }, content: " " },
        { type: "Strip", strip_left: true, strip_right: true },
      ],
    },
    pre_tokenizer: { type: "Metaspace", replacement: "▁", prepend_scheme: "always", split: true },
    post_processor: {
      type: "TemplateProcessing",
      single: [special("<s>"), { Sequence: { id: "A", type_id: 0 } }, special("</s>")],
      pair: [],
      special_tokens: {},
    },
    decoder: null,
    model: {
      type: "Unigram",
      unk_id: 3,
      vocab: [...SPECIAL_PIECES.map((piece): ScoredPiece => [piece, 0]), ...pieces],
    },
  };
}
