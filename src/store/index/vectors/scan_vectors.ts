/**
 * The chunks whose pieces are nearest to a question: a quick look at the sketch of every piece, then the exact cosines of
 * the best.
 *
 * @module
 */
import type { Connection } from "../../connect.ts";
import type { KeywordFilters } from "../keywords.ts";
import { type AllowedSlots, allowedSlots } from "./allowed_slots.ts";
import {
  type Background,
  type ByScript,
  estimatedBackground,
  exactBackground,
  settledBackgrounds,
} from "./background.ts";
import type { ExactCosines } from "./exact_cosines.ts";
import { type PackedVectors, type Place, slotsOfFile } from "./packed_vectors.ts";
import type { SketchEstimator } from "./sketch_estimator.ts";
import { estimate, type Estimates, type SlotOfFile } from "./shortlist.ts";

/** A chunk with its best piece. */
export interface VectorHit {
  /** See {@linkcode ChunkRow.id}. */
  readonly chunkId: number;
  /** Of the best piece, -1 to 1. */
  readonly cosine: number;
  /** The script of the best piece: what its cosine is measured by. */
  readonly script: keyof ByScript<unknown>;
  /** First line of the best piece, 1-based. */
  readonly startLine: number;
  /** Its last line, inclusive. */
  readonly endLine: number;
}

/** What a scan found. */
export interface VectorScan {
  /** The chunks that stand out most, best first; equals by path and place. */
  readonly hits: readonly VectorHit[];
  /** How near the question is to anything of a script: what a hit has to stand out against. */
  readonly backgrounds: ByScript<Background>;
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
  /** How near the question is to neutral texts. */
  readonly neutral: ByScript<Background>;
  /** How cosines are worked out. */
  readonly exact: ExactCosines;
  /** Who looks at the sketches. */
  readonly estimator: SketchEstimator;
  /** The most chunks wanted. */
  readonly limit: number;
  /** What must hold of a chunk. */
  readonly filters: KeywordFilters | undefined;
}

/**
 * Returns the chunks whose best piece is farthest above what is usual for its script; equals by path and place, so that an index that was built anew gives the same.
 *
 * @throws {Error} if vectors are missing; see {@linkcode isUnusableIndex}
 */
export function nearestChunks(connection: Connection, request: NearestRequest): VectorScan {
  const { packed, limit, filters } = request;
  const allowed = allowedSlots(connection, packed, filters);
  const { slots, backgrounds } = looked(request, allowed);
  const best = new Map<number, Candidate>();
  for (const { cosine, file, place, ...each } of slots) {
    const script = scriptOf({ file, ...each });
    const lead = cosine - backgrounds[script].mean;
    const { startLine, endLine } = place;
    for (let chunkId = place.firstChunk; chunkId <= place.lastChunk; chunkId++) {
      if (allowed?.chunks?.has(chunkId) === false || lead <= (best.get(chunkId)?.lead ?? -Infinity)) continue;
      best.set(chunkId, { chunkId, cosine, script, startLine, endLine, source: file.source, lead });
    }
  }
  const order = nearestFirst(connection);
  const hits = [...best.values()].sort(order).slice(0, limit).map(({ source: _, lead: _lead, ...hit }) => hit);
  return { hits, backgrounds };
}

/** Slots that are looked at closely, whatever is asked for, and for each chunk that is: of the 100 nearest pieces among
 * 200,000, the 600 best sketches hold 96, and all of the first ten. */
const SHORTLIST = 200;
const SHORTLIST_PER_HIT = 4;
/** Slots of each script whose error is measured for the background, evenly spread. */
const KNOWN_SLOTS = 128;

interface Candidate extends VectorHit {
  readonly source: number;
  /** How far the cosine is above the mean of its script. */
  readonly lead: number;
}

interface Looked extends SlotOfFile {
  readonly place: Place;
  readonly cosine: number;
}

interface LookedAt {
  readonly slots: readonly Looked[];
  readonly backgrounds: ByScript<Background>;
}

function looked(request: NearestRequest, allowed: AllowedSlots | null): LookedAt {
  const { packed, limit, neutral } = request;
  const mayCount = allowed?.slots ?? null;
  const isAllowed = ({ slot }: SlotOfFile) => mayCount === null || mayCount[slot] === 1;
  const wanted = SHORTLIST + limit * SHORTLIST_PER_HIT;
  if (packed.count <= wanted) {
    const every = closely(request, packed.files.flatMap(slotsOfFile));
    const own = byScript((script) =>
      exactBackground(every.filter((each) => scriptOf(each) === script).map(({ cosine }) => cosine))
    );
    return { slots: every.filter(isAllowed), backgrounds: settledBackgrounds(own, neutral) };
  }
  const estimates = estimate(packed, { ...request, mayCount });
  const best = estimates.best(wanted, settledBackgrounds(estimates.backgrounds, neutral));
  const sample = spreadSlots(packed, estimates);
  const chosen = new Map([...best, ...sample].map((each) => [each.slot, each]));
  const slots = closely(request, [...chosen.values()]);
  const isKnown = new Set(sample.map(({ slot }) => slot));
  const known = slots.filter(({ slot }) => isKnown.has(slot));
  const own = byScript((script) =>
    estimatedBackground(
      estimates.backgrounds[script],
      known.filter((each) => scriptOf(each) === script)
        .map(({ slot, cosine }) => ({ cosine, estimate: estimates.cosines[slot] ?? 0 })),
    )
  );
  return { slots: slots.filter(isAllowed), backgrounds: settledBackgrounds(own, neutral) };
}

function byScript<Of>(make: (script: keyof ByScript<Of>) => Of): ByScript<Of> {
  return { latin: make("latin"), wide: make("wide") };
}

function scriptOf({ slot, file }: SlotOfFile): keyof ByScript<unknown> {
  return file.scripts[slot - file.start] === 1 ? "wide" : "latin";
}

/** Returns up to {@linkcode KNOWN_SLOTS} slots of each script, evenly spread: all, if there are no more. */
function spreadSlots({ files }: PackedVectors, { backgrounds }: Estimates): SlotOfFile[] {
  const shares = [backgrounds.latin, backgrounds.wide].map(({ count }) =>
    Math.min(1, KNOWN_SLOTS / Math.max(1, count))
  );
  const due = [1, 1];
  const chosen: SlotOfFile[] = [];
  for (const file of files) {
    for (let at = 0; at < file.count; at++) {
      const script = file.scripts[at] as number;
      if ((due[script] as number) >= 1) {
        chosen.push({ slot: file.start + at, file });
        due[script] = (due[script] as number) - 1;
      }
      due[script] = (due[script] as number) + (shares[script] as number);
    }
  }
  return chosen;
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
    if (a.lead !== b.lead) return b.lead - a.lead;
    if (a.source === b.source) return a.chunkId - b.chunkId;
    return pathOf(a.source) < pathOf(b.source) ? -1 : 1;
  };
}

const PATH = "SELECT path FROM sources WHERE id = ?";
