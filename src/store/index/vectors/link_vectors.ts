/**
 * Links files to the vectors of their pieces, as far as the cache has them. All of a file's vectors are one row, so that
 * a file has all or none of what was known when it was linked, and no vector outlives its file.
 *
 * @module
 */
import { sha256Bytes, sha256Hex } from "../../../base/hash.ts";
import { isWideText } from "../../../base/text/measure.ts";
import type { Connection } from "../../connect.ts";
import { readSpans } from "../piece_spans.ts";
import { sketchBytes, writeSketch } from "./sketch.ts";
import { type Slot, slotsOf } from "./slots.ts";
import { bytesOf, codeOf } from "./vector_code.ts";
import { markChanged } from "./mark_changed.ts";
import { type VectorSpace, vectorSpaces } from "./vector_spaces.ts";

/** Numbers that `places` has for each slot: embedding, first chunk, last chunk, start line, end line. */
export const PLACE_NUMBERS = 5;

/** Bytes of a text's hash in the cache: half a SHA-256 is beyond any accident. */
const HASH_BYTES = 16;
const HASH_DIGITS = 2 * HASH_BYTES;

/** Returns the key of a text in the cache. */
export function textHash(text: string): Uint8Array {
  return sha256Bytes(text).subarray(0, HASH_BYTES);
}

/** Returns the same as hex digits, for `unhex` in a statement about many. */
export function textDigits(text: string): string {
  return sha256Hex(text).slice(0, HASH_DIGITS);
}

/** Returns the slots of a file as it is in the index. */
export function fileSlots(connection: Connection, sourceId: number): Slot[] {
  const rows = connection.prepare<{ id: number; text: string; pieces: string }>(CHUNKS).all(sourceId);
  return slotsOf(rows.map(({ id, text, pieces }) => ({ id, text, pieces: readSpans(pieces) })));
}

/** Writes the vectors of a file that are in the cache; part of a running transaction. Returns how many there are. */
export function linkFile(connection: Connection, space: VectorSpace, sourceId: number): number {
  const slots = fileSlots(connection, sourceId);
  const hashes = JSON.stringify(slots.map(({ text }) => textDigits(text)));
  const rows = connection.prepare<never>(FIND).values(hashes, space.id) as [number, number, Uint8Array][];
  const known = rows.flatMap(([at, id, code]) => {
    const slot = slots[at];
    return slot === undefined ? [] : [{ slot, id, code }];
  });
  connection.prepare(UNLINK).run(sourceId);
  if (known.length === 0) return 0;
  const places = new Uint32Array(known.length * PLACE_NUMBERS);
  const width = sketchBytes(space.dimensions);
  const sketches = new Uint8Array(known.length * width);
  const scripts = Uint8Array.from(known, ({ slot }) => isWideText(slot.text) ? 1 : 0);
  for (const [at, { slot, id, code }] of known.entries()) {
    places.set([id, slot.firstChunk, slot.lastChunk, slot.startLine, slot.endLine], at * PLACE_NUMBERS);
    writeSketch(codeOf(code), space.axis, { bytes: sketches, offset: at * width });
  }
  connection.prepare(LINK).run(sourceId, known.length, sketches, scripts, bytesOf(places));
  return known.length;
}

/** Links every file to what the cache has, after a rebuild; part of the transaction that swaps it in. */
export function linkAllFiles(connection: Connection): void {
  const space = vectorSpaces(connection).current();
  if (space === null) return;
  for (const { id } of connection.prepare<{ id: number }>(FILES).all()) linkFile(connection, space, id);
  markChanged(connection);
}

/** Draws the sketch of every linked vector anew, after the axis moved; part of a running transaction. */
export function redrawSketches(connection: Connection, space: VectorSpace): void {
  const width = sketchBytes(space.dimensions);
  const codes = connection.prepare<never>(CODES);
  for (const { id } of connection.prepare<{ id: number }>(LINKED).all()) {
    const row = connection.prepare<{ slots: number; places: Uint8Array }>(PLACES).get(id);
    if (row === null) continue;
    const places = new Uint32Array(row.places.slice().buffer);
    const sketches = new Uint8Array(row.slots * width);
    const wanted = Array.from({ length: row.slots }, (_, slot) => places[slot * PLACE_NUMBERS] ?? 0);
    for (const [slot, code] of codes.values(JSON.stringify(wanted)) as [number, Uint8Array][]) {
      writeSketch(codeOf(code), space.axis, { bytes: sketches, offset: slot * width });
    }
    connection.prepare(SET_SKETCHES).run(sketches, id);
  }
  markChanged(connection);
}

const LINKED = "SELECT source_id AS id FROM file_vectors";
const PLACES = "SELECT slots, places FROM file_vectors WHERE source_id = ?";
const SET_SKETCHES = "UPDATE file_vectors SET sketches = ? WHERE source_id = ?";
const CODES = "SELECT wanted.key, e.code FROM json_each(?) AS wanted CROSS JOIN embeddings AS e ON e.id = wanted.value";
const FILES = "SELECT id FROM sources WHERE slots > 0";
const CHUNKS = "SELECT id, text, pieces FROM chunks WHERE source_id = ? ORDER BY ordinal";
// CROSS: the list stays outside, whatever the planner thinks of the table.
const FIND = `SELECT wanted.key, e.id, e.code FROM json_each(?) AS wanted
  CROSS JOIN embeddings AS e ON e.space = ? AND e.hash = unhex(wanted.value)`;
const UNLINK = "DELETE FROM file_vectors WHERE source_id = ?";
const LINK = "INSERT INTO file_vectors (source_id, slots, sketches, scripts, places) VALUES (?, ?, ?, ?, ?)";
