/**
 * The vector side of the index: what each piece of text became, the cache of that, and the search for what is nearest.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import type { Connection } from "../connect.ts";
import type { KeywordFilters } from "./keywords.ts";
import { dropTorn } from "./vectors/drop_torn.ts";
import { type EmbedWindow, nextWindow } from "./vectors/embed_window.ts";
import { exactCosines, type ExtensionLoader } from "./vectors/exact_cosines.ts";
import { linkFile, redrawSketches, textHash } from "./vectors/link_vectors.ts";
import { markChanged } from "./vectors/mark_changed.ts";
import { missingNeutralTexts, neutralBackgrounds } from "./vectors/neutral_texts.ts";
import { packedReader } from "./vectors/packed_vectors.ts";
import { sketchEstimator } from "./vectors/sketch_estimator.ts";
import { nearestChunks, type VectorScan } from "./vectors/scan_vectors.ts";
import { pruneEmbeddings } from "./vectors/prune_embeddings.ts";
import { bytesOf, encodeVector, unitVector } from "./vectors/vector_code.ts";
import { type VectorSpace, vectorSpaces } from "./vectors/vector_spaces.ts";
import { cosinesOfChunks, type PieceCosine } from "./vectors/cosines_of_chunks.ts";

export type { ExtensionLoader } from "./vectors/exact_cosines.ts";
export { type Background, type ByScript, NO_BACKGROUND } from "./vectors/background.ts";
export type { VectorHit, VectorScan } from "./vectors/scan_vectors.ts";

/** How many pieces have a vector of the current model, and how many do not yet. */
export interface VectorCounts {
  /** Pieces that can be found by meaning. */
  readonly done: number;
  /** Pieces that wait for `memory index`, or for the next reading command with some time left. */
  readonly pending: number;
}

/** A text with what a model made of it. */
export interface EmbeddedText {
  /** What was embedded. */
  readonly text: string;
  /** Its vector; any length but zero. */
  readonly vector: Float32Array;
}

/** How to look. */
export interface ScanRequest {
  /** The model of the question; see {@linkcode Embedder.fingerprint}. */
  readonly fingerprint: string;
  /** The most chunks wanted. */
  readonly limit: number;
  /** What must hold of a chunk; acts before the cut. @default none */
  readonly filters?: KeywordFilters;
}

/** The vectors of an open index. All writing is one transaction a call; inside another one it joins that. */
export interface Vectors {
  /** The model whose vectors are here, or `null` before the first. */
  fingerprint(): string | null;
  /** How far embedding has come; cheap. @throws {Error} if vectors are missing; see {@linkcode isUnusableIndex} */
  counts(): VectorCounts;
  /** Reads what a scan needs, for who waits for the question's vector anyway; else the scan does it. */
  prepare(): void;
  /**
   * Returns the chunks that stand out most for a question, each by its best piece, against texts of the same script.
   *
   * @throws {MemoryError} failed, if the vectors here are of another model, or of none
   */
  scan(question: Float32Array, request: ScanRequest): VectorScan;
  /** Returns how near a question of unit length is to the pieces of each chunk that has vectors of the current model. */
  cosinesOf(question: Float32Array, chunkIds: readonly number[]): Map<number, PieceCosine[]>;
  /** Makes a model the one whose vectors are searched. Those of another one are put aside; nothing mixes. */
  use(fingerprint: string, dimensions: number): void;
  /** Returns the neutral texts that have no vector yet: what questions are compared with beside the notes. */
  missingNeutral(): string[];
  /** Returns what should be embedded next, newest days first, and links what the cache can answer on the way. */
  nextWindow(maxPieces: number): EmbedWindow;
  /**
   * Puts embedded texts into the cache.
   *
   * @throws {MemoryError} failed, if another model has become current meanwhile, or a vector has another length or no
   * direction
   */
  store(fingerprint: string, rows: readonly EmbeddedText[]): void;
  /**
   * Deletes what nothing in the index has used for long from the cache, once there is more of it than of what is used
   * (and more than a thousand): first what other models made, then the oldest. Returns how many were deleted.
   *
   * @param spare so many that nothing uses are kept; 0: none, whatever is in use. @default a thousand, or as many as are in use
   */
  prune(spare?: 0): number;
  /** See `dropTorn`. */
  dropTorn(): void;
  /** Links files to their vectors in the cache; what is no longer in the index is passed over. */
  link(sourceIds: readonly number[]): void;
}

/**
 * Returns the vectors of an open index.
 *
 * @param loadExtension loads sqlite-vec; see {@linkcode exactCosines}
 */
