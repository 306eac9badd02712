/** A foreign folder through transformers.js and our own runtime; the model is small enough to work its vectors out. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_CONFIG } from "../../src/app/default_config.ts";
import { chooseEmbedder } from "../../src/embed/choose_embedder.ts";
import type { EmbedConfig } from "../../src/embed/config.ts";
import type { Embedder } from "../../src/embed/embedder.ts";
import { failureOf } from "../support/failure_of.ts";
import { skips } from "../support/skips.ts";
import { writeTinyModel } from "../support/tiny_model.ts";

// The package of source runs has no library for macOS on Intel.
const isAbsent = process.platform === "darwin" && process.arch === "x64";

let root = "";
let folder = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "memory-folder-"));
  folder = join(root, "tiny-bert");
  writeTinyModel(folder);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function open(settings: Partial<EmbedConfig> = {}) {
  return chooseEmbedder({
    settings: { ...DEFAULT_CONFIG.embed, model: folder, ...settings },
    cacheDir: join(root, "cache"),
    environment: {},
  });
}

async function embedderWith(settings: Partial<EmbedConfig> = {}): Promise<Embedder> {
  const answer = await open(settings);
  if (answer.kind !== "ready") throw new Error(answer.reason);
  return answer.embedder;
}

/** Returns a vector scaled so that its last number is `last`, rounded. */
function scaled(vector: Float32Array | undefined, last: number): number[] {
  const factor = last / (vector?.[2] ?? 1);
  return [...(vector ?? [])].map((each) => Math.round(each * factor * 1_000) / 1_000);
}

describe.skipIf(skips(isAbsent, "no ONNX Runtime for macOS on Intel"))("a folder with a model", () => {
  test("gives the mean of the word vectors, in the order of the texts, whatever their lengths", async () => {
    const embedder = await embedderWith({ batch: 2 });
    const vectors = await embedder.embed(["port", "tea ports", "Port tea tea"], "passage");
    // [CLS] brings the 2 at the end of each sum.
    expect(vectors.map((vector) => scaled(vector, 2))).toEqual([[4, 0, 2], [4, 4, 2], [4, 8, 2]]);
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
    await embedder.close();
  });

  test("is loaded again by the next text when it was closed", async () => {
    const embedder = await embedderWith();
    await embedder.close();
    expect(await embedder.embed(["tea"], "query")).toHaveLength(1);
    await embedder.close();
    await embedder.close();
  });

  test("pools as its files say, and otherwise as the settings say", async () => {
    mkdirSync(join(folder, "1_Pooling"));
    writeFileSync(join(folder, "1_Pooling/config.json"), JSON.stringify({ "pooling_mode_cls_token": true }));
    const cls = await embedderWith();
    expect(scaled((await cls.embed(["port"], "query"))[0], 2)).toEqual([0, 0, 2]);
    const mean = await embedderWith({ pooling: "mean" });
    expect(scaled((await mean.embed(["port"], "query"))[0], 2)).toEqual([4, 0, 2]);
    expect(cls.fingerprint).not.toBe(mean.fingerprint);
  });

  test("puts in front of a text what its files or the settings say", async () => {
    const prompts = { query: "tea ", document: "port " };
    writeFileSync(join(folder, "config_sentence_transformers.json"), JSON.stringify({ prompts }));
    const own = await embedderWith();
    expect(scaled((await own.embed(["port"], "query"))[0], 2)).toEqual([4, 4, 2]);
    expect(scaled((await own.embed(["port"], "passage"))[0], 2)).toEqual([8, 0, 2]);
    const set = await embedderWith({ queryPrefix: "" });
    expect(scaled((await set.embed(["port"], "query"))[0], 2)).toEqual([4, 0, 2]);
    expect(set.fingerprint).not.toBe(own.fingerprint);
  });

  test.each([["e5-small-v2", "query: "], ["bge-small-zh-v1.5", "为这个句子"], ["other", ""]])(
    "knows what the family of %s wants",
    async (name, prefix) => {
      folder = join(root, name);
      writeTinyModel(folder);
      expect((await embedderWith()).fingerprint).toContain(`query="${prefix}`);
    },
  );

  test("may have its graph in the folder itself, or only a quantised one", async () => {
    rmSync(join(folder, "onnx"), { recursive: true });
    writeTinyModel(folder, "model_quantized");
    rmSync(join(folder, "onnx"), { recursive: true });
    expect((await embedderWith()).fingerprint).toContain(" q8 ");
  });

  test("has a fingerprint by content: the same files the same, a changed word another", async () => {
    const first = (await embedderWith()).fingerprint;
    expect((await embedderWith()).fingerprint).toBe(first);
    const path = join(folder, "tokenizer.json");
    writeFileSync(path, readFileSync(path, "utf8").replaceAll('"tea"', '"tee"'));
    expect((await embedderWith()).fingerprint).not.toBe(first);
  });

  test("takes text of any kind", async () => {
    const embedder = await embedderWith();
    const texts = ["", " ", "\0", "\ud800", "👩‍👩‍👧", "网关", "[CLS] [SEP]", "port ".repeat(50_000)];
    expect(await embedder.embed(texts, "query")).toHaveLength(texts.length);
  });
});

describe("a folder that cannot be used is told as it is, and is an error", () => {
  const truncate = (name: string, bytes: number) =>
    writeFileSync(join(folder, name), readFileSync(join(folder, name)).subarray(0, bytes));

  test.each<[string, () => void, string]>([
    ["gone", () => rmSync(folder, { recursive: true }), "it is no folder"],
    ["a file", () => [rmSync(folder, { recursive: true }), writeFileSync(folder, "")], "it is no folder"],
    ["no config", () => rmSync(join(folder, "config.json")), 'it has no "config.json"'],
    ["broken config", () => truncate("config.json", 5), '"config.json" cannot be read as JSON'],
    ["no tokenizer", () => rmSync(join(folder, "tokenizer.json")), 'it has no "tokenizer.json"'],
    ["no graph", () => rmSync(join(folder, "onnx/model.onnx")), 'it has no "model.onnx"'],
    ["half a tokenizer", () => truncate("tokenizer.json", 100), "Cannot load the model in"],
    ["half a graph", () => truncate("onnx/model.onnx", 60), "Cannot load the model in"],
    ["an empty graph", () => truncate("onnx/model.onnx", 0), "Cannot load the model in"],
  ])("%s", async (_, spoil, expected) => {
    spoil();
    expect(await open()).toMatchObject({ kind: "failed", isExplicit: true, reason: expect.stringContaining(expected) });
  });

  test("a path that depends on the current folder is refused", async () => {
    expect(await open({ model: "models/x" })).toMatchObject({
      kind: "failed",
      reason: expect.stringContaining("should be an absolute path"),
    });
    expect(await open({ model: null, provider: "folder" })).toMatchObject({
      kind: "failed",
      reason: expect.stringContaining("embed.model is not set"),
    });
  });

  test.skipIf(isAbsent)("deleted while a process runs: what is loaded goes on, what is not is told", async () => {
    const [loaded, waiting] = [await embedderWith(), await embedderWith()];
    await loaded.embed(["tea"], "query");
    rmSync(folder, { recursive: true });
    expect(await loaded.embed(["port"], "query")).toHaveLength(1);
    const error = await failureOf(waiting.embed(["port"], "query"));
    expect(error.message).toStartWith(`Cannot load the model in "${folder}": `);
  });
});
