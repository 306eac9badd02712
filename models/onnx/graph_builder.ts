/**
 * Puts an ONNX graph together: nodes in order of computation, tensors in the external file. Values are named by text;
 * adding a node returns the name of what it computes.
 *
 * @module
 */
import { create } from "@bufbuild/protobuf";
import {
  type AttributeProto,
  AttributeProto_AttributeType,
  AttributeProtoSchema,
  type NodeProto,
  NodeProtoSchema,
  StringStringEntryProtoSchema,
  type TensorProto,
  TensorProto_DataLocation,
  TensorProto_DataType,
  TensorProtoSchema,
} from "onnx-buf";
import { type ExternalData, SMALLEST_BYTES } from "./external_data.ts";

/** Name of the external file, as `model.onnx` and transformers.js expect it beside the model. */
export const DATA_FILE = "model.onnx_data";

/** Domain of the operators that ONNX Runtime adds to those of ONNX. */
export const MICROSOFT = "com.microsoft";

/** Attributes of a node: whole numbers as `bigint`, other numbers as `number`. */
export type Attributes = Readonly<Record<string, bigint | number>>;

/** A node to add. */
export interface NodeSpec {
  /** Name of the operator. */
  readonly operator: string;
  /** Names of its inputs; an empty name leaves an optional one out. */
  readonly inputs: readonly string[];
  /** Name of its output, or names of its outputs. */
  readonly output: string | readonly string[];
  /** Its attributes; none by default. */
  readonly attributes?: Attributes;
  /** Where the operator comes from; ONNX by default. */
  readonly domain?: string;
}

/** A tensor to add. */
export interface TensorSpec {
  /** Its name. */
  readonly name: string;
  /** Type of its elements. */
  readonly type: TensorProto_DataType;
  /** Its dimensions. */
  readonly dims: readonly number[];
  /** Its elements, little endian. */
  readonly bytes: Uint8Array;
}

/** Collects nodes and tensors. */
export class GraphBuilder {
  /** Nodes in the order in which they were added. */
  readonly nodes: NodeProto[] = [];
  /** Tensors in the order in which they were added. */
  readonly tensors: TensorProto[] = [];
  readonly #external: ExternalData;

  /** Starts an empty graph; large tensors go to `external`. */
  constructor(external: ExternalData) {
    this.#external = external;
  }

  /** Adds a node and returns the name of its (first) output. */
  node({ operator, inputs, output, attributes = {}, domain = "" }: NodeSpec): string {
    const outputs = typeof output === "string" ? [output] : [...output];
    const attribute = Object.entries(attributes).map(([name, value]) => attributeOf(name, value));
    this.nodes.push(
      create(NodeProtoSchema, {
        name: outputs[0] ?? operator,
        opType: operator,
        domain,
        input: [...inputs],
        output: outputs,
        attribute,
      }),
    );
    return outputs[0] ?? "";
  }

  /** Adds a tensor and returns its name. */
  tensor({ name, type, dims, bytes }: TensorSpec): string {
    const head = { name, dataType: type, dims: dims.map(BigInt) };
    if (bytes.length < SMALLEST_BYTES) {
      this.tensors.push(create(TensorProtoSchema, { ...head, rawData: bytes.slice() }));
      return name;
    }
    const { offset, length } = this.#external.add(bytes);
    const entries = { location: DATA_FILE, offset: String(offset), length: String(length) };
    this.tensors.push(
      create(TensorProtoSchema, {
        ...head,
        dataLocation: TensorProto_DataLocation.EXTERNAL,
        externalData: Object.entries(entries).map(([key, value]) =>
          create(StringStringEntryProtoSchema, { key, value })
        ),
      }),
    );
    return name;
  }

  /** Adds a tensor of 32-bit floating-point numbers and returns its name. */
  floats(name: string, dims: readonly number[], values: Float32Array): string {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    return this.tensor({ name, type: TensorProto_DataType.FLOAT, dims, bytes });
  }

  /** Adds a list of 64-bit whole numbers and returns its name. */
  integers(name: string, values: readonly number[]): string {
    const bytes = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
    return this.tensor({ name, type: TensorProto_DataType.INT64, dims: [values.length], bytes });
  }
}

function attributeOf(name: string, value: bigint | number): AttributeProto {
  return typeof value === "bigint"
    ? create(AttributeProtoSchema, { name, type: AttributeProto_AttributeType.INT, i: value })
    : create(AttributeProtoSchema, { name, type: AttributeProto_AttributeType.FLOAT, f: value });
}
