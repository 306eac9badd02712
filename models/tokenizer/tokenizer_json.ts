/**
 * The tokenizer as the JSON that Hugging Face's libraries read: the Unigram algorithm over the pieces of the weights.
 *
 * @module
 */
import type { Piece } from "../weights/read_weights.ts";

/** Names of the four special pieces, by id. */
const SPECIAL_PIECES = ["<s>", "<pad>", "</s>", "<unk>"] as const;

/** Id of the piece that stands for text that no other piece covers. */
const UNKNOWN_ID = 3;

/** The sign that stands for a space in front of a word. */
const SPACE_SIGN = "\u2581";

/** Returns the text of `tokenizer.json` for pieces whose first four are the special ones. */
export function tokenizerJson(pieces: readonly Piece[]): string {
  for (const [id, name] of SPECIAL_PIECES.entries()) {
    if (pieces[id]?.text !== name) throw new Error(`Piece ${id} is "${pieces[id]?.text}", expected "${name}"`);
  }
  return `${
    JSON.stringify({
      version: "1.0",
      truncation: null,
      padding: null,
      added_tokens: SPECIAL_PIECES.map((content, id) => ({
        id,
        content,
        single_word: false,
        lstrip: false,
        rstrip: false,
        normalized: false,
        special: true,
      })),
      normalizer: {
        type: "Sequence",
        normalizers: [
          { type: "NFKC" },
          { type: "Replace", pattern: { Regex: "\\s+" }, content: " " },
          { type: "Strip", strip_left: true, strip_right: true },
        ],
      },
      pre_tokenizer: { type: "Metaspace", replacement: SPACE_SIGN, prepend_scheme: "always", split: true },
      post_processor: {
        type: "TemplateProcessing",
        single: [special("<s>"), { Sequence: { id: "A", type_id: 0 } }, special("</s>")],
        pair: [
          special("<s>"),
          { Sequence: { id: "A", type_id: 0 } },
          special("</s>"),
          special("</s>"),
          { Sequence: { id: "B", type_id: 0 } },
          special("</s>"),
        ],
        special_tokens: {
          "<s>": { id: "<s>", ids: [0], tokens: ["<s>"] },
          "</s>": { id: "</s>", ids: [2], tokens: ["</s>"] },
        },
      },
      decoder: { type: "Metaspace", replacement: SPACE_SIGN, prepend_scheme: "always", split: true },
      model: {
        type: "Unigram",
        unk_id: UNKNOWN_ID,
        vocab: pieces.map(({ text, score }) => [text, score]),
        byte_fallback: false,
      },
    })
  }\n`;
}

/**
 * Returns the text of `tokenizer_config.json`.
 *
 * @param positions longest input, in tokens
 */
export function tokenizerConfigJson(positions: number): string {
  return `${
    JSON.stringify(
      {
        tokenizer_class: "XLMRobertaTokenizer",
        model_max_length: positions,
        bos_token: "<s>",
        cls_token: "<s>",
        eos_token: "</s>",
        sep_token: "</s>",
        pad_token: "<pad>",
        unk_token: "<unk>",
        clean_up_tokenization_spaces: false,
      },
      null,
      2,
    )
  }\n`;
}

function special(id: string): { readonly SpecialToken: { readonly id: string; readonly type_id: 0 } } {
  return { SpecialToken: { id, type_id: 0 } };
}
