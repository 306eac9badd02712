import { TensorProto_DataType } from "onnx-buf";
import { BLOCK_WEIGHTS, repackBlocks } from "../weights/block_q4.ts";
import type { Weights } from "../weights/read_weights.ts";
import { type GraphBuilder, MICROSOFT } from "./graph_builder.ts";
import { joinedBytes, joinedNumbers, numbersOf, storedOf } from "./stored_tensors.ts";

/** What a linear map is added to. */
export interface LinearParts {
  /** The graph. */
  readonly graph: GraphBuilder;
  /** Where the weights come from. */
  readonly weights: Weights;
  /** What its names begin with: the layer. */
  readonly prefix: string;
}

/** A linear map to add. */
export interface LinearSpec {
  /** Its name within the layer. */
  readonly name: string;
  /** Names of the stored maps that it consists of; their outputs are joined, so that one product yields all of them. */
  readonly from: readonly string[];
  /** Name of the value that it is applied to. */
  readonly input: string;
}

/** Bits of a weight. */
const WEIGHT_BITS = 4n;

/** Lets ONNX Runtime round the inputs of a product to 8 bits as well, which doubles its speed. */
const INT8_ACCURACY = 4n;

/** Adds a product with 4-bit weights and a bias, and returns the name of the result. */
export function linear({ graph, weights, prefix }: LinearParts, { name, from, input }: LinearSpec): string {
  const stored = from.map((each) => storedOf(weights, `${prefix}${each}.w`));
  const bias = joinedNumbers(from.map((each) => numbersOf(weights, `${prefix}${each}.b`)));
  const outputs = bias.length;
  const inputs = stored.reduce((sum, each) => sum + each.elements, 0) / outputs;
  const blocks = inputs / BLOCK_WEIGHTS;
  const { nibbles, scales } = repackBlocks(joinedBytes(stored.map((each) => each.bytes)));
  return graph.node({
    operator: "MatMulNBits",
    domain: MICROSOFT,
    inputs: [
      input,
      graph.tensor({
        name: `${prefix}${name}.w`,
        type: TensorProto_DataType.UINT8,
        dims: [outputs, blocks, BLOCK_WEIGHTS / 2],
        bytes: nibbles,
      }),
      graph.floats(`${prefix}${name}.scales`, [outputs, blocks], scales),
      "",
      "",
      graph.floats(`${prefix}${name}.b`, [outputs], bias),
    ],
    output: `${prefix}${name}`,
    attributes: {
      K: BigInt(inputs),
      N: BigInt(outputs),
      bits: WEIGHT_BITS,
      block_size: BigInt(BLOCK_WEIGHTS),
      accuracy_level: INT8_ACCURACY,
    },
  });
}
