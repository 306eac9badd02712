/**
 * Which ids chunks have. Transcripts are searched only on request, and the full-text index can seek to a range of ids: so
 * each source has a range of its own, and leaving one out costs nothing.
 *
 * @module
 */
import { SESSIONS_PREFIX } from "../../provenance/tier.ts";

/** What may be searched: notes, transcripts, or both (SPEC 6). */
export const CHUNK_SOURCES = ["notes", "sessions", "all"] as const;

/** One of {@linkcode CHUNK_SOURCES}. */
export type ChunkSource = (typeof CHUNK_SOURCES)[number];

/** Ids from `first` to `last`, inclusive. */
export interface IdRange {
  /** The smallest. */
  readonly first: number;
  /** The largest. */
  readonly last: number;
}

/** Half of 31 bits each, so that an id fits everywhere a 32-bit number does. */
const RANGE = 2 ** 30;

/** The ids of each source. */
export const CHUNK_IDS: Readonly<Record<ChunkSource, IdRange>> = {
  notes: { first: 1, last: RANGE - 1 },
  sessions: { first: RANGE, last: 2 * RANGE - 1 },
  all: { first: 1, last: 2 * RANGE - 1 },
};

/** Returns what the chunks of a file belong to. */
export function chunkSource(path: string): Exclude<ChunkSource, "all"> {
  return path.startsWith(SESSIONS_PREFIX) ? "sessions" : "notes";
}
