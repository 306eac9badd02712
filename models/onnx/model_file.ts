/**
 * Serialises the model: `model.onnx` with the graph, and the file with its large tensors.
 *
 * @module
 */
import { create, toBinary } from "@bufbuild/protobuf";
import {
  GraphProtoSchema,
  ModelProtoSchema,
  OperatorSetIdProtoSchema,
  TensorProto_DataType,
  TensorShapeProto_DimensionSchema,
  TensorShapeProtoSchema,
  TypeProto_TensorSchema,
  TypeProtoSchema,
  type ValueInfoProto,
  ValueInfoProtoSchema,
} from "onnx-buf";
import type { Weights } from "../weights/read_weights.ts";
import { addEncoder, GRAPH_VALUES } from "./encoder_graph.ts";
import { ExternalData } from "./external_data.ts";
import { GraphBuilder, MICROSOFT } from "./graph_builder.ts";

/** Version of the file format that knows 4-bit types. */
const IR_VERSION = 10n;

/** Version of ONNX's operators: the first one with 4-bit types throughout. */
const OPSET = 21n;

/** Version of ONNX Runtime's own operators; there is only one. */
const MICROSOFT_OPSET = 1n;

/** The two files of the model. */
export interface ModelFiles {
  /** Content of `model.onnx`. */
  readonly model: Uint8Array<ArrayBuffer>;
  /** Content of the file that it refers to. */
  readonly data: Uint8Array;
}

/** Returns the files of a model with these weights. */
export function modelFiles(weights: Weights): ModelFiles {
  const external = new ExternalData();
  const graph = new GraphBuilder(external);
  addEncoder(graph, weights);
  const { INT64, FLOAT } = TensorProto_DataType;
  const model = create(ModelProtoSchema, {
    irVersion: IR_VERSION,
    producerName: "memory",
    opsetImport: [
      create(OperatorSetIdProtoSchema, { domain: "", version: OPSET }),
      create(OperatorSetIdProtoSchema, { domain: MICROSOFT, version: MICROSOFT_OPSET }),
    ],
    graph: create(GraphProtoSchema, {
      name: "encoder",
      node: graph.nodes,
      initializer: graph.tensors,
      input: [
        valueOf(GRAPH_VALUES.ids, INT64, ["batch", "length"]),
        valueOf(GRAPH_VALUES.mask, INT64, ["batch", "length"]),
      ],
      output: [
        valueOf(GRAPH_VALUES.hidden, FLOAT, ["batch", "length", weights.shape.hidden]),
        valueOf(GRAPH_VALUES.sentence, FLOAT, ["batch", weights.shape.hidden]),
      ],
    }),
  });
  return { model: toBinary(ModelProtoSchema, model), data: external.toBytes() };
}

/** Returns the declaration of an input or output; a dimension with a name may be of any size. */
function valueOf(name: string, elemType: TensorProto_DataType, dims: readonly (string | number)[]): ValueInfoProto {
  const dim = dims.map((each) =>
    create(TensorShapeProto_DimensionSchema, {
      value: typeof each === "string" ? { case: "dimParam", value: each } : { case: "dimValue", value: BigInt(each) },
    })
  );
  const shape = create(TensorShapeProtoSchema, { dim });
  const tensorType = create(TypeProto_TensorSchema, { elemType, shape });
  return create(ValueInfoProtoSchema, {
    name,
    type: create(TypeProtoSchema, { value: { case: "tensorType", value: tensorType } }),
  });
}
