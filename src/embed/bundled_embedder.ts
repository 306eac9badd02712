/**
 * The bundled model, by the short way: its own tokenizer, ONNX Runtime, and a graph that pools (SPEC 11.2).
 *
 * @module
 */
import { readFileSync, statSync } from "node:fs";
import type { OpenOutcome, OpenPart } from "../base/assets/open_part.ts";
import { causeChain, MemoryError } from "../base/errors.ts";
import type { EmbedConfig } from "./config.ts";
import type { Embedder, TextRole } from "./embedder.ts";
import { idleRelease } from "./idle_release.ts";
import { inBatches } from "./in_batches.ts";
import { openBinding } from "./onnx_binding.ts";
import { openTextModel, type TextModel } from "./text_model.ts";
import { encodeUnigram } from "./unigram_tokenizer.ts";
import { readUnigramTable, type UnigramTable } from "./unigram_table.ts";
import { unitVector } from "./unit_vector.ts";

/** Facts of the bundled model (reference: `models/README.md`). */
export const BUNDLED_MODEL = {
  /** For people. */
  name: "multilingual-e5-small q4 (bundled)",
  /** Length of its vectors. */
  dimensions: 384,
  /** Ids it reads, `<s>` and `</s>` among them. */
  maxIds: 512,
  /** What it was trained to find in front of a text. */
  prefixes: { query: "query: ", passage: "passage: " },
  /** The graph; its data lies beside it. */
  graph: "model.onnx",
  /** The weights, which are mapped into memory. */
  data: "model.onnx_data",
  /** The vocabulary as a table; see `unigram_table.ts`. */
  table: "tokenizer.bin",
} as const;

/** Changes when the same files would give other vectors: a step of this path was changed. */
const PATH_VERSION = 1;

/** Up to so many texts few threads are as fast as many: a question has too little work to be worth waking them. */
const FEW_TEXTS = 4;

/** Threads for few texts. A second one takes a quarter off a question's time; ADR 0028. */
const FEW_THREADS = 2;

/** More threads than this bring nothing to a model of this size. */
const MAX_THREADS = 16;

/** What it is made from. */
export interface BundledRequest {
  /** The unpacked model. */
  readonly part: OpenPart;
  /** Hash or version of its content: guards the vectors. */
  readonly content: string;
  /** The slice `embed`. */
  readonly settings: EmbedConfig;
  /** Where the runtime is unpacked. */
  readonly cacheDir: string;
  /** How to come by the files when they may have changed since. @default they stay where they are */
  readonly again?: ModelAgain;
}

/** For loading the model later than at once, and after a failure. */
export interface ModelAgain {
  /** Checks the files, and unpacks them if need be. */
  open(): OpenOutcome;
  /** Takes damaged files away, if there are any, and returns whether it did. */
  repair(): boolean;
}

/** Model and vocabulary in memory. */
interface Loaded {
  readonly table: UnigramTable;
  /** Returns the model, with enough threads for so many texts. */
  modelFor(texts: number): TextModel;
  close(): void;
}

/** Returns the embedder. Nothing is loaded before the first text comes, and everything goes when none came for a while. */
export function bundledEmbedder(request: BundledRequest): Embedder {
  const { settings } = request;
  const { prefixes, dimensions, name } = BUNDLED_MODEL;
  let isChecked = true;
  const keeper = idleRelease(() => {
    // The caller has just opened it.
    const part = isChecked ? request.part : partAgain(request);
    isChecked = false;
    return loadOrRepair(request, part);
  }, settings.idleSeconds * 1_000);
  return {
    name,
    fingerprint:
      `e5-small-q4 ${request.content} dimensions=${dimensions} pooling=mean query=${JSON.stringify(prefixes.query)} ` +
      `passage=${JSON.stringify(prefixes.passage)} v${PATH_VERSION}`,
    dimensions,
    isExplicit: settings.provider === "bundled",
    batch: settings.batch,
    async embed(texts, role) {
      try {
        return await keeper.use((loaded) => embedWith(loaded, { texts, role, batch: settings.batch }));
      } catch (error) {
        // Whatever it was, the next call begins with files that were checked.
        await keeper.release();
        throw error;
      }
    },
    close: () => keeper.release(),
  };
}

async function embedWith(
  loaded: Loaded,
  { texts, role, batch }: { readonly texts: readonly string[]; readonly role: TextRole; readonly batch: number },
): Promise<Float32Array[]> {
  const { prefixes, maxIds, dimensions } = BUNDLED_MODEL;
  const ids = texts.map((text) => encodeUnigram(loaded.table, prefixes[role] + text, maxIds));
  const vectors = await inBatches(ids, {
    sizeOf: (each) => each.length,
    batch,
    run: (part) => {
      try {
        return loaded.modelFor(texts.length).run(part);
      } catch (cause) {
        throw broken(`Computing vectors of ${part.length} texts failed`, cause);
      }
    },
  });
  return vectors.map((each) => {
    const checked = unitVector(each, dimensions);
    if (checked.vector === null) throw broken(`The bundled model gave ${checked.fault}`, undefined);
    return checked.vector;
  });
}

/** @throws {MemoryError} failed, if they cannot be had */
function partAgain({ part, again }: BundledRequest): OpenPart {
  const opened = again?.open();
  if (opened === undefined) return part;
  if (opened.part !== null) return opened.part;
  const { reason, hint } = opened.obstacle;
  throw new MemoryError(`Cannot load the embedding model: ${reason}`, hint === null ? {} : { hint });
}

/** Files that are not what their stamp says are noticed by who loads them; then they are unpacked once more. */
function loadOrRepair(request: BundledRequest, part: OpenPart): Loaded {
  try {
    return load(request, part);
  } catch (error) {
    if (request.again?.repair() !== true) throw error;
    return load(request, partAgain(request));
  }
}

/** @throws {MemoryError} failed, naming what could not be loaded */
function load({ settings, cacheDir }: BundledRequest, part: OpenPart): Loaded {
  const opened = openBinding(cacheDir);
  if (opened.binding === null) {
    const { reason, hint } = opened.obstacle;
    throw new MemoryError(`Cannot load the embedding model's runtime: ${reason}`, hint === null ? {} : { hint });
  }
  const { binding } = opened;
  const wanted = Math.min(settings.threads === 0 ? navigator.hardwareConcurrency : settings.threads, MAX_THREADS);
  const open = (threads: number) => openTextModel(binding, { path: `${part.folder}/${BUNDLED_MODEL.graph}`, threads });
  try {
    // As it was read: a copy of the megabyte would be filled page by page.
    const table = readUnigramTable(readFileSync(`${part.folder}/${BUNDLED_MODEL.table}`));
    const data = `${part.folder}/${BUNDLED_MODEL.data}`;
    const { size } = statSync(data);
    let model = open(Math.min(FEW_THREADS, wanted));
    return {
      table,
      modelFor(texts) {
        // Reading behind the end of a mapped file ends the process. A file that is gone stays mapped as it was.
        const now = statSync(data, { throwIfNoEntry: false })?.size ?? size;
        if (now < size) throw new Error(`"${data}" was cut from ${size} to ${now} bytes`);
        if (texts <= FEW_TEXTS || model.threads >= wanted) return model;
        const next = open(wanted);
        model.close();
        model = next;
        return model;
      },
      close: () => model.close(),
    };
  } catch (cause) {
    throw broken(`Cannot load the embedding model in "${part.folder}": ${causeChain(cause).join(": ")}`, cause);
  }
}

function broken(message: string, cause: unknown): MemoryError {
  return new MemoryError(message, { hint: "memory model verify", cause });
}
