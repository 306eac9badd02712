/**
 * The models whose vectors the index holds. Vectors of two models are never compared: one space is current, and only its
 * vectors are linked to files.
 *
 * @module
 */
import type { Connection } from "../../connect.ts";
import { axisOf } from "./sketch.ts";
import { bytesOf, codeOf } from "./vector_code.ts";

/** A model, and where its vectors point. */
export interface VectorSpace {
  /** Its row. */
  readonly id: number;
  /** See {@linkcode Embedder.fingerprint}. */
  readonly fingerprint: string;
  /** Length of its vectors. */
  readonly dimensions: number;
  /** Embeddings in the cache. */
  readonly count: number;
  /** How many there were when the axis was taken; 0: never. */
  readonly axisOf: number;
  /** What sketches are relative to; zeros at first. */
  readonly axis: Float32Array;
}

/** The table of models. */
export interface VectorSpaces {
  /** The one whose vectors are searched, or `null`. */
  current(): VectorSpace | null;
  /** Makes one current and returns whether another one was. */
  enter(fingerprint: string, dimensions: number): boolean;
  /** Notes that the current one has so many more embeddings, or fewer. */
  grow(count: number): void;
  /** Takes the axis of a space anew and returns the space with it. */
  turn(space: VectorSpace): VectorSpace;
}

/**
 * How many embeddings the axis is the mean of: it is then off by 1/32 of their spread. They are those whose texts have the
 * smallest hashes: a choice that depends on the texts alone, not on the order in which they came.
 */
const SAMPLE_SIZE = 1_024;

/** Returns the table of an open index. */
export function vectorSpaces(connection: Connection): VectorSpaces {
  const current = () => {
    const row = connection.prepare<StoredSpace>(CURRENT).get();
    return row === null ? null : { ...row, axis: floatsOf(row.axis) };
  };
  return {
    current,
    enter: (fingerprint, dimensions) =>
      connection.transaction(() => {
        const before = current();
        if (before?.fingerprint === fingerprint && before.dimensions === dimensions) return false;
        connection.prepare(LEAVE).run();
        connection.prepare(ENTER).run(fingerprint, dimensions, bytesOf(new Float32Array(dimensions)));
        return before !== null;
      }),
    grow: (count) => {
      connection.prepare(GROW).run(count);
    },
    turn: (space) => {
      const rows = connection.prepare<{ code: Uint8Array }>(SMALLEST).all(space.id, SAMPLE_SIZE);
      const axis = axisOf(codeOf(Buffer.concat(rows.map(({ code }) => code))), space.dimensions);
      connection.prepare(SET_AXIS).run(space.count, bytesOf(axis), space.id);
      return { ...space, axis, axisOf: space.count };
    },
  };
}

interface StoredSpace extends Omit<VectorSpace, "axis"> {
  readonly axis: Uint8Array;
}

/** A blob may lie anywhere; four-byte numbers have to be aligned. */
function floatsOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.slice().buffer);
}

const CURRENT = `SELECT id, fingerprint, dimensions, count, axis_of AS axisOf, axis FROM vector_spaces
  WHERE is_current = 1`;
const LEAVE = "UPDATE vector_spaces SET is_current = 0 WHERE is_current = 1";
const ENTER = `INSERT INTO vector_spaces (fingerprint, dimensions, is_current, count, axis_of, axis)
  VALUES (?, ?, 1, 0, 0, ?) ON CONFLICT (fingerprint) DO UPDATE SET is_current = 1`;
const GROW = "UPDATE vector_spaces SET count = count + ? WHERE is_current = 1";
const SMALLEST = "SELECT code FROM embeddings WHERE space = ? ORDER BY hash LIMIT ?";
const SET_AXIS = "UPDATE vector_spaces SET axis_of = ?, axis = ? WHERE id = ?";
