/** The whole conversion on a network of two layers: what ONNX Runtime computes is what the stored weights say. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import { ModelProtoSchema } from "onnx-buf";
import { TENSOR_INDEX, type TensorPlaces } from "../../src/embed/tensor_places.ts";
import { convert } from "../../models/convert.ts";
import { hashesOf, writeFolder } from "../../models/model_folder.ts";
import { readWeights } from "../../models/weights/read_weights.ts";
import { openExactModel } from "../support/exact_model.ts";
import { type OnnxModel, openOnnxModel } from "../support/onnx_session.ts";
import { cosine, ReferenceEncoder } from "../support/reference_encoder.ts";
import { tinyWeights } from "../support/tiny_weights.ts";

/** Every piece but three. */
const KEPT = [0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 12, 13, 15];

/** Texts as ids of the full vocabulary, from one piece to as many as fit. */
const TEXTS = [[0, 5, 6, 2], [0, 2], [0, 13, 15, 4, 11, 12, 2], [0, ...Array(22).fill(7), 2], [0, 12, 11, 12, 3, 2]];

const weights = readWeights(tinyWeights(7));
let folder = "";
let model: OnnxModel;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "memory-model-"));
  writeFolder(`${folder}/model`, convert(weights, KEPT));
  model = await openOnnxModel(`${folder}/model`);
});
afterAll(async () => {
  await model.release();
  rmSync(folder, { recursive: true });
});

const renumbered = (ids: readonly number[]) => ids.map((id) => KEPT.indexOf(id));

describe("the converted network", () => {
  test("gives every text the vector that the stored weights give it, though its pieces have other numbers", async () => {
    const expected = new ReferenceEncoder(weights).encode(TEXTS);
    const exact = await openExactModel(`${folder}/model`);
    for (const [at, ids] of TEXTS.entries()) {
      const [[rounded], [vector]] = [await model.encode([renumbered(ids)]), await exact.encode([renumbered(ids)])];
      expect(cosine(vector ?? [], expected[at] ?? [])).toBeGreaterThan(0.999_999);
      expect(cosine(rounded ?? [], expected[at] ?? [])).toBeGreaterThan(0.9995);
    }
    await exact.release();
    // The texts differ from one another, so that being alike means something.
    expect(cosine(expected[0] ?? [], expected[2] ?? [])).toBeLessThan(0.99);
  });

  test("gives a text in a batch the vector that it has alone", async () => {
    const batch = await model.encode(TEXTS.map(renumbered));
    for (const [at, ids] of TEXTS.entries()) {
      const [alone] = await model.encode([renumbered(ids)]);
      expect(cosine(batch[at] ?? [], alone ?? [])).toBeGreaterThan(0.9999);
    }
  });

  test("yields vectors of length 1, whose direction is the mean of the vectors of the pieces", async () => {
    const ids = renumbered(TEXTS[2] ?? []);
    const [vector] = await model.encode([ids]);
    const pieces = await model.pieces(ids);
    const size = pieces.length / ids.length;
    const sum = Array.from(
      { length: size },
      (_, at) => ids.reduce((all, _, row) => all + (pieces[row * size + at] ?? 0), 0),
    );
    expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5);
    expect(cosine(vector ?? [], sum) / Math.hypot(...sum)).toBeCloseTo(1, 5);
  });
});

test("every tensor lies where the list says", () => {
  const content = convert(weights, KEPT);
  const places: TensorPlaces = JSON.parse(new TextDecoder().decode(content.get(TENSOR_INDEX)));
  const initializers = fromBinary(ModelProtoSchema, content.get("model.onnx") ?? new Uint8Array()).graph?.initializer;
  expect(Object.keys(places)).toEqual(initializers?.map(({ name }) => name) ?? []);
  for (const { name, rawData } of initializers ?? []) {
    const { file = "", offset = 0, length = 0 } = places[name] ?? {};
    const bytes = content.get(file)?.subarray(offset, offset + length);
    if (rawData.length > 0) expect(bytes).toEqual(rawData);
    else expect(bytes).toHaveLength(length);
  }
  const gains = new Float32Array(content.get("model.onnx")?.slice(places["l1.oln.w"]?.offset).buffer.slice(0, 8) ?? []);
  expect(gains).toEqual(new Float32Array(weights.tensors.get("l1.oln.w")?.bytes.slice(0, 8).buffer ?? []));
});

test("the same weights give the same bytes, other weights others", () => {
  const hashes = hashesOf(convert(weights, KEPT));
  expect(hashesOf(convert(readWeights(tinyWeights(7)), KEPT))).toEqual(hashes);
  expect(hashesOf(convert(readWeights(tinyWeights(8)), KEPT))["model.onnx"]).not.toBe(hashes["model.onnx"]);
});
