/**
 * The chunks whose pieces are nearest to a question: a quick look at the bits of every piece, then the exact cosines of
 * the best.
 *
 * @module
 */
import { SESSIONS_PREFIX } from "../../../provenance/tier.ts";
import type { Connection } from "../../connect.ts";
import { chunkClause, sourceClause } from "../filter_clause.ts";
import type { KeywordFilters } from "../keywords.ts";
import { PLACE_NUMBERS } from "./link_vectors.ts";
import type { PackedVectors } from "./packed_vectors.ts";
import { shortlist } from "./shortlist.ts";
import { likenesses, likenessTable } from "./sign_bits.ts";
import { codeOf, cosineOf } from "./vector_code.ts";

/** A chunk with its best piece. */
export interface VectorHit {
  /** See {@linkcode ChunkRow.id}. */
  readonly chunkId: number;
  /** Of the best piece, -1 to 1. */
  readonly cosine: number;
  /** First line of the best piece, 1-based. */
  readonly startLine: number;
  /** Its last line, inclusive. */
  readonly endLine: number;
}

/** What to look for, and where. */
export interface NearestRequest {
  /** Of unit length. */
  readonly question: Float32Array;
  /** Everything there is. */
  readonly packed: PackedVectors;
  /** The most chunks wanted. */
  readonly limit: number;
  /** What must hold of a chunk. */
  readonly filters: KeywordFilters | undefined;
}

/** Returns the nearest chunks, best first; equals by path and place, so that an index that was built anew gives the same. */
export function nearestChunks(connection: Connection, request: NearestRequest): VectorHit[] {
  const { packed, question, limit, filters } = request;
  // Without transcripts there is nothing that has to be left out by itself.
  const mayAll = filters === undefined && connection.prepare(ANY_SESSION).get(SESSIONS_PREFIX) === null;
  const allowed = mayAll ? null : allowedBy(connection, filters ?? {}, packed);
  const wanted = SHORTLIST + limit * SHORTLIST_PER_HIT;
  const slots = packed.count <= wanted
    ? everySlot(packed.count, allowed?.slots ?? null)
    : shortlist(likenesses(likenessTable(question), packed.bits), wanted, allowed?.slots ?? null);
  const exact = cosineReader(connection, question);
  const best = new Map<number, Candidate>();
  for (const slot of slots) {
    const [embedding, first, last, startLine, endLine] = placeOf(packed, slot);
    const cosine = exact(embedding);
    for (let chunkId = first; chunkId <= last; chunkId++) {
      if (allowed?.chunks?.has(chunkId) === false || cosine <= (best.get(chunkId)?.cosine ?? -Infinity)) continue;
      best.set(chunkId, { chunkId, cosine, startLine, endLine, slot });
    }
  }
  const order = nearestFirst(connection, packed);
  return [...best.values()].sort(order).slice(0, limit).map(({ slot: _, ...hit }) => hit);
}

/** Returns a function that gives the exact cosine between a question and an embedding, and remembers it. */
export function cosineReader(connection: Connection, question: Float32Array): (embedding: number) => number {
  const read = connection.prepare<{ code: Uint8Array }>(CODE);
  const known = new Map<number, number>();
  return (embedding) => {
    const before = known.get(embedding);
    if (before !== undefined) return before;
    const row = read.get(embedding);
    const cosine = row === null ? -1 : cosineOf(question, codeOf(row.code));
    known.set(embedding, cosine);
    return cosine;
  };
}

/** Returns what stands in `places` for a slot. */
export function placeOf({ places }: PackedVectors, slot: number): [number, number, number, number, number] {
  const [embedding = 0, first = 0, last = 0, startLine = 1, endLine = 1] = places.subarray(
    slot * PLACE_NUMBERS,
    (slot + 1) * PLACE_NUMBERS,
  );
  return [embedding, first, last, startLine, endLine];
}

/** Slots that are looked at closely, whatever is asked for, and for each chunk that is. */
const SHORTLIST = 200;
const SHORTLIST_PER_HIT = 4;

interface Candidate extends VectorHit {
  readonly slot: number;
}

/** What filters leave: 1 for each slot that may count, and the chunks themselves if files alone do not decide. */
interface Allowed {
  readonly slots: Uint8Array;
  readonly chunks: ReadonlySet<number> | null;
}

function allowedBy(connection: Connection, filters: KeywordFilters, packed: PackedVectors): Allowed {
  const file = sourceClause(filters);
  const sources = new Set(connection.prepare<[number]>(`${SOURCES} ${file.sql}`).values(...file.values).flat());
  const slots = new Uint8Array(packed.count);
  for (const [at, source] of packed.sources.entries()) {
    if (sources.has(source)) slots.fill(1, packed.starts[at], packed.starts[at + 1]);
  }
  const own = chunkClause(filters);
  if (own.values.length === 0) return { slots, chunks: null };
  const ids = connection.prepare<[number]>(`${CHUNKS} ${own.sql}`).values(...own.values).flat();
  const chunks = new Set(ids.map(Number));
  for (let slot = 0; slot < packed.count; slot++) {
    if (slots[slot] === 1 && !hasAny(chunks, placeOf(packed, slot))) slots[slot] = 0;
  }
  return { slots, chunks };
}

function hasAny(chunks: ReadonlySet<number>, [, first, last]: readonly number[]): boolean {
  for (let chunk = first ?? 0; chunk <= (last ?? -1); chunk++) if (chunks.has(chunk)) return true;
  return false;
}

function everySlot(count: number, mayCount: Uint8Array | null): number[] {
  const slots = Array.from({ length: count }, (_, slot) => slot);
  return mayCount === null ? slots : slots.filter((slot) => mayCount[slot] === 1);
}

/** Ids of chunks follow the order of lines within a file, but not that of paths. */
function nearestFirst(connection: Connection, packed: PackedVectors): (a: Candidate, b: Candidate) => number {
  const paths = new Map<number, string>();
  const pathOf = (source: number) => {
    const known = paths.get(source);
    if (known !== undefined) return known;
    const path = connection.prepare<{ path: string }>(PATH).get(source)?.path ?? "";
    paths.set(source, path);
    return path;
  };
  return (a, b) => {
    if (a.cosine !== b.cosine) return b.cosine - a.cosine;
    const [from, to] = [sourceOf(packed, a.slot), sourceOf(packed, b.slot)];
    if (from === to) return a.chunkId - b.chunkId;
    return pathOf(from) < pathOf(to) ? -1 : 1;
  };
}

function sourceOf({ sources, starts }: PackedVectors, slot: number): number {
  let low = 0;
  let high = sources.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= slot) low = middle;
    else high = middle - 1;
  }
  return sources[low] ?? 0;
}

const CODE = "SELECT code FROM embeddings WHERE id = ?";
const PATH = "SELECT path FROM sources WHERE id = ?";
// A seek in the index of paths; `0` follows `/`.
const ANY_SESSION = "SELECT 1 FROM sources WHERE path >= ?1 AND path < substr(?1, 1, length(?1) - 1) || '0' LIMIT 1";
const SOURCES = "SELECT s.id FROM sources AS s WHERE";
const CHUNKS = `SELECT o.chunk_id FROM chunk_origins AS o LEFT JOIN chunk_notes AS n ON n.chunk_id = o.chunk_id WHERE`;
