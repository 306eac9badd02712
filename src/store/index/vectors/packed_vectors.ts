/**
 * The sketches of all vectors, file by file, as a search wants them. A process that stays keeps them and reads them again
 * when they changed; what a slot is gets read only for the few that a search looks at closely.
 *
 * @module
 */
import type { Connection } from "../../connect.ts";
import { PLACE_NUMBERS } from "./link_vectors.ts";
import { REVISION_KEY } from "./mark_changed.ts";
import type { SlotOfFile } from "./shortlist.ts";

/** The vectors of one file. */
export interface PackedFile {
  /** Its row in `sources`. */
  readonly source: number;
  /** The number of its first slot among those of all files. */
  readonly start: number;
  /** How many slots it has. */
  readonly count: number;
  /** Their sketches. */
  readonly sketches: Uint8Array;
  /** For each slot 1 if its text is wide, else 0; see `isWideText`. */
  readonly scripts: Uint8Array;
}

/** Every slot of the index, in the order of files and, within one, of lines. */
export interface PackedVectors {
  /** How many slots there are. */
  readonly count: number;
  /** Their files, by ascending source. */
  readonly files: readonly PackedFile[];
  /** Returns what slots are, in the order given. */
  places(slots: readonly SlotOfFile[]): Place[];
}

/** What a slot is. */
export interface Place {
  /** Its row in `embeddings`. */
  readonly embedding: number;
  /** The first chunk that has the piece. */
  readonly firstChunk: number;
  /** The last one; all between have it, too. */
  readonly lastChunk: number;
  /** 1-based line of the file, inclusive. */
  readonly startLine: number;
  /** 1-based line of the file, inclusive. */
  readonly endLine: number;
}

/** Returns a reader that keeps what it read for as long as it holds. */
export function packedReader(connection: Connection): () => PackedVectors {
  let kept: { readonly revision: string; readonly packed: PackedVectors } | undefined;
  return () => {
    const revision = connection.prepare<{ value: string }>(REVISION).get(REVISION_KEY)?.value ?? "";
    if (kept?.revision !== revision) kept = { revision, packed: readPacked(connection) };
    return kept.packed;
  };
}

/** Returns every slot of a file, in order. */
export function slotsOfFile(file: PackedFile): SlotOfFile[] {
  return Array.from({ length: file.count }, (_, at) => ({ slot: file.start + at, file }));
}

function readPacked(connection: Connection): PackedVectors {
  const rows = connection.prepare<never>(SKETCHES).values() as [number, number, Uint8Array, Uint8Array][];
  let count = 0;
  const files = rows.map(([source, slots, sketches, scripts]) => {
    const start = count;
    count += slots;
    return { source, start, count: slots, sketches, scripts };
  });
  return { count, files, places: placeReader(connection) };
}

function placeReader(connection: Connection): PackedVectors["places"] {
  const known = new Map<number, Uint32Array>();
  const read = (sources: readonly number[]) => {
    // All at once: one by one costs four times as much.
    const rows = connection.prepare<never>(PLACES).values(JSON.stringify(sources)) as [number, Uint8Array][];
    // Copied: four-byte numbers have to be aligned.
    for (const [source, bytes] of rows) known.set(source, new Uint32Array(bytes.slice().buffer));
  };
  return (slots) => {
    const missing = new Set(slots.map(({ file }) => file.source).filter((source) => !known.has(source)));
    if (missing.size > 0) read([...missing]);
    return slots.map(({ slot, file }) => {
      const places = known.get(file.source) ?? new Uint32Array();
      const at = (slot - file.start) * PLACE_NUMBERS;
      return {
        embedding: places[at] ?? 0,
        firstChunk: places[at + 1] ?? 0,
        lastChunk: places[at + 2] ?? -1,
        startLine: places[at + 3] ?? 1,
        endLine: places[at + 4] ?? 1,
      };
    });
  };
}

const SKETCHES = "SELECT source_id, slots, sketches, scripts FROM file_vectors ORDER BY source_id";
const PLACES = `SELECT f.source_id, f.places FROM json_each(?) AS wanted
  CROSS JOIN file_vectors AS f ON f.source_id = wanted.value`;
const REVISION = "SELECT value FROM meta WHERE key = ?";
