/**
 * Rows of sound files that say nothing: they lead nowhere, or hold what nobody can read.
 *
 * @module
 */
import { sha256Hex } from "../base/hash.ts";
import type { Connection } from "./connect.ts";

/** An earlier version of a file that is no longer what was kept. */
export interface DamagedImage {
  /** The sweep or order that wrote the file, or `null`. */
  readonly sweepId: number | null;
  /** The file that it is of. */
  readonly path: string;
}

/** What of the rows of a state is wrong. */
export interface StateRows {
  /** A clause for each table with such rows, as in `2 rows of "intents" cannot be read`. */
  readonly torn: readonly string[];
  /** Pre-images with other bytes than were kept. */
  readonly images: readonly DamagedImage[];
}

/** Returns what is wrong with the rows of a state of this version. */
export function stateRows(connection: Connection): StateRows {
  const images = connection.prepare<DamagedImage & { hash: string; content: Uint8Array }>(IMAGES).all();
  return {
    torn: [...astray(connection), ...unreadable(connection, STATE_JSON)],
    images: images.filter(({ hash, content }) => sha256Hex(content) !== hash).map(({ sweepId, path }) => ({
      sweepId,
      path,
    })),
  };
}

/** Returns the clauses of an index; what its vectors are made of is `vectorRows`. */
export function indexRows(connection: Connection): string[] {
  return [...astray(connection).filter((clause) => !OF_VECTORS.test(clause)), ...unreadable(connection, INDEX_JSON)];
}

/** Returns the clauses of the vectors of an index: codes, sketches and axes of another length than their model's. */
export function vectorRows(connection: Connection): string[] {
  const counts = VECTOR_CHECKS.map(([table, sql]) =>
    [table, connection.prepare<{ n: number }>(sql).get()?.n ?? 0] as const
  );
  const torn = counts.flatMap(([table, n]) => n === 0 ? [] : [`${rowsOf(n, table)} cannot be read`]);
  return [...astray(connection).filter((clause) => OF_VECTORS.test(clause)), ...torn];
}

/** Columns that hold JSON, by table. */
const STATE_JSON: readonly JsonColumns[] = [
  ["candidates", ["concept_tags", "triggers", "anchors"]],
  ["intents", ["plan", "turns"]],
  ["sweeps", ["report"]],
  ["forgets", ["marks", "words", "files", "lines"]],
  ["forget_requests", ["lines"]],
];
const INDEX_JSON: readonly JsonColumns[] = [["chunks", ["pieces"]], ["chunk_notes", ["triggers"]]];
type JsonColumns = readonly [table: string, columns: readonly string[]];
const OF_VECTORS = /"(?:embeddings|file_vectors|vector_spaces)"/;

/** Bytes of a number of an axis, and of a slot in `places` (src/store/index/schema.sql). */
const VECTOR_CHECKS: readonly (readonly [table: string, sql: string])[] = [
  ["vector_spaces", "SELECT count(*) AS n FROM vector_spaces WHERE length(axis) <> 4 * dimensions"],
  [
    "embeddings",
    "SELECT count(*) AS n FROM embeddings e JOIN vector_spaces s ON s.id = e.space WHERE length(e.code) <> s.dimensions",
  ],
  [
    "file_vectors",
    "SELECT count(*) AS n FROM file_vectors WHERE length(scripts) <> slots OR length(places) <> 20 * slots " +
    "OR length(sketches) = 0 OR length(sketches) % slots <> 0",
  ],
];

function astray(connection: Connection): string[] {
  const rows = connection.prepare<{ table: string; parent: string; n: number }>(ASTRAY).all();
  return rows.map(({ table, parent, n }) => `${rowsOf(n, table)} belong to rows of "${parent}" that are gone`);
}

function unreadable(connection: Connection, columns: readonly JsonColumns[]): string[] {
  return columns.flatMap(([table, names]) => {
    const isOdd = names.map((name) => `(${name} IS NOT NULL AND NOT json_valid(${name}))`).join(" OR ");
    const n = connection.prepare<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${isOdd}`).get()?.n ?? 0;
    return n === 0 ? [] : [`${rowsOf(n, table)} cannot be read`];
  });
}

function rowsOf(n: number, table: string): string {
  return `${n} ${n === 1 ? "row" : "rows"} of "${table}"`;
}

const ASTRAY = `SELECT "table", parent, count(*) AS n FROM pragma_foreign_key_check GROUP BY "table", parent`;
const IMAGES = `SELECT sweep_id AS sweepId, path, hash, content FROM pre_images
WHERE content IS NOT NULL AND hash IS NOT NULL`;
