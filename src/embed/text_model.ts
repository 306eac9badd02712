/**
 * A text model in ONNX Runtime: ids in, one vector out for each text. For graphs that pool by themselves, as the bundled
 * one does.
 *
 * @module
 */
import type { OnnxBinding, OnnxSession } from "./onnx_binding.ts";
import { OnnxTensor } from "./onnx_tensor.ts";

/** An opened model; every call blocks the thread. */
export interface TextModel {
  /** Threads it computes with. */
  readonly threads: number;
  /**
   * Returns one vector for each list of ids, in order.
   *
   * @throws {Error} what the runtime says
   */
  run(ids: readonly (readonly number[])[]): Float32Array[];
  /** Frees it; a second call does nothing. */
  close(): void;
}

/** What a model is opened with. */
export interface TextModelOptions {
  /** Absolute path of the graph; its external data lies beside it. */
  readonly path: string;
  /** Threads of the runtime, at least 1. */
  readonly threads: number;
}

/** Name of the output that holds the pooled vectors. */
const OUTPUT = "sentence_embedding";

/** Id that fills short texts up; the mask leaves it out, so any would do. */
const PADDING_ID = 1n;

/**
 * Opens a model, about 30 ms for the bundled one.
 *
 * @throws {Error} what the runtime says, if the file is no model or its data is not all there
 */
export function openTextModel(binding: OnnxBinding, options: TextModelOptions): TextModel {
  const { path, threads } = options;
  const session = new binding.InferenceSession();
  session.loadModel(path, {
    // The graph is made of operators that are fused already; looking for more to fuse only costs time.
    graphOptimizationLevel: "disabled",
    executionProviders: ["cpu"],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Threads that wait sleep: spinning takes a fifth more processor time for the same vectors, from everybody else.
    extra: { session: { "intra_op": { "allow_spinning": "0" } } },
  });
  let isOpen = true;
  return {
    threads,
    run: (ids) => runSession(session, ids),
    close() {
      if (isOpen) session.dispose();
      isOpen = false;
    },
  };
}

function runSession(session: OnnxSession, ids: readonly (readonly number[])[]): Float32Array[] {
  const rows = ids.length;
  const length = Math.max(...ids.map((each) => each.length));
  const inputs = new BigInt64Array(rows * length).fill(PADDING_ID);
  const mask = new BigInt64Array(rows * length);
  for (const [row, each] of ids.entries()) {
    for (const [at, id] of each.entries()) inputs[row * length + at] = BigInt(id);
    mask.fill(1n, row * length, row * length + each.length);
  }
  const dims = [rows, length];
  const feeds = {
    "input_ids": new OnnxTensor("int64", inputs, dims),
    "attention_mask": new OnnxTensor("int64", mask, dims),
  };
  const output = session.run(feeds, { [OUTPUT]: null }, {})[OUTPUT];
  if (!(output?.data instanceof Float32Array) || output.dims[0] !== rows) {
    throw new Error(`The model has no output "${OUTPUT}" with one vector for each text`);
  }
  const { data } = output;
  const width = data.length / rows;
  return ids.map((_, row) => data.slice(row * width, (row + 1) * width));
}
