/**
 * The bundled model, by the short way: its own tokenizer, then its own kernels for a question, and ONNX Runtime with a
 * graph that pools for everything else (SPEC 11.2).
 *
 * @module
 */
import type { OpenOutcome, OpenPart } from "../base/assets/open_part.ts";
import { MemoryError } from "../base/errors.ts";
import { BUNDLED_FILES } from "./bundled_files.ts";
import type { EmbedConfig } from "./config.ts";
import type { Embedder, TextRole } from "./embedder.ts";
import { idleRelease } from "./idle_release.ts";
import { inBatches } from "./in_batches.ts";
import { type LoadedModel, loadModel } from "./loaded_model.ts";
import { encodeUnigram } from "./unigram_tokenizer.ts";
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
  ...BUNDLED_FILES,
} as const;

/** Changes when the same files would give other vectors: a step of this path was changed. */
const PATH_VERSION = 1;

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

/** Returns the embedder. Nothing is loaded before the first text comes, and everything goes when none came for a while. */
export function bundledEmbedder(request: BundledRequest): Embedder {
  const { settings } = request;
  const { prefixes, dimensions, name } = BUNDLED_MODEL;
  let isChecked = true;
  const keeper = idleRelease(() => {
    // The caller has just opened it.
    const part = isChecked ? request.part : partAgain(request);
    isChecked = false;
    return loadModel({ folder: part.folder, cacheDir: request.cacheDir, threads: settings.threads });
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
      const embed = () => keeper.use((loaded) => embedWith(loaded, { texts, role, batch: settings.batch }));
      try {
        return await embed();
      } catch (error) {
        // Whatever it was, the next call begins with files that were checked. Those that are not what their stamp says are
        // noticed by who reads them; then they are unpacked once more.
        await keeper.release();
        if (request.again?.repair() !== true) throw error;
        return await embed();
      }
    },
    close: () => keeper.release(),
  };
}

async function embedWith(
  loaded: LoadedModel,
  { texts, role, batch }: { readonly texts: readonly string[]; readonly role: TextRole; readonly batch: number },
): Promise<Float32Array[]> {
  const { prefixes, maxIds, dimensions } = BUNDLED_MODEL;
  const ids = texts.map((text) => encodeUnigram(loaded.table, prefixes[role] + text, maxIds));
  const encoder = loaded.encoderFor(ids);
  const vectors = await inBatches(ids, {
    sizeOf: (each) => each.length,
    batch,
    run: (part) => {
      try {
        return encoder.run(part);
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

function broken(message: string, cause: unknown): MemoryError {
  return new MemoryError(message, { hint: "memory model verify", cause });
}
