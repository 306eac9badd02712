/**
 * All vectors of the index as a search wants them: bits one after the other, and beside them what each slot is. A process
 * that stays keeps them and reads them again when they changed.
 *
 * @module
 */
import type { Connection } from "../../connect.ts";
import { bitBytes } from "./sign_bits.ts";
import { PLACE_NUMBERS } from "./link_vectors.ts";
import { REVISION_KEY } from "./mark_changed.ts";

/** Every slot of the index, in the order of files and, within one, of lines. */
export interface PackedVectors {
  /** How many slots there are. */
  readonly count: number;
  /** The files, ascending. */
  readonly sources: readonly number[];
  /** The first slot of each file; one more at the end. */
  readonly starts: readonly number[];
  /** See {@linkcode PLACE_NUMBERS}. */
  readonly places: Uint32Array;
  /** The bits of every slot. */
  readonly bits: Uint8Array;
}

/** Returns a reader that keeps what it read for as long as it holds. */
export function packedReader(connection: Connection): (dimensions: number) => PackedVectors {
  let kept: { readonly revision: string; readonly packed: PackedVectors } | undefined;
  return (dimensions) => {
    const revision = connection.prepare<{ value: string }>(REVISION).get(REVISION_KEY)?.value ?? "";
    if (kept?.revision !== revision) kept = { revision, packed: readPacked(connection, dimensions) };
    return kept.packed;
  };
}

function readPacked(connection: Connection, dimensions: number): PackedVectors {
  const rows = connection.prepare<never>(ALL).values() as [number, number, Uint8Array, Uint8Array][];
  const starts = [0];
  for (const [, slots] of rows) starts.push((starts.at(-1) ?? 0) + slots);
  const count = starts.at(-1) ?? 0;
  const width = bitBytes(dimensions);
  const places = new Uint32Array(count * PLACE_NUMBERS);
  const placeBytes = new Uint8Array(places.buffer);
  const bits = new Uint8Array(count * width);
  for (const [at, [, , ownPlaces, ownBits]] of rows.entries()) {
    const start = starts[at] ?? 0;
    placeBytes.set(ownPlaces, start * PLACE_NUMBERS * Uint32Array.BYTES_PER_ELEMENT);
    bits.set(ownBits, start * width);
  }
  return { count, sources: rows.map(([source]) => source), starts, places, bits };
}

const ALL = "SELECT source_id, slots, places, bits FROM file_vectors ORDER BY source_id";
const REVISION = "SELECT value FROM meta WHERE key = ?";
