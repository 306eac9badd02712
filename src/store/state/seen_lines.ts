/**
 * Which lines were ever found in a file (SPEC 4.3: first sight records a line as seen, not a class). One row a file: a
 * row a line would be most of the work and of the room of a large index run.
 *
 * @module
 */
import type { Connection } from "../connect.ts";

/** Sets of line hashes by path id. */
export interface SeenLines {
  /** Adds hashes of 32 hex digits to those of a path. */
  add(pathId: number, hashes: readonly string[]): void;
  /** Returns every hash of a path. */
  of(pathId: number): Set<string>;
  /** Returns those of some hashes that a path other than the given one has; `null`: any path. */
  elsewhere(pathId: number | null, hashes: readonly string[]): Set<string>;
  /** Gives the hashes of one path to another one. */
  move(fromId: number, toId: number): void;
  /** Replaces the hashes of a path. */
  replace(pathId: number, hashes: readonly string[]): void;
  /** Returns how many lines were seen that have no row in the ledger. */
  countUnbooked(): number;
}

/** Returns the table of an open state. */
export function seenLinesTable(connection: Connection): SeenLines {
  const read = (pathId: number) => connection.prepare<{ hashes: Uint8Array }>(GET).get(pathId)?.hashes;
  const add = (pathId: number, hashes: readonly string[]) => {
    const known = read(pathId);
    const present = setOf(known);
    const added = known === undefined ? hashes : hashes.filter((hash) => !present.has(hash));
    if (added.length > 0) connection.prepare(ADD).run(pathId, Buffer.from(added.join(""), "hex"));
  };
  return {
    add,
    of: (pathId) => setOf(read(pathId)),
    elsewhere: (pathId, hashes) => {
      // Each look goes through the hashes of all files, 16 bytes a line: some 2 ms for 100,000 lines.
      const find = connection.prepare(ELSEWHERE);
      return new Set(hashes.filter((hash) => find.get(hash, pathId ?? NO_PATH) !== null));
    },
    move: (fromId, toId) => {
      add(toId, [...setOf(read(fromId))]);
      connection.prepare(REMOVE).run(fromId);
    },
    replace: (pathId, hashes) => {
      connection.prepare(REPLACE).run(Buffer.from(hashes.join(""), "hex"), pathId);
    },
    countUnbooked: () => {
      const all = connection.prepare<{ n: number }>(COUNT).get()?.n ?? 0;
      const booked = connection.prepare<{ pathId: number; hash: string }>(BOOKED).all();
      const sets = new Map<number, Set<string>>();
      for (const { pathId } of booked) if (!sets.has(pathId)) sets.set(pathId, setOf(read(pathId)));
      return all - booked.filter(({ pathId, hash }) => sets.get(pathId)?.has(hash) === true).length;
    },
  };
}

/** No path has this id. */
const NO_PATH = 0;

/** Hex digits of one hash. */
const HASH_DIGITS = 32;

function setOf(hashes: Uint8Array | undefined): Set<string> {
  const set = new Set<string>();
  if (hashes === undefined) return set;
  const digits = Buffer.from(hashes).toString("hex");
  for (let at = 0; at < digits.length; at += HASH_DIGITS) set.add(digits.slice(at, at + HASH_DIGITS));
  return set;
}

const GET = "SELECT hashes FROM seen_lines WHERE path_id = ?";
const ADD = `INSERT INTO seen_lines (path_id, hashes) VALUES (?, ?)
  ON CONFLICT (path_id) DO UPDATE SET hashes = CAST(hashes || excluded.hashes AS BLOB)`;
const REPLACE = "UPDATE seen_lines SET hashes = ? WHERE path_id = ?";
const ELSEWHERE = `SELECT 1 FROM seen_lines WHERE path_id <> ?2 AND instr(hashes, unhex(?1)) > 0
  AND (instr(hashes, unhex(?1)) - 1) % 16 = 0 LIMIT 1`;
const REMOVE = "DELETE FROM seen_lines WHERE path_id = ?";
const COUNT = "SELECT ifnull(sum(length(hashes)) / 16, 0) AS n FROM seen_lines";
const BOOKED = "SELECT path_id AS pathId, lower(hex(hash)) AS hash FROM ledger";
