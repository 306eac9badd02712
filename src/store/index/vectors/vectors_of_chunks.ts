import type { Connection } from "../../connect.ts";
import { readSpans } from "../piece_spans.ts";
import { textHash } from "./link_vectors.ts";
import { codeOf, decodeVector } from "./vector_code.ts";

/** Returns the vectors of the pieces of each chunk that has any in the cache of the current model, of unit length. */
export function vectorsOfChunks(connection: Connection, chunkIds: readonly number[]): Map<number, Float32Array[]> {
  const chunk = connection.prepare<{ text: string; pieces: string }>(CHUNK);
  const code = connection.prepare<{ code: Uint8Array }>(CODE);
  const found = chunkIds.map((id): [number, Float32Array[]] => {
    const row = chunk.get(id);
    if (row === null) return [id, []];
    const texts = readSpans(row.pieces).map(({ start, end }) => row.text.slice(start, end));
    const codes = texts.map((text) => code.get(textHash(text))).filter((each) => each !== null);
    return [id, codes.map((each) => decodeVector(codeOf(each.code)))];
  });
  return new Map(found.filter(([, vectors]) => vectors.length > 0));
}

const CHUNK = "SELECT text, pieces FROM chunks WHERE id = ?";
const CODE = `SELECT code FROM embeddings WHERE hash = ?
  AND space = (SELECT id FROM vector_spaces WHERE is_current = 1)`;
