/**
 * Writing all rows of one file. The tokens of a chunk go to the keyword index or, in the second file of a rebuild, to
 * the table that waits for it.
 *
 * @module
 */
import { type KeywordStream, keywordStream } from "../../base/text/keyword_stream.ts";
import { StemMemo } from "../../base/text/stem.ts";
import type { Connection } from "../connect.ts";
import { writeProjects } from "../json_columns.ts";
import { CHUNK_IDS, chunkSource, type IdRange } from "./chunk_ids.ts";
import { bitsOf } from "./class_bits.ts";
import type { ChunkInput } from "./chunks.ts";
import { writeSpans } from "./piece_spans.ts";
import type { SourceFacts } from "./sources.ts";
import { linkFile } from "./vectors/link_vectors.ts";
import { markChanged } from "./vectors/mark_changed.ts";
import { slotsOf } from "./vectors/slots.ts";
import { vectorSpaces } from "./vectors/vector_spaces.ts";

/** Writes files; each call is part of a running transaction. */
export interface FileWriter {
  /** Replaces all rows of a file. */
  replace(source: SourceFacts, chunks: readonly ChunkInput[]): void;
  /** Deletes all rows of a file. */
  remove(path: string): void;
}

/** Returns the writer of an open index. */
export function fileWriter(connection: Connection, isStaged: boolean): FileWriter {
  const memo = new StemMemo();
  // Neighbours mostly stand under the same headings.
  let above: { readonly context: string; readonly stream: KeywordStream } | undefined;
  const contextStream = (context: string) => {
    if (above?.context !== context) above = { context, stream: keywordStream(context, memo) };
    return above.stream;
  };
  const putKeywords = isStaged ? STAGE_KEYWORDS : INSERT_KEYWORDS;
  const spaces = vectorSpaces(connection);
  const clear = (id: number) => {
    if (connection.prepare(DELETE_VECTORS).run(id).changes > 0) markChanged(connection);
    connection.prepare(isStaged ? UNSTAGE_KEYWORDS : DELETE_KEYWORDS).run(id);
    for (const sql of [DELETE_NOTES, DELETE_ORIGINS, DELETE_CHUNKS]) connection.prepare(sql).run(id);
  };
  const nextId = ({ first, last }: IdRange) =>
    (connection.prepare<{ id: number | null }>(LAST_ID).get(first, last)?.id ?? first - 1) + 1;
  const add = (id: number, sourceId: number, chunk: ChunkInput) => {
    const { ordinal, startLine, endLine, text, context } = chunk;
    const place = [sourceId, ordinal, startLine, endLine];
    connection.prepare(INSERT_CHUNK).run(id, ...place, text, context, writeSpans(chunk.pieces));
    const from = [chunk.sessionKind, chunk.observedAt];
    connection.prepare(INSERT_ORIGIN).run(id, chunk.origin, bitsOf(chunk.classes), ...from);
    if (hasNotes(chunk)) insertNotes(connection, id, chunk);
    const { body, parts } = keywordStream(text, memo);
    const around = contextStream(context);
    connection.prepare(putKeywords).run(id, body, parts, around.body, around.parts);
  };
  return {
    replace: (source, chunks) => {
      const known = connection.prepare<{ id: number }>(FIND_SOURCE).get(source.path);
      if (known !== null) clear(known.id);
      const row = { source, slots: slotsOf(chunks.map(({ text, pieces }, id) => ({ id, text, pieces }))).length };
      const sourceId = known === null ? insertSource(connection, row) : known.id;
      if (known !== null) updateSource(connection, known.id, row);
      let id = nextId(CHUNK_IDS[chunkSource(source.path)]);
      for (const chunk of chunks) add(id++, sourceId, chunk);
      // The second file of a rebuild has no cache; its files are linked when it is swapped in.
      const space = isStaged || row.slots === 0 ? null : spaces.current();
      if (space !== null && linkFile(connection, space, sourceId) > 0) markChanged(connection);
    },
    remove: (path) => {
      const known = connection.prepare<{ id: number }>(FIND_SOURCE).get(path);
      if (known === null) return;
      clear(known.id);
      connection.prepare(DELETE_SOURCE).run(known.id);
    },
  };
}

