/** The bundled model by the short way, and what happens when its files are not what they were. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { DEFAULT_CONFIG } from "../../src/app/default_config.ts";
import { MODEL_CACHE, MODEL_FOLDER } from "../../src/base/assets/native_files.ts";
import { BUNDLED_MODEL, bundledEmbedder } from "../../src/embed/bundled_embedder.ts";
import { chooseEmbedder } from "../../src/embed/choose_embedder.ts";
import type { EmbedConfig } from "../../src/embed/config.ts";
import type { Embedder } from "../../src/embed/embedder.ts";
import { anyText, SEED } from "../support/any_text.ts";
import { failureOf } from "../support/failure_of.ts";
import { cosine } from "../support/reference_encoder.ts";
import { skips } from "../support/skips.ts";
import { ROOT } from "../support/source_tree.ts";

const FOLDER = `${ROOT}/${MODEL_CACHE}/${MODEL_FOLDER}`;
const isBuilt = existsSync(`${FOLDER}/model.json`);

/** A bulk of random texts is as much as a small model computes in some seconds, and more beside other tests. */
const BULK_TIMEOUT_MS = 120_000;

function embedderAt(folder: string, settings: Partial<EmbedConfig> = {}): Embedder {
  const files = readdirSync(folder);
  return bundledEmbedder({
    part: { folder, main: `${folder}/${BUNDLED_MODEL.graph}`, files, version: "1", trialMark: null },
    content: "1",
    settings: { ...DEFAULT_CONFIG.embed, ...settings },
    cacheDir: "/nonexistent",
  });
}

