/** Names of the bundled model's files. */
export const BUNDLED_FILES = {
  /** The graph; its data lies beside it. */
  graph: "model.onnx",
  /** The weights, which the runtime maps into memory. */
  data: "model.onnx_data",
  /** The vocabulary as a table; see `unigram_table.ts`. */
  table: "tokenizer.bin",
} as const;
