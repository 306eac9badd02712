/**
 * Runs a converted model through ONNX Runtime's own package, without any code of the program.
 *
 * @module
 */
import { InferenceSession, Tensor } from "onnxruntime-node";

/** A loaded model. */
export interface OnnxModel {
  /** Returns the vector of each text, given as ids; shorter ones are padded to the longest. */
  encode(texts: readonly (readonly number[])[]): Promise<Float32Array[]>;
  /** Returns the vectors of the pieces of one text, behind one another. */
  pieces(ids: readonly number[]): Promise<Float32Array>;
  /** Frees it. */
  release(): Promise<void>;
}

/** Loads `model.onnx` from a folder. */
export async function openOnnxModel(folder: string): Promise<OnnxModel> {
  const session = await InferenceSession.create(`${folder}/model.onnx`, { graphOptimizationLevel: "disabled" });
  const run = async (texts: readonly (readonly number[])[], name: string): Promise<Float32Array> => {
    const length = Math.max(...texts.map((ids) => ids.length));
    const padded = (value: (ids: readonly number[], at: number) => number) =>
      new Tensor(
        "int64",
        BigInt64Array.from(
          texts.flatMap((ids) => Array.from({ length }, (_, at) => BigInt(at < ids.length ? value(ids, at) : 0))),
        ),
        [texts.length, length],
      );
    const output = await session.run({
      input_ids: padded((ids, at) => ids[at] ?? 0),
      attention_mask: padded(() => 1),
    });
    const data = output[name]?.data;
    if (!(data instanceof Float32Array)) throw new Error(`The model yields no "${name}"`);
    return data;
  };
  return {
    encode: async (texts) => {
      const data = await run(texts, "sentence_embedding");
      const size = data.length / texts.length;
      return texts.map((_, at) => data.slice(at * size, (at + 1) * size));
    },
    pieces: (ids) => run([ids], "last_hidden_state"),
    release: () => session.release(),
  };
}