describe.skipIf(skips(!isBuilt, 'tests of the bundled model: it was not made; run "make model"'))(
  "the short way",
  () => {
    let embedder: Embedder;
    beforeAll(() => embedder = embedderAt(FOLDER));
    afterAll(() => embedder.close());

    test("is what the settings mean where they say nothing", async () => {
      const request = { settings: DEFAULT_CONFIG.embed, cacheDir: "/nonexistent", environment: {} };
      const answer = await chooseEmbedder(request);
      expect(answer).toMatchObject({ kind: "ready", embedder: { name: BUNDLED_MODEL.name, isExplicit: false } });
    });

    test("and transformers.js give the same vectors", async () => {
      const settings = { ...DEFAULT_CONFIG.embed, model: FOLDER };
      const cacheDir = mkdtempSync(join(tmpdir(), "memory-same-"));
      const answer = await chooseEmbedder({ settings, cacheDir, environment: {} });
      if (answer.kind !== "ready") throw new Error(answer.reason);
      const texts = [
        "The gateway listens on port 18789.",
        "网关监听 18789 端口。",
        "",
        "ﬁne  \u3000 print",
        "</s> and 👩‍👩‍👧",
      ];
      for (const role of ["query", "passage"] as const) {
        const [own, theirs] = [await embedder.embed(texts, role), await answer.embedder.embed(texts, role)];
        for (const [at, vector] of own.entries()) {
          // The runtime rounds inputs to 8 bits in another order on each kind of processor.
          expect(cosine(vector, theirs[at] ?? [])).toBeGreaterThanOrEqual(0.9998);
        }
      }
      await answer.embedder.close();
      rmSync(cacheDir, { recursive: true });
    });

    test("gives texts in any order and company the vectors that they have alone", async () => {
      const texts = ["tea", "网关监听 18789 端口。", "The harbour lights were on all night. ".repeat(8), "", "port"];
      const together = await embedder.embed(texts, "passage");
      for (const [at, text] of texts.entries()) {
        const [alone] = await embedder.embed([text], "passage");
        expect(cosine(together[at] ?? [], alone ?? [])).toBeGreaterThanOrEqual(0.9999);
      }
    }, BULK_TIMEOUT_MS);

    test("gives a vector of length 1 for any text", async () => {
      const texts = fc.sample(anyText(), { seed: SEED, numRuns: 30 });
      texts.push(
        "",
        "\0",
        "\ud800",
        "<s></s><pad><unk>",
        "a".repeat(100_000),
        "网".repeat(100_000),
        " ".repeat(100_000),
      );
      const vectors = await embedder.embed(texts, "query");
      expect(vectors).toHaveLength(texts.length);
      for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
    }, BULK_TIMEOUT_MS);

    test("tells the two roles apart, and has nothing to say to no text", async () => {
      const [[query], [passage]] = [await embedder.embed(["tea"], "query"), await embedder.embed(["tea"], "passage")];
      expect(cosine(query ?? [], passage ?? [])).toBeLessThan(0.999);
      expect(await embedder.embed([], "query")).toEqual([]);
    });

    test("goes on after it was closed", async () => {
      const other = embedderAt(FOLDER, { threads: 3 });
      const [before] = await other.embed(["tea"], "query");
      await other.close();
      const many = await other.embed(Array.from({ length: 9 }, () => "tea"), "query");
      expect(cosine(before ?? [], many[8] ?? [])).toBeGreaterThanOrEqual(0.9999);
      await other.close();
      await other.close();
    });

    describe("with files that are not what they were", () => {
      let folder = "";
      const spoilt = (spoil: (path: (name: string) => string) => void): Embedder => {
        folder = mkdtempSync(join(tmpdir(), "memory-model-"));
        for (const name of readdirSync(FOLDER)) copyFileSync(`${FOLDER}/${name}`, `${folder}/${name}`);
        const made = embedderAt(folder);
        spoil((name) => `${folder}/${name}`);
        return made;
      };
      const truncated = (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 30_000));

      test.each<[string, (path: (name: string) => string) => void]>([
        ["the whole folder gone", (path) => rmSync(path(""), { recursive: true })],
        ["no graph", (path) => rmSync(path("model.onnx"))],
        ["half a graph", (path) => truncated(path("model.onnx"))],
        ["no weights", (path) => rmSync(path("model.onnx_data"))],
        ["few weights", (path) => truncated(path("model.onnx_data"))],
        ["no vocabulary", (path) => rmSync(path("tokenizer.bin"))],
        ["half a vocabulary", (path) => truncated(path("tokenizer.bin"))],
        ["an empty vocabulary", (path) => writeFileSync(path("tokenizer.bin"), "")],
        ["another vocabulary", (path) => writeFileSync(path("tokenizer.bin"), "x".repeat(1_000))],
      ])("%s: the error names the folder, and the process lives", async (_, spoil) => {
        const error = await failureOf(spoilt(spoil).embed(["tea"], "query"));
        expect(error.message).toStartWith(`Cannot load the embedding model in "${folder}": `);
        expect(error.hint).toBe("memory model verify");
        rmSync(folder, { recursive: true, force: true });
      });

      test("cut short while it is loaded: that is said, the process lives, and whole files serve again", async () => {
        const other = spoilt(() => {});
        const [before] = await other.embed(["tea"], "query");
        truncated(join(folder, "model.onnx_data"));
        const error = await failureOf(other.embed(["tea"], "query"));
        expect([error.message, error.hint]).toEqual(["Computing vectors of 1 texts failed", "memory model verify"]);
        expect(String(error.cause)).toContain("was cut from");
        copyFileSync(join(FOLDER, "model.onnx_data"), join(folder, "model.onnx_data"));
        expect((await other.embed(["tea"], "query"))[0]).toEqual(before ?? new Float32Array());
        await other.close();
      });

      test("deleted while it is loaded: it goes on until it is given back", async () => {
        const other = spoilt(() => {});
        const [before] = await other.embed(["tea"], "query");
        rmSync(folder, { recursive: true });
        expect((await other.embed(["tea"], "query"))[0]).toEqual(before ?? new Float32Array());
        await other.close();
        expect((await failureOf(other.embed(["tea"], "query"))).message).toContain("Cannot load the embedding model");
      });
    });
  },
);

test("turned off by the settings is off, and no failure", async () => {
  const settings = { ...DEFAULT_CONFIG.embed, provider: "none" as const };
  expect(await chooseEmbedder({ settings, cacheDir: "/nonexistent", environment: {} })).toMatchObject({ kind: "off" });
});
