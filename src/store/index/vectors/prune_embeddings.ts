/**
 * Keeps the embedding cache within bounds.
 *
 * @module
 */
import type { Connection } from "../../connect.ts";
import { PLACE_NUMBERS } from "./link_vectors.ts";
import { neutralEmbeddings } from "./neutral_texts.ts";
import type { VectorSpace } from "./vector_spaces.ts";

/** So many unused embeddings are kept however few are used: 400 KB. */
const SPARE_AT_LEAST = 1_000;

/**
 * Deletes embeddings that nothing uses, as far as they are more than those in use and more than {@linkcode SPARE_AT_LEAST}:
 * first those of other models, then the oldest. What is used, or was used lately, stays: a file that comes back, or a
 * change that is taken back, costs nothing. Part of a running transaction; returns how many were deleted.
 *
 * @param spare 0: nothing that is not in use is kept
 */
export function pruneEmbeddings(connection: Connection, current: VectorSpace | null, spare?: 0): number {
  const { kept = 0, linked = 0 } = connection.prepare<{ kept: number; linked: number }>(COUNTS).get() ?? {};
  // Of all that is linked some may be the same text; never more are in use than are linked.
  if (current === null || (spare !== 0 && kept - linked <= Math.max(SPARE_AT_LEAST, linked))) return 0;
  const used = usedEmbeddings(connection);
  for (const id of neutralEmbeddings(connection, current)) used.add(id);
  const unused = connection.prepare<{ id: number }>(OLDEST).all(current.id).filter(({ id }) => !used.has(id));
  const excess = unused.slice(0, Math.max(0, unused.length - (spare ?? Math.max(SPARE_AT_LEAST, used.size))));
  for (const { id } of excess) connection.prepare(DELETE).run(id);
  connection.prepare(COUNT_AGAIN).run();
  connection.prepare(FORGET).run();
  return excess.length;
}

function usedEmbeddings(connection: Connection): Set<number> {
  const used = new Set<number>();
  for (const { places } of connection.prepare<{ places: Uint8Array }>(PLACES).all()) {
    const numbers = new Uint32Array(places.slice().buffer);
    for (let at = 0; at < numbers.length; at += PLACE_NUMBERS) used.add(numbers[at] ?? 0);
  }
  return used;
}

const COUNTS = `SELECT (SELECT sum(count) FROM vector_spaces) AS kept,
  (SELECT coalesce(sum(slots), 0) FROM file_vectors) AS linked`;
const PLACES = "SELECT places FROM file_vectors";
const OLDEST = "SELECT id FROM embeddings ORDER BY space = ?, id";
const DELETE = "DELETE FROM embeddings WHERE id = ?";
const COUNT_AGAIN = "UPDATE vector_spaces SET count = (SELECT count(*) FROM embeddings WHERE space = vector_spaces.id)";
const FORGET = "DELETE FROM vector_spaces WHERE is_current = 0 AND count = 0";
