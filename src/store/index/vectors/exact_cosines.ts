/**
 * The exact cosines between a question and chosen embeddings: by sqlite-vec where it loads, else in the process itself.
 * Both add up whole numbers and divide once, so their results are the same to the last bit.
 *
 * @module
 */
import type { Database } from "bun:sqlite";
import type { Connection } from "../../connect.ts";
import { bytesOf, codeOf, distanceOf } from "./vector_code.ts";

/** Returns the cosine between the code of a question and each embedding that exists, by its id. */
export type ExactCosines = (question: Int8Array, embeddings: readonly number[]) => Map<number, number>;

/** Loads sqlite-vec into a database and returns whether that went well. */
export type ExtensionLoader = (database: Database) => boolean;

/**
 * Returns the comparison that this connection can do. The extension is loaded with the first call, which costs about a
 * millisecond; whoever only searches for words does not pay for it.
 */
export function exactCosines(connection: Connection, loadExtension: ExtensionLoader): ExactCosines {
  let chosen: DistanceReader | undefined;
  return (question, embeddings) => {
    chosen ??= loadExtension(connection.db) ? byExtension : inProcess;
    // In the order in which they lie in the file, and all at once: one by one costs five times as much.
    const ids = JSON.stringify([...new Set(embeddings)].sort((a, b) => a - b));
    return new Map(chosen(connection, question, ids).map(([id, distance]) => [id, 1 - distance]));
  };
}

/** Returns embeddings with their cosine distance; `ids` is a JSON list. */
type DistanceReader = (connection: Connection, question: Int8Array, ids: string) => [id: number, distance: number][];

function byExtension(connection: Connection, question: Int8Array, ids: string): [number, number][] {
  return connection.prepare<never>(DISTANCES).values(bytesOf(question), ids) as [number, number][];
}

function inProcess(connection: Connection, question: Int8Array, ids: string): [number, number][] {
  const rows = connection.prepare<never>(CODES).values(ids) as [number, Uint8Array][];
  return rows.map(([id, code]) => [id, distanceOf(question, codeOf(code))]);
}

// CROSS: the list stays outside, whatever the planner thinks of the table.
const DISTANCES = `SELECT e.id, vec_distance_cosine(vec_int8(e.code), vec_int8(?1))
  FROM json_each(?2) AS wanted CROSS JOIN embeddings AS e ON e.id = wanted.value`;
const CODES = "SELECT e.id, e.code FROM json_each(?) AS wanted CROSS JOIN embeddings AS e ON e.id = wanted.value";
