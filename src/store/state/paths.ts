/**
 * Paths that the ledger knows, with the revision in which the class of one of their lines last changed.
 *
 * @module
 */
import type { Connection } from "../connect.ts";

/** The table of paths. */
export interface Paths {
  /** Returns the id of a path, or `null`. */
  find(path: string): number | null;
  /** Returns the id of a path, entering it first if need be. */
  enter(path: string): number;
  /** Gives a path the next revision. */
  touch(id: number): void;
  /** Returns the newest revision, or 0. */
  revision(): number;
  /** Returns the paths with a later revision. */
  changedSince(revision: number): string[];
}

/** Returns the table of an open state. */
export function pathsTable(connection: Connection): Paths {
  const find = (path: string) => connection.prepare<{ id: number }>(FIND).get(path)?.id ?? null;
  return {
    find,
    enter: (path) => find(path) ?? Number(connection.prepare(ENTER).run(path).lastInsertRowid),
    touch: (id) => {
      connection.prepare(TOUCH).run(id);
    },
    revision: () => connection.prepare<{ revision: number }>(REVISION).get()?.revision ?? 0,
    changedSince: (revision) => connection.prepare<{ path: string }>(CHANGED).all(revision).map((row) => row.path),
  };
}

const FIND = "SELECT id FROM paths WHERE path = ?";
const ENTER = "INSERT INTO paths (path, revision) VALUES (?, 0)";
const TOUCH = "UPDATE paths SET revision = (SELECT max(revision) + 1 FROM paths) WHERE id = ?";
const REVISION = "SELECT ifnull(max(revision), 0) AS revision FROM paths";
const CHANGED = "SELECT path FROM paths WHERE revision > ? ORDER BY path";
