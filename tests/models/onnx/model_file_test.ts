import { describe, expect, test } from "bun:test";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { ModelProtoSchema, TensorProto_DataLocation } from "onnx-buf";
import { ExternalData } from "../../../models/onnx/external_data.ts";
import { GraphBuilder } from "../../../models/onnx/graph_builder.ts";
import { modelFiles } from "../../../models/onnx/model_file.ts";
import { readWeights } from "../../../models/weights/read_weights.ts";
import { tinyWeights } from "../../support/tiny_weights.ts";

const files = modelFiles(readWeights(tinyWeights(2)));
const model = fromBinary(ModelProtoSchema, files.model);
const graph = model.graph;

describe("modelFiles", () => {
  test("writes protobuf that reads back to the same bytes", () => {
    expect(new Uint8Array(toBinary(ModelProtoSchema, model))).toEqual(files.model);
  });

  test("declares its operators and what goes in and out", () => {
    expect(model.opsetImport.map(({ domain, version }) => [domain, version])).toEqual([["", 21n], [
      "com.microsoft",
      1n,
    ]]);
    expect(graph?.input.map(({ name }) => name)).toEqual(["input_ids", "attention_mask"]);
    expect(graph?.output.map(({ name }) => name)).toEqual(["last_hidden_state", "sentence_embedding"]);
  });

  test("computes every value before it is used, and uses every tensor", () => {
    const known = new Set([...(graph?.input ?? []), ...(graph?.initializer ?? [])].map(({ name }) => name));
    const used = new Set<string>();
    for (const node of graph?.node ?? []) {
      for (const input of node.input.filter(Boolean)) {
        expect(known).toContain(input);
        used.add(input);
      }
      for (const output of node.output) {
        expect(known).not.toContain(output);
        known.add(output);
      }
    }
    expect(graph?.initializer.filter(({ name }) => !used.has(name))).toEqual([]);
    expect(graph?.output.every(({ name }) => known.has(name))).toBe(true);
  });

  test("puts tensors of 64 KiB and more into the file beside it, and smaller ones into the graph", () => {
    const external = new ExternalData();
    const builder = new GraphBuilder(external);
    builder.floats("large", [16_384], new Float32Array(16_384).fill(1));
    builder.floats("small", [16_383], new Float32Array(16_383).fill(2));
    builder.floats("next", [20_000], new Float32Array(20_000).fill(3));
    const places = builder.tensors.map(({ name, dataLocation, rawData, externalData }) => ({
      name,
      inner: dataLocation === TensorProto_DataLocation.EXTERNAL ? null : rawData.length,
      outer: Object.fromEntries(externalData.map(({ key, value }) => [key, value])),
    }));
    expect(places).toEqual([
      { name: "large", inner: null, outer: { location: "model.onnx_data", offset: "0", length: "65536" } },
      { name: "small", inner: 65_532, outer: {} },
      { name: "next", inner: null, outer: { location: "model.onnx_data", offset: "65536", length: "80000" } },
    ]);
    expect(external.toBytes().length).toBe(145_536);
  });
});
