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
  const known = new Map<number, Uint8Array>();
  let looks = 0;
  return (slots) => {
    looks++;
    if (looks === 1 && slots.length <= BRIEF_SLOTS) return readPlaces(connection, slots);
    const missing = new Set(slots.map(({ file }) => file.source).filter((source) => !known.has(source)));
    if (missing.size > 0) {
      const rows = connection.prepare<never>(PLACES).values(JSON.stringify([...missing])) as [number, Uint8Array][];
      for (const [source, bytes] of rows) known.set(source, bytes);
    }
    return slots.map(({ slot, file }) => placeAt(known.get(file.source), (slot - file.start) * PLACE_NUMBERS));
  };
}

/**
 * The first look for so few slots reads only them: most commands look once, and with the places of whole files they
 * would begin to collect garbage before they end. Who looks again keeps what was read.
 */
const BRIEF_SLOTS = 2_048;

function readPlaces(connection: Connection, slots: readonly SlotOfFile[]): Place[] {
  const wanted = JSON.stringify(slots.map(({ slot, file }) => [file.source, slot - file.start]));
  const places = new Array<Place>(slots.length).fill(NO_PLACE);
  const rows = connection.prepare<never>(BRIEF_PLACES).values(wanted, PLACE_BYTES) as [number, Uint8Array][];
  for (const [at, bytes] of rows) places[at] = placeAt(bytes, 0);
  return places;
}

/** Returns what a slot is whose first number is the given one. */
function placeAt(bytes: Uint8Array | undefined, first: number): Place {
  // An embedding that does not exist is noticed by who looks it up.
  if (bytes === undefined || bytes.length < first * NUMBER_BYTES + PLACE_BYTES) return NO_PLACE;
  return {
    embedding: numberAt(bytes, first),
    firstChunk: numberAt(bytes, first + 1),
    lastChunk: numberAt(bytes, first + 2),
    startLine: numberAt(bytes, first + 3),
    endLine: numberAt(bytes, first + 4),
  };
}

/** Returns a number of four bytes, the lowest first. By hand: a view of other numbers would copy the bytes of each file. */
function numberAt(bytes: Uint8Array, index: number): number {
  const at = index * NUMBER_BYTES;
  const high = ((bytes[at + 3] as number) << 8) | (bytes[at + 2] as number);
  return ((high << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at] as number)) >>> 0;
}

const NUMBER_BYTES = Uint32Array.BYTES_PER_ELEMENT;
const PLACE_BYTES = PLACE_NUMBERS * NUMBER_BYTES;
const NO_PLACE: Place = { embedding: 0, firstChunk: 0, lastChunk: -1, startLine: 1, endLine: 1 };
const SKETCHES = "SELECT source_id, slots, sketches, scripts FROM file_vectors ORDER BY source_id";
// All at once: one by one costs four times as much.
const PLACES = `SELECT f.source_id, f.places FROM json_each(?) AS wanted
  CROSS JOIN file_vectors AS f ON f.source_id = wanted.value`;
const BRIEF_PLACES = `SELECT wanted.key, substr(f.places, json_extract(wanted.value, '$[1]') * ?2 + 1, ?2)
  FROM json_each(?1) AS wanted CROSS JOIN file_vectors AS f ON f.source_id = json_extract(wanted.value, '$[0]')`;
const REVISION = "SELECT value FROM meta WHERE key = ?";
