import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { prune } from "../../../models/vocabulary/prune.ts";
import { readWeights } from "../../../models/weights/read_weights.ts";
import { tinyWeights } from "../../support/tiny_weights.ts";

const weights = readWeights(tinyWeights(3));
/** Bytes of a row of the tiny network: 64 weights in two blocks. */
const ROW_BYTES = 36;

const rowOf = (from: typeof weights, id: number) => {
  const rows = from.tensors.get("emb.word")?.bytes ?? new Uint8Array();
  return [...rows.subarray(id * ROW_BYTES, (id + 1) * ROW_BYTES)];
};

describe("prune", () => {
  test("keeps piece and row of every id together, whichever are kept", () => {
    fc.assert(
      fc.property(fc.subarray(weights.pieces.map((_, id) => id), { minLength: 1 }), (ids) => {
        const pruned = prune(weights, ids);
        expect(pruned.pieces).toEqual(ids.map((id) => weights.pieces[id] ?? { text: "", score: 0 }));
        expect(ids.map((_, at) => rowOf(pruned, at))).toEqual(ids.map((id) => rowOf(weights, id)));
        expect(pruned.shape.vocabulary).toBe(ids.length);
        expect(pruned.tensors.get("emb.word")?.elements).toBe(ids.length * 64);
      }),
      { seed: 5, numRuns: 100 },
    );
  });

  test("leaves everything else as it is", () => {
    const pruned = prune(weights, [0, 1, 2, 3]);
    for (const [name, tensor] of weights.tensors) {
      if (name !== "emb.word") expect(pruned.tensors.get(name)).toBe(tensor);
    }
  });

  test("refuses an id that is no piece", () => {
    expect(() => prune(weights, [0, 16])).toThrow("There is no piece 16, the vocabulary has 16");
  });
});
