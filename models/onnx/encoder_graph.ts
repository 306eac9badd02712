/**
 * The network of the model as ONNX nodes: BERT with 4-bit weights, made of the operators that ONNX Runtime has fused by
 * hand, so that there is nothing left to optimise when it is loaded.
 *
 * @module
 */
import { TensorProto_DataType } from "onnx-buf";
import { BLOCK_WEIGHTS, repackBlocks } from "../weights/block_q4.ts";
import type { Weights } from "../weights/read_weights.ts";
import { type GraphBuilder, MICROSOFT } from "./graph_builder.ts";
import { linear, type LinearParts } from "./linear.ts";
import { numbersOf, signedNibbles, storedOf } from "./stored_tensors.ts";

/** Names of the inputs and outputs of the graph. */
export const GRAPH_VALUES = {
  /** Input: ids of the pieces, [batch, length]. */
  ids: "input_ids",
  /** Input: 1 for a piece, 0 for padding, [batch, length]. */
  mask: "attention_mask",
  /** Output: a vector for every piece, [batch, length, hidden]; what transformers.js pools. */
  hidden: "last_hidden_state",
  /** Output: the vector of the text, of length 1, [batch, hidden]. */
  sentence: "sentence_embedding",
} as const;

/** Adds the whole network to a graph. */
export function addEncoder(graph: GraphBuilder, weights: Weights): void {
  const { shape } = weights;
  let state = addEmbedding(graph, weights);
  const mask = graph.node({
    operator: "Cast",
    inputs: [GRAPH_VALUES.mask],
    output: "mask.int32",
    attributes: { to: BigInt(TensorProto_DataType.INT32) },
  });
  const shares = graph.integers("qkv.shares", [shape.hidden, shape.hidden, shape.hidden]);
  for (let layer = 0; layer < shape.layers; layer++) {
    const isLast = layer === shape.layers - 1;
    const output = isLast ? GRAPH_VALUES.hidden : `l${layer}.output`;
    state = addLayer({ graph, weights, prefix: `l${layer}.`, mask, shares }, state, output);
  }
  addPooling(graph, state);
}

interface LayerParts extends LinearParts {
  readonly mask: string;
  readonly shares: string;
}

function addEmbedding(graph: GraphBuilder, weights: Weights): string {
  const { hidden, positions, epsilon } = weights.shape;
  const stored = storedOf(weights, "emb.word");
  const rows = stored.elements / hidden;
  const blocks = hidden / BLOCK_WEIGHTS;
  const { nibbles, scales } = repackBlocks(stored.bytes);
  const words = graph.node({
    operator: "GatherBlockQuantized",
    domain: MICROSOFT,
    inputs: [
      graph.tensor({
        name: "emb.word",
        type: TensorProto_DataType.INT4,
        dims: [rows, hidden],
        bytes: signedNibbles(nibbles),
      }),
      GRAPH_VALUES.ids,
      graph.floats("emb.word.scales", [rows, blocks], scales),
    ],
    output: "emb.words",
    attributes: { gather_axis: 0n, quantize_axis: 1n, block_size: BigInt(BLOCK_WEIGHTS) },
  });
  // Taking the first rows of the table: an optimiser turns the usual Range and Gather into a Slice that fails.
  const length = graph.node({
    operator: "Shape",
    inputs: [GRAPH_VALUES.ids],
    output: "length",
    attributes: { start: 1n, end: 2n },
  });
  const zero = graph.integers("zero", [0]);
  const table = graph.floats("emb.place", [positions, hidden], placeTable(weights));
  const places = graph.node({ operator: "Slice", inputs: [table, zero, length, zero], output: "emb.places" });
  const sum = graph.node({ operator: "Add", inputs: [words, places], output: "emb.sum" });
  return graph.node({
    operator: "LayerNormalization",
    inputs: [sum, ...normInputs(graph, weights, "emb.ln")],
    output: "emb.output",
    attributes: { axis: -1n, epsilon },
  });
}

function addLayer(parts: LayerParts, input: string, output: string): string {
  const { graph, weights, prefix, mask, shares } = parts;
  const { hidden, heads } = weights.shape;
  const qkv = linear(parts, { name: "qkv", from: ["q", "k", "v"], input });
  const split = [`${prefix}query`, `${prefix}key`, `${prefix}value`];
  graph.node({ operator: "Split", inputs: [qkv, shares], output: split, attributes: { axis: -1n } });
  const attention = graph.node({
    operator: "MultiHeadAttention",
    domain: MICROSOFT,
    inputs: [...split, "", mask],
    output: `${prefix}attention`,
    attributes: { num_heads: BigInt(heads), scale: 1 / Math.sqrt(hidden / heads) },
  });
  const attended = linear(parts, { name: "ao", from: ["ao"], input: attention });
  const middle = addNorm(parts, { inputs: [attended, input], norm: "aln", output: `${prefix}middle` });
  const wide = linear(parts, { name: "fi", from: ["fi"], input: middle });
  const active = graph.node({ operator: "Gelu", domain: MICROSOFT, inputs: [wide], output: `${prefix}active` });
  const narrow = linear(parts, { name: "fo", from: ["fo"], input: active });
  return addNorm(parts, { inputs: [narrow, middle], norm: "oln", output });
}

interface NormSpec {
  readonly inputs: readonly [string, string];
  readonly norm: string;
  readonly output: string;
}

function addNorm({ graph, weights, prefix }: LayerParts, { inputs, norm, output }: NormSpec): string {
  return graph.node({
    operator: "SkipLayerNormalization",
    domain: MICROSOFT,
    inputs: [...inputs, ...normInputs(graph, weights, `${prefix}${norm}`)],
    output,
    attributes: { epsilon: weights.shape.epsilon },
  });
}

/** The mean over the pieces that are no padding, at length 1. A mean and a sum differ in length only. */
function addPooling(graph: GraphBuilder, hidden: string): void {
  const mask = graph.node({
    operator: "Cast",
    inputs: [GRAPH_VALUES.mask],
    output: "mask.float",
    attributes: { to: BigInt(TensorProto_DataType.FLOAT) },
  });
  const one = graph.integers("one", [1]);
  const row = graph.node({ operator: "Unsqueeze", inputs: [mask, one], output: "mask.row" });
  const sum = graph.node({ operator: "MatMul", inputs: [row, hidden], output: "pooled.row" });
  const flat = graph.node({ operator: "Squeeze", inputs: [sum, one], output: "pooled" });
  graph.node({
    operator: "LpNormalization",
    inputs: [flat],
    output: GRAPH_VALUES.sentence,
    attributes: { axis: -1n, p: 2n },
  });
}

function normInputs(graph: GraphBuilder, weights: Weights, name: string): string[] {
  return ["w", "b"].map((each) => {
    const values = numbersOf(weights, `${name}.${each}`);
    return graph.floats(`${name}.${each}`, [values.length], values);
  });
}

/** Returns the table of positions with the first token type added, since no text here has a second one. */
function placeTable(weights: Weights): Float32Array {
  const type = numbersOf(weights, "emb.type");
  return numbersOf(weights, "emb.pos").map((value, at) => value + (type[at % weights.shape.hidden] ?? 0));
}
