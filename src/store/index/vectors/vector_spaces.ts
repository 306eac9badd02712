/**
 * The models whose vectors the index holds. Vectors of two models are never compared: one space is current, and only its
 * vectors are linked to files.
 *
 * @module
 */
import type { Connection } from "../../connect.ts";
import { meanOf } from "./sign_bits.ts";
import { bytesOf, codeOf } from "./vector_code.ts";

/** A model with what is known of its vectors here. */
export interface VectorSpace {
  /** Its row. */
  readonly id: number;
  /** See {@linkcode Embedder.fingerprint}. */
  readonly fingerprint: string;
  /** Length of its vectors. */
  readonly dimensions: number;
  /** Embeddings in the cache. */
  readonly count: number;
  /** How many there were when mean and sample were taken; 0: never. */
  readonly sampledOf: number;
  /** What bits are taken above or below of; zeros at first. */
  readonly mean: Float32Array;
}

/** The table of models. */
export interface VectorSpaces {
  /** The one whose vectors are searched, or `null`. */
  current(): VectorSpace | null;
  /** Makes one current and returns whether another one was. */
  enter(fingerprint: string, dimensions: number): boolean;
  /** Notes that the current one has so many more embeddings, or fewer. */
  grow(count: number): void;
  /** Takes mean and sample of the current one anew; returns whether there was enough to take them of. */
  sample(): boolean;
  /** The sample of the current one: codes, one after the other; empty at first. */
  sampleCodes(): Int8Array;
}

/**
 * How many embeddings are in a sample: enough for a mean that is off by 1/32 of the spread, and a spread that is off by
 * 2 in 100. They are those whose texts have the smallest hashes: a choice that depends on the texts alone, not on the
 * order in which they came.
 */
export const SAMPLE_SIZE = 1_024;

/** Returns the table of an open index. */
export function vectorSpaces(connection: Connection): VectorSpaces {
  const current = () => {
    const row = connection.prepare<StoredSpace>(CURRENT).get();
    return row === null ? null : { ...row, mean: floatsOf(row.mean) };
  };
  return {
    current,
    enter: (fingerprint, dimensions) =>
      connection.transaction(() => {
        const before = current();
        if (before?.fingerprint === fingerprint && before.dimensions === dimensions) return false;
        connection.prepare(LEAVE).run();
        const mean = bytesOf(new Float32Array(dimensions));
        connection.prepare(ENTER).run(fingerprint, dimensions, mean);
        return before !== null;
      }),
    grow: (count) => {
      connection.prepare(GROW).run(count);
    },
    sample: () => {
      const space = current();
      if (space === null) return false;
      const codes = connection.prepare<{ code: Uint8Array }>(SMALLEST).all(space.id, SAMPLE_SIZE).map(({ code }) =>
        code
      );
      const sample = Buffer.concat(codes);
      const mean = meanOf(codeOf(sample), space.dimensions);
      connection.prepare(SET_SAMPLE).run(space.count, bytesOf(mean), sample, space.id);
      return true;
    },
    sampleCodes: () => codeOf(connection.prepare<{ sample: Uint8Array }>(SAMPLE).get()?.sample ?? new Uint8Array()),
  };
}

interface StoredSpace extends Omit<VectorSpace, "mean"> {
  readonly mean: Uint8Array;
}

/** A blob may lie anywhere; four-byte numbers have to be aligned. */
function floatsOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.slice().buffer);
}

const CURRENT = `SELECT id, fingerprint, dimensions, count, sampled_of AS sampledOf, mean FROM vector_spaces
  WHERE is_current = 1`;
const LEAVE = "UPDATE vector_spaces SET is_current = 0 WHERE is_current = 1";
const ENTER = `INSERT INTO vector_spaces (fingerprint, dimensions, is_current, count, sampled_of, mean, sample)
  VALUES (?, ?, 1, 0, 0, ?, x'') ON CONFLICT (fingerprint) DO UPDATE SET is_current = 1`;
const GROW = "UPDATE vector_spaces SET count = count + ? WHERE is_current = 1";
const SMALLEST = "SELECT code FROM embeddings WHERE space = ? ORDER BY hash LIMIT ?";
const SET_SAMPLE = "UPDATE vector_spaces SET sampled_of = ?, mean = ?, sample = ? WHERE id = ?";
const SAMPLE = "SELECT sample FROM vector_spaces WHERE is_current = 1";
