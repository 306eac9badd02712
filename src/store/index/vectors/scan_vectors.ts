/**
 * The chunks whose pieces are nearest to a question: a quick look at the sketch of every piece, then the exact cosines of
 * the best.
 *
 * @module
 */
import type { Connection } from "../../connect.ts";
import type { KeywordFilters } from "../keywords.ts";
import { type AllowedSlots, allowedSlots } from "./allowed_slots.ts";
import { type Background, estimatedBackground, exactBackground } from "./background.ts";
import type { ExactCosines } from "./exact_cosines.ts";
import { fileOf, type PackedVectors, type Place, slotsOfFile } from "./packed_vectors.ts";
import { estimate, type SlotOfFile } from "./shortlist.ts";

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

/** What a scan found. */
export interface VectorScan {
  /** The nearest chunks, best first; equals by path and place. */
  readonly hits: readonly VectorHit[];
  /** How near the question is to anything: what a hit has to stand out against. */
  readonly background: Background;
}

/** What to look for, and where. */
export interface NearestRequest {
  /** Of unit length. */
  readonly question: Float32Array;
  /** The same as a code. */
  readonly code: Int8Array;
  /** What the sketches are relative to. */
  readonly axis: Float32Array;
  /** Everything there is. */
  readonly packed: PackedVectors;
  /** How cosines are worked out. */
  readonly exact: ExactCosines;
  /** The most chunks wanted. */
  readonly limit: number;
  /** What must hold of a chunk. */
  readonly filters: KeywordFilters | undefined;
}

/**
 * Returns the nearest chunks; equals by path and place, so that an index that was built anew gives the same.
 *
 * @throws {Error} if vectors are missing; see {@linkcode isUnusableIndex}
 */
export function nearestChunks(connection: Connection, request: NearestRequest): VectorScan {
  const { packed, limit, filters } = request;
  const allowed = allowedSlots(connection, packed, filters);
  const { slots, background } = looked(request, allowed);
  const best = new Map<number, Candidate>();
  for (const { cosine, file, place } of slots) {
    for (let chunkId = place.firstChunk; chunkId <= place.lastChunk; chunkId++) {
      if (allowed?.chunks?.has(chunkId) === false || cosine <= (best.get(chunkId)?.cosine ?? -Infinity)) continue;
      best.set(chunkId, { chunkId, cosine, startLine: place.startLine, endLine: place.endLine, source: file.source });
    }
  }
  const order = nearestFirst(connection);
  const hits = [...best.values()].sort(order).slice(0, limit).map(({ source: _, ...hit }) => hit);
  return { hits, background };
}

/** Slots that are looked at closely, whatever is asked for, and for each chunk that is: of the 100 nearest pieces among
 * 200,000, the 600 best sketches hold 96, and all of the first ten. */
const SHORTLIST = 200;
const SHORTLIST_PER_HIT = 4;
/** Slots whose error is measured for the background, evenly spread. */
const KNOWN_SLOTS = 128;

interface Candidate extends VectorHit {
  readonly source: number;
}

interface Looked extends SlotOfFile {
  readonly place: Place;
  readonly cosine: number;
}

function looked(request: NearestRequest, allowed: AllowedSlots | null): { slots: Looked[]; background: Background } {
  const { packed, limit } = request;
  const mayCount = allowed?.slots ?? null;
  const isAllowed = ({ slot }: SlotOfFile) => mayCount === null || mayCount[slot] === 1;
  const wanted = SHORTLIST + limit * SHORTLIST_PER_HIT;
  if (packed.count <= wanted) {
    const every = closely(request, packed.files.flatMap(slotsOfFile));
    return { slots: every.filter(isAllowed), background: exactBackground(every.map(({ cosine }) => cosine)) };
  }
  const estimates = estimate(packed, { ...request, mayCount });
  const chosen = new Map(estimates.best(wanted).map((each) => [each.slot, each]));
  const spread = Array.from({ length: KNOWN_SLOTS }, (_, at) => Math.floor(at * packed.count / KNOWN_SLOTS));
  for (const slot of spread) {
    const file = fileOf(packed, slot);
    if (file !== undefined) chosen.set(slot, { slot, file });
  }
  const slots = closely(request, [...chosen.values()]);
  const isKnown = new Set(spread);
  const known = new Map(slots.filter(({ slot }) => isKnown.has(slot)).map(({ slot, cosine }) => [slot, cosine]));
  return { slots: slots.filter(isAllowed), background: estimatedBackground(estimates, known) };
}

/** Returns slots with their exact cosines, in the order given. */
function closely({ packed, code, exact }: NearestRequest, slots: readonly SlotOfFile[]): Looked[] {
  const places = packed.places(slots);
  const cosines = exact(code, places.map(({ embedding }) => embedding));
  return slots.map((slot, at) => {
    const place = places[at];
    const cosine = place === undefined ? undefined : cosines.get(place.embedding);
    // Fewer hits without a word would pass for a worse memory.
    if (place === undefined || cosine === undefined) throw new Error("Index vectors are linked that are not there");
    return { ...slot, place, cosine };
  });
}

/** Ids of chunks follow the order of lines within a file, but not that of paths. */
function nearestFirst(connection: Connection): (a: Candidate, b: Candidate) => number {
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
    if (a.source === b.source) return a.chunkId - b.chunkId;
    return pathOf(a.source) < pathOf(b.source) ? -1 : 1;
  };
}

const PATH = "SELECT path FROM sources WHERE id = ?";
