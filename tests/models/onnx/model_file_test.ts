import { describe, expect, test } from "bun:test";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { ModelProtoSchema, TensorProto_DataLocation } from "onnx-buf";
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

  test("puts tensors of a kilobyte and more into the file beside it, within its bounds, and small ones into the graph", () => {
    const external = graph?.initializer.filter((each) => each.dataLocation === TensorProto_DataLocation.EXTERNAL) ?? [];
    const inner = graph?.initializer.filter((each) => each.dataLocation !== TensorProto_DataLocation.EXTERNAL) ?? [];
    expect(Math.max(...inner.map(({ rawData }) => rawData.length))).toBeLessThan(1024);
    for (const { externalData } of external) {
      const entries = Object.fromEntries(externalData.map(({ key, value }) => [key, value]));
      expect(entries["location"]).toBe("model.onnx_data");
      expect(Number(entries["length"])).toBeGreaterThanOrEqual(1024);
      expect(Number(entries["offset"]) + Number(entries["length"])).toBeLessThanOrEqual(files.data.length);
    }
    expect(external.length).toBeGreaterThan(0);
  });
});
