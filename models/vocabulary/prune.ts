import { BLOCK_BYTES, BLOCK_WEIGHTS } from "../weights/block_q4.ts";
import type { StoredTensor, Weights } from "../weights/read_weights.ts";

/** Name of the tensor that has a row for each piece. */
const WORD_ROWS = "emb.word";

/**
 * Returns the weights with only the pieces of these ids, renumbered in order, and their rows. Nothing else changes: a
 * text that is cut into kept pieces gets the same vector.
 *
 * @param ids ascending; every one a piece
 * @throws {Error} if an id is no piece
 */
export function prune(weights: Weights, ids: readonly number[]): Weights {
  const { shape, pieces, tensors } = weights;
  const kept = ids.map((id) => {
    const piece = pieces[id];
    if (piece === undefined) throw new Error(`There is no piece ${id}, the vocabulary has ${pieces.length}`);
    return piece;
  });
  const rows = tensors.get(WORD_ROWS);
  if (rows === undefined) throw new Error(`The tensor "${WORD_ROWS}" is missing`);
  return {
    shape: { ...shape, vocabulary: ids.length },
    pieces: kept,
    tensors: new Map([...tensors, [WORD_ROWS, keptRows(rows, ids, shape.hidden)]]),
  };
}

function keptRows(rows: StoredTensor, ids: readonly number[], hidden: number): StoredTensor {
  const rowBytes = hidden / BLOCK_WEIGHTS * BLOCK_BYTES;
  const bytes = new Uint8Array(ids.length * rowBytes);
  for (const [at, id] of ids.entries()) {
    bytes.set(rows.bytes.subarray(id * rowBytes, (id + 1) * rowBytes), at * rowBytes);
  }
  return { type: "q4", elements: ids.length * hidden, bytes };
}
