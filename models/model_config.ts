// deno-lint-ignore-file camelcase -- names of a file format of other programs
import type { ModelShape } from "./weights/read_weights.ts";

/**
 * Returns the text of `config.json`. ONNX Runtime does not read it; Hugging Face's libraries do, to tell which
 * architecture it is and that the large tensors lie in a file of their own.
 */
export function modelConfigJson(shape: ModelShape): string {
  const config = {
    model_type: "bert",
    architectures: ["BertModel"],
    vocab_size: shape.vocabulary,
    hidden_size: shape.hidden,
    num_hidden_layers: shape.layers,
    num_attention_heads: shape.heads,
    intermediate_size: shape.feedForward,
    max_position_embeddings: shape.positions,
    type_vocab_size: 1,
    hidden_act: "gelu",
    layer_norm_eps: Number(shape.epsilon.toPrecision(F32_DIGITS)),
    pad_token_id: 1,
    "transformers.js_config": { dtype: "fp32", use_external_data_format: true },
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** Decimal digits that a 32-bit floating-point number always keeps. */
const F32_DIGITS = 6;
