/**
 * The sketches of all vectors, file by file, as a search wants them. A process that stays keeps them and reads them again
 * when they changed; what a slot is gets read only for the few that a search looks at closely.
 *
 * @module
 */
import type { Connection } from "../../connect.ts";
import { PLACE_NUMBERS } from "./link_vectors.ts";
import { REVISION_KEY } from "./mark_changed.ts";

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
}

/** Every slot of the index, in the order of files and, within one, of lines. */
export interface PackedVectors {
  /** How many slots there are. */
  readonly count: number;
  /** Their files, by ascending source. */
  readonly files: readonly PackedFile[];
  /** Returns what a slot is. */
  place(file: PackedFile, slot: number): Place;
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

/** Returns the file of a slot. */
export function fileOf({ files }: PackedVectors, slot: number): PackedFile | undefined {
  let low = 0;
  let high = files.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((files[middle]?.start ?? 0) <= slot) low = middle;
    else high = middle - 1;
  }
  return files[low];
}

function readPacked(connection: Connection): PackedVectors {
  const rows = connection.prepare<never>(SKETCHES).values() as [number, number, Uint8Array][];
  let count = 0;
  const files = rows.map(([source, slots, sketches]) => {
    const start = count;
    count += slots;
    return { source, start, count: slots, sketches };
  });
  const read = new Map<number, Uint32Array>();
  const placesOf = ({ source }: PackedFile): Uint32Array => {
    const known = read.get(source);
    if (known !== undefined) return known;
    const row = connection.prepare<{ places: Uint8Array }>(PLACES).get(source);
    // Copied: four-byte numbers have to be aligned.
    const places = new Uint32Array((row?.places ?? new Uint8Array()).slice().buffer);
    read.set(source, places);
    return places;
  };
  return {
    count,
    files,
    place: (file, slot) => {
      const at = (slot - file.start) * PLACE_NUMBERS;
      const [embedding = 0, firstChunk = 0, lastChunk = -1, startLine = 1, endLine = 1] = placesOf(file)
        .subarray(at, at + PLACE_NUMBERS);
      return { embedding, firstChunk, lastChunk, startLine, endLine };
    },
  };
}

const SKETCHES = "SELECT source_id, slots, sketches FROM file_vectors ORDER BY source_id";
const PLACES = "SELECT places FROM file_vectors WHERE source_id = ?";
const REVISION = "SELECT value FROM meta WHERE key = ?";
