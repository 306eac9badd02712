import { isWideText } from "../../../base/text/measure.ts";
import type { Connection } from "../../connect.ts";
import { readSpans } from "../piece_spans.ts";
import { textHash } from "./link_vectors.ts";
import type { ByScript } from "./background.ts";
import { codeOf, cosineWith } from "./vector_code.ts";

/** How near a piece of a chunk is. */
export interface PieceCosine {
  /** -1 to 1. */
  readonly cosine: number;
  /** Of its text. */
  readonly script: keyof ByScript<unknown>;
}

/**
 * Returns the cosines between a question and the pieces of each chunk that has any in the cache of the current model.
 *
 * @param question of unit length
 */
export function cosinesOfChunks(
  connection: Connection,
  question: Float32Array,
  chunkIds: readonly number[],
): Map<number, PieceCosine[]> {
  const chunk = connection.prepare<{ text: string; pieces: string }>(CHUNK);
  const code = connection.prepare<{ code: Uint8Array }>(CODE);
  const found = chunkIds.map((id): [number, PieceCosine[]] => {
    const row = chunk.get(id);
    if (row === null) return [id, []];
    const texts = readSpans(row.pieces).map(({ start, end }) => row.text.slice(start, end));
    const cosines = texts.flatMap((text): PieceCosine[] => {
      const known = code.get(textHash(text));
      if (known === null) return [];
      return [{ cosine: cosineWith(question, codeOf(known.code)), script: isWideText(text) ? "wide" : "latin" }];
    });
    return [id, cosines];
  });
  return new Map(found.filter(([, cosines]) => cosines.length > 0));
}

const CHUNK = "SELECT text, pieces FROM chunks WHERE id = ?";
const CODE = `SELECT code FROM embeddings WHERE hash = ?
  AND space = (SELECT id FROM vector_spaces WHERE is_current = 1)`;
