/** The two ways of the bundled model: its own kernels for a question, ONNX Runtime for what is worth loading it. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { MODEL_CACHE, MODEL_FOLDER } from "../../src/base/assets/native_files.ts";
import { BUNDLED_MODEL } from "../../src/embed/bundled_embedder.ts";
import { MAX_KERNEL_IDS, openKernelEncoder } from "../../src/embed/kernel_encoder.ts";
import { type LoadedModel, loadModel } from "../../src/embed/loaded_model.ts";
import { encodeUnigram } from "../../src/embed/unigram_tokenizer.ts";
import { openExactModel } from "../support/exact_model.ts";
import { cosine } from "../support/reference_encoder.ts";
import { skips } from "../support/skips.ts";
import { ROOT } from "../support/source_tree.ts";

const FOLDER = `${ROOT}/${MODEL_CACHE}/${MODEL_FOLDER}`;
const isBuilt = existsSync(`${FOLDER}/model.json`);
const TEXTS = [
  "query: ",
  "query: tea",
  "query: which port does the gateway of the north site use?",
  "passage: 网关监听 18789 端口。The database moved to Postgres 16 on 2026-08-19; 数据库已迁移。",
  "query: \u{1f469}‍\u{1f469} </s> ﬁne print, C++ and café",
];
/** How much further from exact products the kernels may lie than the runtime does; measured: 0.8 to 1.2 times. */
const MOST_TIMES = 1.5;
/** Loading the runtime takes a tenth of a second on a quiet machine. */
const TIMEOUT_MS = 240_000;

describe.skipIf(skips(!isBuilt, 'tests of the bundled model: it was not made; run "make model"'))(
  "the two ways",
  () => {
    let model: LoadedModel;
    beforeEach(() => model = loadModel({ folder: FOLDER, cacheDir: "/nonexistent", threads: 1 }));
    afterEach(() => model.close());

    const idsOf = (text: string) => encodeUnigram(model.table, text, BUNDLED_MODEL.maxIds);
    const run = (...texts: readonly (readonly number[])[]) => model.encoderFor(texts).run(texts);
    /** The runtime's vectors have length 1; sums of rows have not. */
    const isByRuntime = ([vector = new Float32Array()]: readonly Float32Array[]) => Math.hypot(...vector) < 1.01;

    test("point into the same direction for every text, as near to exact products as each other", async () => {
      const long = Array.from({ length: MAX_KERNEL_IDS + 1 }, (_, at) => at + 4);
      const texts = [...TEXTS.map(idsOf), long.slice(0, MAX_KERNEL_IDS)];
      const kernels = openKernelEncoder(FOLDER);
      const theirs = run(...texts, long);
      const exact = await openExactModel(FOLDER);
      for (const [at, ids] of texts.entries()) {
        const sum = kernels?.run(ids) ?? new Float32Array();
        const own = sum.map((value) => value / Math.hypot(...sum));
        // The runtime rounds inputs to 8 bits in another order on each kind of processor: exact products are the same.
        expect(cosine(own, theirs[at] ?? [])).toBeGreaterThanOrEqual(0.9998);
        const [whole = []] = await exact.encode([ids]);
        const [ownError, theirError] = [own, theirs[at] ?? []].map((vector) => 1 - cosine(vector, whole));
        expect(ownError).toBeLessThanOrEqual(MOST_TIMES * (theirError ?? 0));
      }
      await exact.release();
      kernels?.close();
    }, TIMEOUT_MS);

    test("a question needs no runtime, and many questions are worth it", () => {
      const question = idsOf(TEXTS[2] ?? "");
      const ways = Array.from({ length: 8 }, () => isByRuntime(run(question)));
      expect(ways[0]).toBe(false);
      expect(ways[7]).toBe(true);
      expect(ways).toEqual([...ways].sort());
    }, TIMEOUT_MS);

    test("what is longer than the kernels take goes to the runtime at once", () => {
      expect(isByRuntime(run(Array.from({ length: MAX_KERNEL_IDS + 1 }, () => 5)))).toBe(true);
      expect(isByRuntime(run([0, 5, 2]))).toBe(true);
    }, TIMEOUT_MS);

    test("an id that no piece has, no id and too many are refused", () => {
      const kernels = openKernelEncoder(FOLDER);
      expect(() => kernels?.run([0, 61_025, 2])).toThrow('The tensor "emb.word" has ');
      expect(() => kernels?.run([])).toThrow("A text has 0 ids, expected 1 to 128");
      expect(() => kernels?.run(Array.from({ length: 129 }, () => 0))).toThrow("A text has 129 ids");
      kernels?.close();
    });
  },
);
