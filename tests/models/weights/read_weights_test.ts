import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readWeights } from "../../../models/weights/read_weights.ts";
import { tinyWeights } from "../../support/tiny_weights.ts";
import { storedBlock, weightsFile } from "../../support/weights_file.ts";

const block = storedBlock(1, Array(32).fill(3));
const file = weightsFile({
  shape: [32, 1, 4, 64, 6, 8, 2],
  pieces: [["<s>", 0], ["<pad>", 0], ["</s>", 0], ["<unk>", 0], ["\u2581tea", -2.5], ["茶", -3]],
  tensors: { "emb.word": { blocks: block }, "emb.ln.w": { numbers: [1, -0.5] } },
});

describe("readWeights", () => {
  const weights = readWeights(file);

  test("reads the dimensions", () => {
    const { epsilon, ...shape } = weights.shape;
    expect(shape).toEqual({ hidden: 32, layers: 1, heads: 4, feedForward: 64, vocabulary: 6, positions: 8 });
    expect(epsilon).toBeCloseTo(1e-12, 15);
  });

  test("reads the pieces with their scores, in any script", () => {
    expect(weights.pieces.slice(3)).toEqual([
      { text: "<unk>", score: 0 },
      { text: "\u2581tea", score: -2.5 },
      { text: "茶", score: -3 },
    ]);
  });

  test("finds tensors of both types by name", () => {
    expect(weights.tensors.get("emb.word")).toEqual({ type: "q4", elements: 32, bytes: block });
    const numbers = weights.tensors.get("emb.ln.w");
    expect(numbers?.elements).toBe(2);
    expect([...new Float32Array(numbers?.bytes.slice().buffer ?? new ArrayBuffer(0))]).toEqual([1, -0.5]);
    expect(weights.tensors.size).toBe(2);
  });

  test("refuses what is no such file, saying what it is", () => {
    expect(() => readWeights(new TextEncoder().encode("<!doctype html><title>404</title>"))).toThrow(
      'The weights begin with "<!do" version',
    );
    const newer = file.slice();
    newer[4] = 2;
    expect(() => readWeights(newer)).toThrow('The weights begin with "E5S1" version 2, expected "E5S1" version 1');
  });

  test("refuses a file that was cut anywhere", () => {
    const whole = tinyWeights(1);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
        expect(() => readWeights(whole.subarray(0, length))).toThrow();
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  test("refuses a tensor whose size does not follow from its elements", () => {
    const wrong = weightsFile({
      shape: [32, 1, 4, 64, 6, 8, 2],
      pieces: [["<s>", 0]],
      tensors: { "emb.word": { blocks: block.subarray(0, 17) } },
    });
    expect(() => readWeights(wrong)).toThrow('The tensor "emb.word" has 17 bytes');
  });
});
