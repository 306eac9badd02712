/**
 * A Hugging Face folder with a BERT that only looks words up: its vectors can be worked out by hand.
 *
 * @module
 */
import { create, toBinary } from "@bufbuild/protobuf";
import { mkdirSync, writeFileSync } from "node:fs";
import {
  GraphProtoSchema,
  ModelProtoSchema,
  NodeProtoSchema,
  OperatorSetIdProtoSchema,
  TensorProto_DataType,
  TensorProtoSchema,
  TensorShapeProto_DimensionSchema,
  TensorShapeProtoSchema,
} from "onnx-buf";
import { TypeProto_TensorSchema, TypeProtoSchema, ValueInfoProtoSchema } from "onnx-buf";

/** Every word piece with its vector; the special ones first, as BERT has them. */
export const TINY_WORDS: readonly (readonly [piece: string, vector: readonly [number, number, number]])[] = [
  ["[PAD]", [9, 9, 9]],
  ["[UNK]", [0, 0, 1]],
  ["[CLS]", [0, 0, 2]],
  ["[SEP]", [0, 0, 0]],
  ["port", [4, 0, 0]],
  ["tea", [0, 4, 0]],
  ["##s", [0, 0, 0]],
];

const { INT64, FLOAT } = TensorProto_DataType;

/** Writes the folder; `graph` is the name of the graph's file without its ending. */
export function writeTinyModel(folder: string, graph = "onnx/model"): void {
  mkdirSync(`${folder}/onnx`, { recursive: true });
  writeFileSync(`${folder}/${graph}.onnx`, tinyGraph());
  writeFileSync(`${folder}/config.json`, JSON.stringify({ "model_type": "bert", "hidden_size": 3 }));
  writeFileSync(`${folder}/tokenizer.json`, JSON.stringify(tinyTokenizer()));
  writeFileSync(
    `${folder}/tokenizer_config.json`,
    JSON.stringify({ "tokenizer_class": "BertTokenizer", "model_max_length": 16, "pad_token": "[PAD]" }),
  );
}

function tinyGraph(): Uint8Array {
  const table = create(TensorProtoSchema, {
    name: "table",
    dataType: FLOAT,
    dims: [BigInt(TINY_WORDS.length), 3n],
    rawData: new Uint8Array(new Float32Array(TINY_WORDS.flatMap(([, vector]) => vector)).buffer),
  });
  const lookUp = create(NodeProtoSchema, {
    opType: "Gather",
    input: ["table", "input_ids"],
    output: ["last_hidden_state"],
  });
  const inputs = ["input_ids", "attention_mask", "token_type_ids"];
  const model = create(ModelProtoSchema, {
    irVersion: 10n,
    opsetImport: [create(OperatorSetIdProtoSchema, { domain: "", version: 21n })],
    graph: create(GraphProtoSchema, {
      name: "tiny",
      node: [lookUp],
      initializer: [table],
      input: inputs.map((name) => valueOf(name, INT64, ["batch", "length"])),
      output: [valueOf("last_hidden_state", FLOAT, ["batch", "length", 3])],
    }),
  });
  return toBinary(ModelProtoSchema, model);
}

function valueOf(name: string, elemType: TensorProto_DataType, dims: readonly (string | number)[]) {
  const dim = dims.map((each) =>
    create(TensorShapeProto_DimensionSchema, {
      value: typeof each === "string" ? { case: "dimParam", value: each } : { case: "dimValue", value: BigInt(each) },
    })
  );
  const value = create(TypeProto_TensorSchema, { elemType, shape: create(TensorShapeProtoSchema, { dim }) });
  return create(ValueInfoProtoSchema, {
    name,
    type: create(TypeProtoSchema, { value: { case: "tensorType", value } }),
  });
}

function tinyTokenizer(): object {
  const special = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  const idOf = (piece: string) => TINY_WORDS.findIndex(([each]) => each === piece);
  const specials = TINY_WORDS.slice(0, 4).map(([content], id) => ({ id, content, special: true, normalized: false }));
  return {
    version: "1.0",
    "added_tokens": specials,
    normalizer: { type: "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, lowercase: true },
    "pre_tokenizer": { type: "BertPreTokenizer" },
    "post_processor": {
      type: "TemplateProcessing",
      single: [special("[CLS]"), { Sequence: { id: "A", "type_id": 0 } }, special("[SEP]")],
      pair: [],
      "special_tokens": Object.fromEntries(
        ["[CLS]", "[SEP]"].map((piece) => [piece, { id: piece, ids: [idOf(piece)], tokens: [piece] }]),
      ),
    },
    decoder: { type: "WordPiece", prefix: "##" },
    model: {
      type: "WordPiece",
      "unk_token": "[UNK]",
      "continuing_subword_prefix": "##",
      vocab: Object.fromEntries(TINY_WORDS.map(([piece], id) => [piece, id])),
    },
  };
}
