/**
 * Files as they were before a sweep wrote them (SPEC 8.8).
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";

/** How many are kept; older ones are dropped when a new one is put (SPEC 8.8). */
export const KEPT_PRE_IMAGES = 32;

/** One file before one sweep. */
export interface PreImageRow {
  /** The sweep that wrote the file. */
  readonly sweepId: number;
  /** Relative to the workspace. */
  readonly path: string;
  /** SHA-256 of the content, hex; `null` if the file did not exist. */
  readonly hash: string | null;
  /** The bytes; `null` if the file did not exist. */
  readonly content: Uint8Array | null;
  /** When it was read. */
  readonly takenAt: IsoTime;
  /** SHA-256, hex, of the bytes that took its place; `null` if that is not known. @default null */
  readonly writtenHash?: string | null;
}

/** The pre-images' table. */
export interface PreImages {
  /** Keeps one and drops all but the newest {@linkcode KEPT_PRE_IMAGES}. */
  put(row: PreImageRow): void;
  /** Returns those of a sweep. */
  ofSweep(sweepId: number): PreImageRow[];
  /** How many are kept. */
  count(): number;
}

/** Returns the table of an open state. */
export function preImagesTable(connection: Connection): PreImages {
  return {
    put: (row) => {
      connection.transaction(() => {
        connection.prepare(PUT).run(row.sweepId, row.path, row.hash, row.content, row.takenAt, row.writtenHash ?? null);
        connection.prepare(PRUNE).run(KEPT_PRE_IMAGES);
      });
    },
    ofSweep: (sweepId) => connection.prepare<PreImageRow>(OF_SWEEP).all(sweepId),
    count: () => connection.prepare<{ n: number }>(COUNT).get()?.n ?? 0,
  };
}

const PUT = `INSERT INTO pre_images (sweep_id, path, hash, content, taken_at, written_hash)
  VALUES (?, ?, ?, ?, ?, ?)`;
const PRUNE = "DELETE FROM pre_images WHERE id NOT IN (SELECT id FROM pre_images ORDER BY id DESC LIMIT ?)";
const OF_SWEEP = `SELECT sweep_id AS sweepId, path, hash, content, taken_at AS takenAt,
  written_hash AS writtenHash FROM pre_images
  WHERE sweep_id = ? ORDER BY id`;
const COUNT = "SELECT count(*) AS n FROM pre_images";
