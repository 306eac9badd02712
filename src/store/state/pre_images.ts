/**
 * Files as they were before a sweep, or an order of the owner, wrote them (SPEC 8.8).
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";

/** How many are kept of sweeps, and as many of orders; older ones are dropped when a new one is put (SPEC 8.8). */
export const KEPT_PRE_IMAGES = 32;

/** One file before it was written. */
export interface PreImageRow {
  /** The sweep that wrote the file; `null` for an order of the owner. */
  readonly sweepId: number | null;
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
  /** Keeps one and drops all but the newest {@linkcode KEPT_PRE_IMAGES} of its sort: orders push out no sweep. */
  put(row: PreImageRow): void;
  /** Returns those of a sweep. */
  ofSweep(sweepId: number): PreImageRow[];
  /** Returns those of orders, oldest first. */
  ofOrders(): PreImageRow[];
  /** Returns all, oldest first. */
  all(): PreImageRow[];
  /** How many are kept. */
  count(): number;
}

/** Returns the table of an open state. */
export function preImagesTable(connection: Connection): PreImages {
  return {
    put: (row) => {
      connection.transaction(() => {
        connection.prepare(PUT).run(row.sweepId, row.path, row.hash, row.content, row.takenAt, row.writtenHash ?? null);
        connection.prepare(row.sweepId === null ? PRUNE_ORDERS : PRUNE).run(KEPT_PRE_IMAGES);
      });
    },
    ofOrders: () => connection.prepare<PreImageRow>(OF_ORDERS).all(),
    ofSweep: (sweepId) => connection.prepare<PreImageRow>(OF_SWEEP).all(sweepId),
    all: () => connection.prepare<PreImageRow>(`${SELECT} ORDER BY id`).all(),
    count: () => connection.prepare<{ n: number }>(COUNT).get()?.n ?? 0,
  };
}

const PUT = `INSERT INTO pre_images (sweep_id, path, hash, content, taken_at, written_hash)
  VALUES (?, ?, ?, ?, ?, ?)`;
const PRUNE = `DELETE FROM pre_images WHERE sweep_id IS NOT NULL AND id NOT IN
  (SELECT id FROM pre_images WHERE sweep_id IS NOT NULL ORDER BY id DESC LIMIT ?)`;
const PRUNE_ORDERS = `DELETE FROM pre_images WHERE sweep_id IS NULL AND id NOT IN
  (SELECT id FROM pre_images WHERE sweep_id IS NULL ORDER BY id DESC LIMIT ?)`;
const SELECT = `SELECT sweep_id AS sweepId, path, hash, content, taken_at AS takenAt,
  written_hash AS writtenHash FROM pre_images`;
const OF_SWEEP = `${SELECT} WHERE sweep_id = ? ORDER BY id`;
const OF_ORDERS = `${SELECT} WHERE sweep_id IS NULL ORDER BY id`;
const COUNT = "SELECT count(*) AS n FROM pre_images";
