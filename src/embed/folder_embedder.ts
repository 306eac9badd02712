/**
 * Any Hugging Face folder with an ONNX model, as it is (SPEC 11.2). The user named it, so its failure is an error.
 *
 * @module
 */
import { isAbsolute } from "node:path";
import { causeChain, MemoryError } from "../base/errors.ts";
import type { EmbedConfig } from "./config.ts";
import type { Embedder, EmbedderAnswer } from "./embedder.ts";
import { type FolderFacts, folderFacts } from "./folder_facts.ts";
import { folderHash } from "./folder_hash.ts";
import { type IdleRelease, idleRelease } from "./idle_release.ts";
import { inBatches } from "./in_batches.ts";
import { openBinding } from "./onnx_binding.ts";
import { openTransformers, type TransformersModel } from "./onnx_transformers.ts";
import { DIMENSIONS_FORM, rememberedText } from "./remembered_text.ts";
import { unitVector } from "./unit_vector.ts";

/** What it is made from. */
export interface FolderRequest {
  /** The slice `embed`; `model` names the folder. */
  readonly settings: EmbedConfig;
  /** The per-user cache folder. */
  readonly cacheDir: string;
}

/** Longest text that the tokenizer is given, in UTF-16 units; models read a fraction of it. */
const MAX_TEXT_UNITS = 65_536;

/** Embedded once for each model to learn the length of its vectors. */
const PROBE = "dimensions";

/** What is left if a folder is of no use: `model verify` looks at the bundled model only. */
const BACK = "go back to the model of this program with: memory model use bundled";

/** Changes when the same files would give other vectors: a step of this path was changed. */
const PATH_VERSION = 1;

/** Returns the embedder. Where the length of the vectors is not known yet, the model is loaded and asked. */
export async function openFolderEmbedder(request: FolderRequest): Promise<EmbedderAnswer> {
  const { settings, cacheDir } = request;
  try {
    const facts = folderFacts(folderIn(settings), settings);
    const identity =
      `folder ${facts.name} ${folderHash(facts.files, cacheDir)} ${facts.dtype} pooling=${facts.pooling} ` +
      `query=${JSON.stringify(facts.prefixes.query)} passage=${
        JSON.stringify(facts.prefixes.passage)
      } v${PATH_VERSION}`;
    const keeper = idleRelease(() => load(facts, request), settings.idleSeconds * 1_000);
    const kept = rememberedText(cacheDir, identity, DIMENSIONS_FORM);
    const dimensions = Number(kept.get() ?? await probe(keeper, facts));
    kept.set(String(dimensions));
    return { kind: "ready", embedder: embedderOf({ facts, identity, keeper, dimensions, settings }) };
  } catch (error) {
    const failure = error instanceof MemoryError ? error : unreadable(settings, error);
    return {
      kind: "failed",
      isExplicit: true,
      reason: failure.message,
      hint: failure.hint ?? null,
      cause: failure.cause,
    };
  }
}

function folderIn({ model, provider }: EmbedConfig): string {
  if (model === null) {
    throw new MemoryError(`The setting embed.provider is "${provider}", and embed.model is not set`, {
      hint: "memory model use FOLDER",
    });
  }
  if (!isAbsolute(model)) {
    throw new MemoryError(
      `Cannot use the model folder "${model}": the setting embed.model should be an absolute path`,
      {
        hint: "memory model use FOLDER",
      },
    );
  }
  return model.length > 1 ? model.replace(/\/+$/, "") : model;
}

interface Parts {
  readonly facts: FolderFacts;
  readonly identity: string;
  readonly keeper: IdleRelease<TransformersModel>;
  readonly dimensions: number;
  readonly settings: EmbedConfig;
}

function embedderOf({ facts, identity, keeper, dimensions, settings }: Parts): Embedder {
  return {
    name: `${facts.name} (${facts.folder})`,
    fingerprint: `${identity} dimensions=${dimensions}`,
    dimensions,
    isExplicit: true,
    batch: settings.batch,
    embed: (texts, role) => {
      const prefixed = texts.map((text) => (facts.prefixes[role] + text).slice(0, MAX_TEXT_UNITS).toWellFormed());
      const run = (model: TransformersModel) =>
        inBatches(prefixed, {
          sizeOf: (text) => text.length,
          batch: settings.batch,
          run: (part) => vectorsOf(model, { texts: part, dimensions, facts }),
        });
      return keeper.use(run);
    },
    close: () => keeper.release(),
  };
}

async function probe(keeper: IdleRelease<TransformersModel>, facts: FolderFacts): Promise<number> {
  const [vector] = await keeper.use((model) => vectorsOf(model, { texts: [PROBE], dimensions: null, facts }));
  return vector?.length ?? 0;
}

interface Run {
  readonly texts: readonly string[];
  readonly dimensions: number | null;
  readonly facts: FolderFacts;
}

async function vectorsOf(model: TransformersModel, { texts, dimensions, facts }: Run): Promise<Float32Array[]> {
  let found: Float32Array[];
  try {
    found = await model.run(texts);
  } catch (cause) {
    throw new MemoryError(`The model in "${facts.folder}" did not compute: ${causeChain(cause).join(": ")}`, { cause });
  }
  return found.map((each) => {
    const checked = unitVector(each, dimensions);
    if (checked.vector !== null) return checked.vector;
    throw new MemoryError(`The model in "${facts.folder}" gave ${checked.fault}`, { hint: BACK });
  });
}

/** @throws {MemoryError} failed, naming the folder and what could not be loaded */
async function load(facts: FolderFacts, { settings, cacheDir }: FolderRequest): Promise<TransformersModel> {
  const opened = openBinding(cacheDir);
  if (opened.binding === null) {
    const { reason, hint } = opened.obstacle;
    throw new MemoryError(`Cannot load the embedding model's runtime: ${reason}`, hint === null ? {} : { hint });
  }
  try {
    const threads = settings.threads === 0 ? navigator.hardwareConcurrency : settings.threads;
    return await openTransformers(opened.binding, facts, threads);
  } catch (cause) {
    throw new MemoryError(`Cannot load the model in "${facts.folder}": ${causeChain(cause).join(": ")}`, {
      hint: BACK,
      cause,
    });
  }
}

function unreadable({ model }: EmbedConfig, cause: unknown): MemoryError {
  return new MemoryError(`Cannot read the model folder "${model}": ${causeChain(cause).join(": ")}`, { cause });
}