export function vectorsTable(connection: Connection, loadExtension: ExtensionLoader): Vectors {
  const spaces = vectorSpaces(connection);
  const packed = packedReader(connection);
  const exact = exactCosines(connection, loadExtension);
  const estimator = sketchEstimator();
  const ofModel = (fingerprint: string): VectorSpace => {
    const space = spaces.current();
    if (space?.fingerprint === fingerprint) return space;
    const held = space === null ? "no vectors yet" : `vectors of "${space.fingerprint}"`;
    throw new MemoryError(`Cannot compare vectors of "${fingerprint}": the index holds ${held}`, {
      hint: "memory index",
    });
  };
  return {
    fingerprint: () => spaces.current()?.fingerprint ?? null,
    counts: () => countVectors(connection),
    prepare: () => {
      packed();
    },
    scan: (question, { fingerprint, limit, filters }) => {
      const space = ofModel(fingerprint);
      const { dimensions, axis } = space;
      if (question.length !== dimensions) throw otherLength(question.length, dimensions);
      const unit = unitVector(question);
      const code = encodeVector(unit);
      const neutral = neutralBackgrounds(connection, space, { code, exact });
      const asked = { question: unit, code, axis, packed: packed(), neutral, exact, estimator, limit, filters };
      return nearestChunks(connection, asked);
    },
    cosinesOf: (question, chunkIds) => cosinesOfChunks(connection, question, chunkIds),
    use: (fingerprint, dimensions) => {
      connection.transaction(() => {
        if (!spaces.enter(fingerprint, dimensions)) return;
        connection.prepare(UNLINK_ALL).run();
        markChanged(connection);
      });
    },
    missingNeutral: () => missingNeutralTexts(connection, spaces.current()),
    nextWindow: (maxPieces) => nextWindow(connection, spaces.current(), maxPieces),
    store: (fingerprint, rows) => {
      connection.transaction(() => {
        const space = ofModel(fingerprint);
        spaces.grow(putAll(connection, space, rows));
      });
    },
    dropTorn: () => dropTorn(connection),
    prune: (spare) => connection.transaction(() => pruneEmbeddings(connection, spaces.current(), spare)),
    link: (sourceIds) => {
      connection.transaction(() => {
        const space = spaces.current();
        if (space === null || sourceIds.length === 0) return;
        for (const id of sourceIds) linkFile(connection, space, id);
        markChanged(connection);
        if (isAxisStale(space)) redrawSketches(connection, spaces.turn(space));
      });
    },
  };
}

/** Of fewer vectors nearly all are compared exactly, and their mean would say little. */
const AXIS_OF_AT_LEAST = 128;
/** The axis is taken anew when there are so many times as many vectors: all in all about two looks at each. */
const AXIS_GROWTH = 2;

function isAxisStale({ count, axisOf }: VectorSpace): boolean {
  return count >= Math.max(AXIS_OF_AT_LEAST, axisOf * AXIS_GROWTH);
}

function countVectors(connection: Connection): VectorCounts {
  const { done = 0, all = 0, hasAny = 0 } = connection.prepare<StoredCounts>(COUNTS).get() ?? {};
  if (done > 0 && hasAny === 0) throw new Error("Index vectors are linked that are not there");
  return { done, pending: Math.max(0, all - done) };
}

interface StoredCounts {
  readonly done: number;
  readonly all: number;
  readonly hasAny: number;
}

function putAll(connection: Connection, space: VectorSpace, rows: readonly EmbeddedText[]): number {
  let added = 0;
  for (const { text, vector } of rows) {
    if (vector.length !== space.dimensions) throw otherLength(vector.length, space.dimensions);
    if (!isUsable(vector)) {
      throw new MemoryError("Cannot use a vector that is not made of numbers, or only of zeros");
    }
    added += connection.prepare(PUT).run(space.id, textHash(text), bytesOf(encodeVector(vector))).changes;
  }
  return added;
}

function isUsable(vector: Float32Array): boolean {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Number.isFinite(largest) && largest > 0;
}

function otherLength(is: number, should: number): MemoryError {
  return new MemoryError(`Cannot use a vector of ${is} dimensions: the model of the index has ${should}`, {
    hint: "memory index",
  });
}

const COUNTS = `SELECT coalesce((SELECT sum(slots) FROM file_vectors), 0) AS done,
  coalesce((SELECT sum(slots) FROM sources), 0) AS "all", EXISTS (SELECT 1 FROM embeddings) AS hasAny`;
const UNLINK_ALL = "DELETE FROM file_vectors";
const PUT = "INSERT INTO embeddings (space, hash, code) VALUES (?, ?, ?) ON CONFLICT (space, hash) DO NOTHING";