interface FileRow {
  readonly source: SourceFacts;
  readonly slots: number;
}

function insertSource(connection: Connection, row: FileRow): number {
  return Number(connection.prepare(INSERT_SOURCE).run(row.source.path, ...factsOf(row)).lastInsertRowid);
}

function updateSource(connection: Connection, id: number, row: FileRow): void {
  connection.prepare(UPDATE_SOURCE).run(...factsOf(row), id);
}

function factsOf({ source, slots }: FileRow): (string | number | null)[] {
  const { hash, size, mtimeMs, ctimeMs, isUnsettled, tier, day, indexedAt, skipReason, hasMalformed } = source;
  const stamp = [hash, size, mtimeMs, ctimeMs, isUnsettled ? 1 : 0];
  return [...stamp, tier, day, indexedAt, skipReason, hasMalformed ? 1 : 0, slots];
}

function hasNotes(chunk: ChunkInput): boolean {
  const { importance, triggers, projects, key, entryKey, observed, expires } = chunk;
  return triggers.length > 0 || [importance, projects, key, entryKey, observed, expires].some((it) => it !== null);
}

function insertNotes(connection: Connection, id: number, chunk: ChunkInput): void {
  const { importance, triggers, projects, key, entryKey, observed, expires } = chunk;
  const lists = [JSON.stringify(triggers), writeProjects(projects)];
  connection.prepare(INSERT_NOTES).run(id, importance, ...lists, key, entryKey, observed, expires);
}

const FIND_SOURCE = "SELECT id FROM sources WHERE path = ?";
const INSERT_SOURCE = `INSERT INTO sources
  (path, hash, size, mtime_ms, ctime_ms, is_unsettled, tier, day, indexed_at, skip_reason, has_malformed, slots)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE_SOURCE = `UPDATE sources SET hash = ?, size = ?, mtime_ms = ?, ctime_ms = ?, is_unsettled = ?, tier = ?,
  day = ?, indexed_at = ?, skip_reason = ?, has_malformed = ?, slots = ? WHERE id = ?`;
const DELETE_SOURCE = "DELETE FROM sources WHERE id = ?";
const LAST_ID = "SELECT max(id) AS id FROM chunks WHERE id BETWEEN ? AND ?";
const INSERT_CHUNK = `INSERT INTO chunks (id, source_id, ordinal, start_line, end_line, text, context, pieces)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_ORIGIN = `INSERT INTO chunk_origins (chunk_id, origin, classes, session_kind, observed_at)
  VALUES (?, ?, ?, ?, ?)`;
const INSERT_NOTES = `INSERT INTO chunk_notes
  (chunk_id, importance, triggers, projects, key, entry_key, observed, expires) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_KEYWORDS =
  `INSERT INTO chunk_keywords (rowid, body, parts, context, context_parts) VALUES (?, ?, ?, ?, ?)`;
const STAGE_KEYWORDS = `INSERT INTO staged_keywords (chunk_id, body, parts, context, context_parts)
  VALUES (?, ?, ?, ?, ?)`;
const OF_SOURCE = "IN (SELECT id FROM chunks WHERE source_id = ?)";
const DELETE_KEYWORDS = `DELETE FROM chunk_keywords WHERE rowid ${OF_SOURCE}`;
const UNSTAGE_KEYWORDS = `DELETE FROM staged_keywords WHERE chunk_id ${OF_SOURCE}`;
const DELETE_VECTORS = "DELETE FROM file_vectors WHERE source_id = ?";
const DELETE_NOTES = `DELETE FROM chunk_notes WHERE chunk_id ${OF_SOURCE}`;
const DELETE_ORIGINS = `DELETE FROM chunk_origins WHERE chunk_id ${OF_SOURCE}`;
const DELETE_CHUNKS = "DELETE FROM chunks WHERE source_id = ?";
