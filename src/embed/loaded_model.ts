/**
 * The bundled model in memory: vocabulary, the short way for a question, and ONNX Runtime for everything else, which is
 * loaded when the first text comes that is worth it.
 *
 * @module
 */
import { readFileSync, statSync } from "node:fs";
import { causeChain, MemoryError } from "../base/errors.ts";
import { BUNDLED_FILES } from "./bundled_files.ts";
import { type KernelEncoder, MAX_KERNEL_IDS, openKernelEncoder } from "./kernel_encoder.ts";
import { openBinding } from "./onnx_binding.ts";
import { openTextModel, type TextModel } from "./text_model.ts";
import { readUnigramTable, type UnigramTable } from "./unigram_table.ts";

/**
 * Ids that are computed without the runtime before it is loaded. Loading it takes as long as some 90 ids do without it, so
 * that whoever asks once never pays for it, and whoever asks often pays at most twice.
 */
const IDS_WITHOUT_RUNTIME = 96;

/** Up to so many texts few threads are as fast as many: a question has too little work to be worth waking them. */
const FEW_TEXTS = 4;

/** Threads for few texts. A second one takes a quarter off a question's time; ADR 0028. */
const FEW_THREADS = 2;

/** More threads than this bring nothing to a model of this size. */
const MAX_THREADS = 16;

/** What computes vectors of ids. */
export interface Encoder {
  /**
   * Returns one vector of any length for each list of ids, in order. Blocks the thread.
   *
   * @throws {Error} what is wrong with the files, or what the runtime says
   */
  run(ids: readonly (readonly number[])[]): readonly Float32Array[];
}

/** Model and vocabulary in memory. */
export interface LoadedModel {
  /** The vocabulary. */
  readonly table: UnigramTable;
  /**
   * Returns what computes the vectors of these texts, loading the runtime if they are worth it.
   *
   * @throws {MemoryError} failed, naming what could not be loaded
   */
  encoderFor(texts: readonly (readonly number[])[]): Encoder;
  /** Gives everything back. */
  close(): void;
}

/** What is loaded from where. */
export interface LoadRequest {
  /** Folder of the model's files. */
  readonly folder: string;
  /** Where the runtime is unpacked. */
  readonly cacheDir: string;
  /** Threads for many texts, at most. 0 takes as many as there are cores. */
  readonly threads: number;
}

/**
 * Loads the vocabulary and opens the files, a few milliseconds.
 *
 * @throws {MemoryError} failed, naming what could not be loaded
 */
export function loadModel(request: LoadRequest): LoadedModel {
  const { folder, threads } = request;
  const wanted = Math.min(threads === 0 ? navigator.hardwareConcurrency : threads, MAX_THREADS);
  const opened = inFolder(folder, () => ({
    // As it was read: a copy of the megabyte would be filled page by page.
    table: readUnigramTable(readFileSync(`${folder}/${BUNDLED_FILES.table}`)),
    kernels: openKernelEncoder(folder),
  }));
  let { kernels } = opened;
  let left = IDS_WITHOUT_RUNTIME;
  let model: TextModel | null = null;
  const isBrief = (texts: readonly (readonly number[])[]): boolean => {
    if (texts.some((ids) => ids.length > MAX_KERNEL_IDS)) return false;
    left -= texts.reduce((sum, ids) => sum + ids.length, 0);
    return left >= 0;
  };
  const withThreads = (needed: number): TextModel => {
    if (model !== null && model.threads >= needed) return model;
    const next = openRuntime(request, needed);
    model?.close();
    kernels?.close();
    kernels = null;
    return model = next;
  };
  return {
    table: opened.table,
    encoderFor(texts) {
      if (kernels !== null && isBrief(texts)) return oneByOne(kernels);
      const needed = Math.min(texts.length <= FEW_TEXTS ? FEW_THREADS : wanted, wanted);
      withThreads(needed);
      // Asked each time: between two batches somebody else may have had it opened with more threads.
      return { run: (ids) => withThreads(needed).run(ids) };
    },
    close() {
      kernels?.close();
      model?.close();
    },
  };
}

function oneByOne(kernels: KernelEncoder): Encoder {
  return { run: (texts) => texts.map((ids) => kernels.run(ids)) };
}

/** @throws {MemoryError} failed, naming what could not be loaded */
function openRuntime({ folder, cacheDir }: LoadRequest, threads: number): TextModel {
  const opened = openBinding(cacheDir);
  if (opened.binding === null) {
    const { reason, hint } = opened.obstacle;
    throw new MemoryError(`Cannot load the embedding model's runtime: ${reason}`, hint === null ? {} : { hint });
  }
  const { binding } = opened;
  return inFolder(folder, () => {
    const data = `${folder}/${BUNDLED_FILES.data}`;
    const { size } = statSync(data);
    const model = openTextModel(binding, { path: `${folder}/${BUNDLED_FILES.graph}`, threads });
    return {
      ...model,
      run(ids) {
        // Reading behind the end of a mapped file ends the process. A file that is gone stays mapped as it was.
        const now = statSync(data, { throwIfNoEntry: false })?.size ?? size;
        if (now < size) throw new Error(`"${data}" was cut from ${size} to ${now} bytes`);
        return model.run(ids);
      },
    };
  });
}

/** @throws {MemoryError} failed, naming the folder, whatever the reason */
function inFolder<T>(folder: string, load: () => T): T {
  try {
    return load();
  } catch (cause) {
    const message = `Cannot load the embedding model in "${folder}": ${causeChain(cause).join(": ")}`;
    throw new MemoryError(message, { hint: "memory model verify", cause });
  }
}
