/**
 * What filters leave of the slots of an index.
 *
 * @module
 */
import { SESSIONS_PREFIX } from "../../../provenance/tier.ts";
import type { Connection } from "../../connect.ts";
import { chunkClause, sourceClause } from "../filter_clause.ts";
import type { KeywordFilters } from "../keywords.ts";
import { type PackedVectors, type Place, slotsOfFile } from "./packed_vectors.ts";

/** What may count. */
export interface AllowedSlots {
  /** 1 for each slot that may count. */
  readonly slots: Uint8Array;
  /** The chunks that may count, or `null` if their files alone decide. */
  readonly chunks: ReadonlySet<number> | null;
}

/** Returns what filters leave, or `null` if that is everything. Without filters transcripts are left out. */
export function allowedSlots(
  connection: Connection,
  packed: PackedVectors,
  filters: KeywordFilters | undefined,
): AllowedSlots | null {
  // Without transcripts there is nothing that has to be left out by itself.
  if (filters === undefined && connection.prepare(ANY_SESSION).get(SESSIONS_PREFIX) === null) return null;
  const file = sourceClause(filters ?? {});
  const rows = connection.prepare<never>(`${SOURCES} ${file.sql}`).values(...file.values) as [number][];
  const sources = new Set(rows.map(([id]) => id));
  const slots = new Uint8Array(packed.count);
  for (const { source, start, count } of packed.files) if (sources.has(source)) slots.fill(1, start, start + count);
  const own = chunkClause(filters ?? {});
  if (own.values.length === 0) return { slots, chunks: null };
  const ids = connection.prepare<never>(`${CHUNKS} ${own.sql}`).values(...own.values) as [number][];
  const chunks = new Set(ids.map(([id]) => id));
  for (const file of packed.files) {
    if (!sources.has(file.source)) continue;
    const own = slotsOfFile(file);
    for (const [at, place] of packed.places(own).entries()) if (!hasAny(chunks, place)) slots[file.start + at] = 0;
  }
  return { slots, chunks };
}

function hasAny(chunks: ReadonlySet<number>, { firstChunk, lastChunk }: Place): boolean {
  for (let chunk = firstChunk; chunk <= lastChunk; chunk++) if (chunks.has(chunk)) return true;
  return false;
}

// A seek in the index of paths; `0` follows `/`.
const ANY_SESSION = "SELECT 1 FROM sources WHERE path >= ?1 AND path < substr(?1, 1, length(?1) - 1) || '0' LIMIT 1";
const SOURCES = "SELECT s.id FROM sources AS s WHERE";
const CHUNKS = `SELECT o.chunk_id FROM chunk_origins AS o LEFT JOIN chunk_notes AS n ON n.chunk_id = o.chunk_id WHERE`;
