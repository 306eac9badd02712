import { isWideText } from "../../../base/text/measure.ts";
import type { Connection } from "../../connect.ts";
import { readSpans } from "../piece_spans.ts";
import { textHash } from "./link_vectors.ts";
import type { ByScript } from "./background.ts";
import { codeOf, decodeVector } from "./vector_code.ts";

/** A piece of a chunk. */
export interface PieceVector {
  /** Of unit length. */
  readonly vector: Float32Array;
  /** Of its text. */
  readonly script: keyof ByScript<unknown>;
}

/** Returns the vectors of the pieces of each chunk that has any in the cache of the current model, of unit length. */
export function vectorsOfChunks(connection: Connection, chunkIds: readonly number[]): Map<number, PieceVector[]> {
  const chunk = connection.prepare<{ text: string; pieces: string }>(CHUNK);
  const code = connection.prepare<{ code: Uint8Array }>(CODE);
  const found = chunkIds.map((id): [number, PieceVector[]] => {
    const row = chunk.get(id);
    if (row === null) return [id, []];
    const texts = readSpans(row.pieces).map(({ start, end }) => row.text.slice(start, end));
    const vectors = texts.flatMap((text): PieceVector[] => {
      const known = code.get(textHash(text));
      if (known === null) return [];
      return [{ vector: decodeVector(codeOf(known.code)), script: isWideText(text) ? "wide" : "latin" }];
    });
    return [id, vectors];
  });
  return new Map(found.filter(([, vectors]) => vectors.length > 0));
}

const CHUNK = "SELECT text, pieces FROM chunks WHERE id = ?";
const CODE = `SELECT code FROM embeddings WHERE hash = ?
  AND space = (SELECT id FROM vector_spaces WHERE is_current = 1)`;
