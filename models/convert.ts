/**
 * Turns the weights into the folder of the bundled model.
 *
 * @module
 */
import { BUNDLED_MODEL } from "../src/embed/bundled_embedder.ts";
import { modelFiles } from "./onnx/model_file.ts";
import { DATA_FILE } from "./onnx/graph_builder.ts";
import { modelConfigJson } from "./model_config.ts";
import { TENSOR_INDEX } from "../src/embed/tensor_places.ts";
import { tensorPlaces } from "./tensor_index.ts";
import { tokenizerConfigJson, tokenizerJson } from "./tokenizer/tokenizer_json.ts";
import { unigramTable } from "./tokenizer/unigram_table.ts";
import { prune } from "./vocabulary/prune.ts";
import type { Weights } from "./weights/read_weights.ts";

/** Content of a folder: bytes by file name, in the order in which they are listed. */
export type FolderContent = ReadonlyMap<string, Uint8Array>;

/**
 * Returns the files that are computed from the weights. The same weights and ids always give the same bytes.
 *
 * @param ids pieces to keep, ascending
 */
export function convert(weights: Weights, ids: readonly number[]): FolderContent {
  const pruned = prune(weights, ids);
  const { model, data } = modelFiles(pruned);
  const texts = {
    "tokenizer.json": tokenizerJson(pruned.pieces),
    "tokenizer_config.json": tokenizerConfigJson(pruned.shape.positions),
    "config.json": modelConfigJson(pruned.shape),
    [TENSOR_INDEX]: `${JSON.stringify(tensorPlaces(model))}\n`,
  };
  const encoder = new TextEncoder();
  return new Map([
    ["model.onnx", model],
    [DATA_FILE, data],
    [BUNDLED_MODEL.table, unigramTable(JSON.parse(texts["tokenizer.json"]))],
    ...Object.entries(texts).map(([name, text]) => [name, encoder.encode(text)] as const),
  ]);
}
