/**
 * Text of `untrusted` and `system` lines, kept so that copying, renaming and moving launder nothing (SPEC 4.3).
 *
 * @module
 */
import { leastTrusted, type OriginClass } from "../../provenance/origin.ts";
import type { Connection } from "../connect.ts";
import { type CopyText, copyText } from "./copy_text.ts";

/** One line whose copies share its class. */
export interface Taint {
  /** Grows with each line; never used twice. */
  readonly id: number;
  /** The class that its copies get. */
  readonly origin: OriginClass;
  /** The folded text that copies are compared with (see `foldForCopies`). */
  readonly text: string;
}

/** The tainted lines. They come and go with rows of the ledger, which alone writes them. */
export interface Taints {
  /** Whether there is any; costs next to nothing. */
  isEmpty(): boolean;
  /**
   * Returns the least trusted class of the tainted lines that a line equals, contains, is contained in, or shares 80 % of
   * the shingles of the smaller one with; `null` if there is none. Annotations and marks do not count (SPEC 4.3).
   */
  copyOf(line: string): OriginClass | null;
  /** Returns the lines added after an id, oldest first; with {@linkcode Taints.lastId} a reader keeps its place. */
  addedAfter(id: number): Taint[];
  /** The newest id, or 0. */
  lastId(): number;
}

/** The share of the smaller text's shingles that makes a copy (SPEC 4.3). */
const COPY_SHARE = 0.8;

/** After so many look-ups a reader loads all hashes, so that most lines of a large file cost no query. */
const LOOKUPS_BEFORE_LOADING = 64;

/** Returns the table of an open state. */
export function taintsTable(connection: Connection): Taints {
  const grams = gramFilter(connection);
  const lastId = () => connection.prepare<{ id: number }>(LAST_ID).get()?.id ?? 0;
  const isEmpty = () => connection.prepare<{ id: number }>(ANY).get() === null;
  return {
    isEmpty,
    lastId,
    copyOf: (line) => {
      if (isEmpty()) return null;
      const copy = copyText(line);
      if (copy === null) return null;
      const wanted = grams.known([...copy.shingles, ...copy.windows]);
      return wanted.length === 0 ? null : copyAmong(connection, copy, wanted);
    },
    addedAfter: (id) => connection.prepare<Taint>(ADDED_AFTER).all(id),
  };
}

/** Writes tainted lines; part of the ledger's transactions. */
export interface TaintWriter {
  /** Adds a line under its row, or replaces its class. */
  put(
    row: { readonly pathId: number; readonly hash: string; readonly line: string; readonly origin: OriginClass },
  ): void;
  /** Removes what lies under a row. */
  remove(pathId: number, hash: string): void;
  /** Moves all lines of a path; those that the other path has already are dropped. */
  move(fromId: number, toId: number): void;
}

/** Returns the writer of an open state. */
export function taintWriter(connection: Connection): TaintWriter {
  const drop = (rows: readonly { readonly id: number }[]) => {
    for (const { id } of rows) {
      connection.prepare(DELETE_GRAMS).run(id);
      connection.prepare(DELETE).run(id);
    }
  };
  const remove = (pathId: number, hash: string) => drop(connection.prepare<{ id: number }>(FIND).all(pathId, hash));
  return {
    remove,
    put: ({ pathId, hash, line, origin }) => {
      const copy = copyText(line);
      if (copy === null) return;
      remove(pathId, hash);
      const added = connection.prepare(INSERT).run(pathId, hash, origin, copy.folded, copy.shingles.length);
      const id = Number(added.lastInsertRowid);
      connection.prepare(INSERT_GRAMS).run(id, 1, JSON.stringify(copy.shingles));
      connection.prepare(INSERT_GRAMS).run(id, 0, JSON.stringify(copy.windows));
    },
    move: (fromId, toId) => {
      connection.prepare(MOVE).run(toId, fromId);
      drop(connection.prepare<{ id: number }>(OF_PATH).all(fromId));
    },
  };
}

interface GramMatch {
  readonly origin: OriginClass;
  readonly text: string;
  readonly size: number;
  readonly shared: number;
}

function copyAmong(connection: Connection, copy: CopyText, grams: readonly number[]): OriginClass | null {
  let found: OriginClass | null = null;
  for (const match of connection.prepare<GramMatch>(MATCHES).all(JSON.stringify(grams))) {
    if (isCopy(copy, match)) found = found === null ? match.origin : leastTrusted(found, match.origin);
  }
  return found;
}

function isCopy({ folded, shingles }: CopyText, match: GramMatch): boolean {
  const smaller = Math.min(shingles.length, match.size);
  if (smaller > 0 && match.shared >= COPY_SHARE * smaller) return true;
  return match.text.includes(folded) || folded.includes(match.text);
}

/** Returns what of some hashes may be in the table: all, until loading the table pays. */
function gramFilter(connection: Connection): { known(grams: readonly number[]): readonly number[] } {
  let lookups = 0;
  let loadedAt = -1;
  let loaded = new Set<number>();
  return {
    known: (grams) => {
      lookups++;
      if (lookups < LOOKUPS_BEFORE_LOADING) return grams;
      // Ids only grow. Hashes of lines that were removed since may linger here; the query then finds nothing.
      const present = connection.prepare<{ id: number }>(LAST_ID).get()?.id ?? 0;
      if (present !== loadedAt) {
        const rows = connection.prepare<{ gram: number }>(SOME_GRAMS).all(MOST_LOADED_GRAMS);
        loaded = new Set(rows.map((row) => row.gram));
        loadedAt = present;
      }
      return loaded.size === MOST_LOADED_GRAMS ? grams : grams.filter((gram) => loaded.has(gram));
    },
  };
}

/** More hashes than these, about 20 MB in memory, are not loaded: then every line costs a query. */
const MOST_LOADED_GRAMS = 500_000;

const ANY = "SELECT id FROM taints LIMIT 1";
const LAST_ID = "SELECT seq AS id FROM sqlite_sequence WHERE name = 'taints'";
const ADDED_AFTER = "SELECT id, origin, text FROM taints WHERE id > ? ORDER BY id";
const FIND = "SELECT id FROM taints WHERE path_id = ? AND hash = unhex(?)";
const OF_PATH = "SELECT id FROM taints WHERE path_id = ?";
const INSERT = "INSERT INTO taints (path_id, hash, origin, text, shingles) VALUES (?, unhex(?), ?, ?, ?)";
const INSERT_GRAMS = `INSERT INTO taint_grams (gram, taint_id, is_shingle) SELECT value, ?1, ?2 FROM json_each(?3)
  WHERE true ON CONFLICT DO NOTHING`;
const DELETE = "DELETE FROM taints WHERE id = ?";
const DELETE_GRAMS = "DELETE FROM taint_grams WHERE taint_id = ?";
const MOVE = "UPDATE OR IGNORE taints SET path_id = ? WHERE path_id = ?";
const MATCHES = `SELECT t.origin, t.text, t.shingles AS size, sum(g.is_shingle) AS shared
  FROM taint_grams AS g JOIN taints AS t ON t.id = g.taint_id
  WHERE g.gram IN (SELECT value FROM json_each(?)) GROUP BY t.id`;
const SOME_GRAMS = "SELECT DISTINCT gram FROM taint_grams LIMIT ?";
