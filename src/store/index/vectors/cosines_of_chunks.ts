import { isWideText } from "../../../base/text/measure.ts";
import type { Connection } from "../../connect.ts";
import { readSpans } from "../piece_spans.ts";
import { textDigits } from "./link_vectors.ts";
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
  // Each kind of row at once: one by one costs several times as much.
  const rows = connection.prepare<never>(CHUNKS).values(JSON.stringify(chunkIds)) as [number, string, string][];
  const pieces = rows.flatMap(([chunkId, text, spans]) =>
    readSpans(spans).map(({ start, end }) => ({ chunkId, text: text.slice(start, end) }))
  );
  const hashes = JSON.stringify(pieces.map(({ text }) => textDigits(text)));
  const found = new Map<number, PieceCosine[]>();
  for (const [at, code] of connection.prepare<never>(CODES).values(hashes) as [number, Uint8Array][]) {
    const piece = pieces[at];
    if (piece === undefined) continue;
    const { chunkId, text } = piece;
    const known = found.get(chunkId) ?? [];
    known.push({ cosine: cosineWith(question, codeOf(code)), script: isWideText(text) ? "wide" : "latin" });
    found.set(chunkId, known);
  }
  return found;
}

// CROSS: the list stays outside, whatever the planner thinks of the table.
const CHUNKS = `SELECT c.id, c.text, c.pieces FROM json_each(?) AS wanted
  CROSS JOIN chunks AS c ON c.id = wanted.value`;
const CODES = `SELECT wanted.key, e.code FROM json_each(?) AS wanted
  CROSS JOIN embeddings AS e ON e.hash = unhex(wanted.value)
    AND e.space = (SELECT id FROM vector_spaces WHERE is_current = 1)`;
