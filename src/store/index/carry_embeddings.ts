/**
 * Takes the embedding cache of an index of another version along: what a model made of a text is the one thing in the index
 * that takes hours to make again.
 *
 * @module
 */
import type { Connection } from "../connect.ts";

/**
 * Copies the models and their embeddings from another file into a new index, in one transaction, row by row, and writes
 * back the other file's log as far as nobody else is at it. Returns whether that file has the columns that this version knows;
 * rows that do not fit together stay behind.
 */
export function carryEmbeddings(connection: Connection, from: string): boolean {
  connection.prepare(ATTACH).run(from);
  try {
    if (!CARRIED.every(([table, columns]) => hasColumns(connection, table, columns))) return false;
    connection.transaction(() => connection.run(COPY));
    connection.prepare(WRITE_BACK).values();
    return true;
  } finally {
    connection.run(DETACH);
  }
}

/** Whoever changes what is kept in one of these columns has to give it another name. */
const CARRIED: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ["vector_spaces", ["id", "fingerprint", "dimensions", "is_current", "axis_of", "axis"]],
  ["embeddings", ["id", "space", "hash", "code"]],
];

function hasColumns(connection: Connection, table: string, columns: readonly string[]): boolean {
  const found = new Set(connection.prepare<{ name: string }>(COLUMNS).all(table).map(({ name }) => name));
  return columns.every((name) => found.has(name));
}

const ATTACH = "ATTACH ? AS other";
const DETACH = "DETACH other";
const WRITE_BACK = "PRAGMA other.wal_checkpoint(PASSIVE)";
const COLUMNS = "SELECT name FROM pragma_table_info(?, 'other')";
const COPY = `
  INSERT OR IGNORE INTO main.vector_spaces (id, fingerprint, dimensions, is_current, count, axis_of, axis)
    SELECT id, fingerprint, dimensions, is_current, 0, axis_of, axis FROM other.vector_spaces
    WHERE typeof(fingerprint) = 'text' AND typeof(dimensions) = 'integer' AND typeof(is_current) = 'integer'
      AND typeof(axis_of) = 'integer' AND typeof(axis) = 'blob' AND length(axis) = 4 * dimensions;
  INSERT OR IGNORE INTO main.embeddings (id, space, hash, code)
    SELECT e.id, e.space, e.hash, e.code FROM other.embeddings e JOIN main.vector_spaces s ON s.id = e.space
    WHERE typeof(e.hash) = 'blob' AND typeof(e.code) = 'blob' AND length(e.code) = s.dimensions ORDER BY e.id;
  UPDATE main.vector_spaces SET count = (SELECT count(*) FROM main.embeddings WHERE space = vector_spaces.id);
`;
