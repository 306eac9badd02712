/**
 * Reading all rows of one file back, as they were given to be written: for a rebuild that cannot read the file itself.
 *
 * @module
 */
import type { Connection } from "../connect.ts";
import { type ChunkInput, chunksTable } from "./chunks.ts";
import { readSpans } from "./piece_spans.ts";
import { type SourceFacts, sourcesTable } from "./sources.ts";

/** A file as the index holds it. */
export interface StoredFile {
  /** What is stored about it. */
  readonly source: SourceFacts;
  /** In order. */
  readonly chunks: readonly ChunkInput[];
}

/** Returns a file as the index holds it, or `null` if it does not know it. */
export function storedFile(connection: Connection, path: string): StoredFile | null {
  const source = sourcesTable(connection).get(path);
  if (source === null) return null;
  const pieces = connection.prepare<{ pieces: string }>(PIECES).all(source.id).map((row) => readSpans(row.pieces));
  const chunks = chunksTable(connection).ofPath(path).map((row, at) => ({ ...row, pieces: pieces[at] ?? [] }));
  return { source, chunks };
}

const PIECES = "SELECT pieces FROM chunks WHERE source_id = ? ORDER BY ordinal";
