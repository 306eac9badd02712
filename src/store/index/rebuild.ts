/**
 * Swapping a second index file in. Its rows are copied in one transaction, so that every reader sees the old index or
 * the new one. Renaming the file over the old one would not do: SQLite finds the log of a database by name, and a
 * process that opened the old file a moment before would then mix it with the log of the new one.
 *
 * @module
 */
import { existsSync, statSync } from "node:fs";
import type { Connection } from "../connect.ts";
import { DATABASE_SUFFIXES } from "../set_aside.ts";
import { deleteIndexFile } from "./index_file.ts";
import type { IndexStore } from "./open_index.ts";
import { linkAllFiles } from "./vectors/link_vectors.ts";

/** The parts of building anew that the pipeline does. */
export interface RebuildSteps {
  /** Fills the second index and returns whether it is whole; others may go on writing the old one. */
  fill(next: IndexStore): boolean;
  /** Runs the rest while nobody else writes the index. */
  exclusively(rest: () => void): void;
  /** Takes up what changed meanwhile and returns whether the second index is whole. */
  catchUp(next: IndexStore): boolean;
}

/** How to build the second file. */
export interface Rebuild extends RebuildSteps {
  /** See {@linkcode IndexMeta.identity}. */
  readonly identity: string;
  /** Opens an index whose keywords are staged. */
  readonly openStaged: (path: string) => IndexStore;
}

/** Does the work of {@linkcode IndexStore.rebuild}, for an index that lies in a file. */
export function rebuild(connection: Connection, steps: Rebuild): void {
  const path = connection.path + SECOND_FILE;
  const next = openNext(path, steps);
  try {
    if (!steps.fill(next)) return;
    steps.exclusively(() => {
      if (!steps.catchUp(next)) return;
      next.close();
      swapIn(connection, path);
      deleteIndexFile(path);
    });
  } finally {
    next.close();
  }
}

/** Opens what an interrupted rebuild left, if it is of the same identity; what was done is not done again. */
function openNext(path: string, { identity, openStaged }: Rebuild): IndexStore {
  let next = openStaged(path);
  const before = next.meta.identity();
  if (before !== identity && before !== null) {
    next.close();
    deleteIndexFile(path);
    next = openStaged(path);
  }
  next.meta.setIdentity(identity);
  return next;
}

/** Does the work of {@linkcode IndexStore.hasRebuild}. */
export function hasRebuild(path: string): boolean {
  return existsSync(path + SECOND_FILE);
}

/** Does the work of {@linkcode IndexStore.sweepRebuild}. */
export function sweepRebuild(path: string, nowMs: number): void {
  const stats = DATABASE_SUFFIXES.map((suffix) => statSync(path + SECOND_FILE + suffix, { throwIfNoEntry: false }));
  const newestMs = Math.max(...stats.map((stat) => stat?.mtimeMs ?? 0));
  if (newestMs > 0 && newestMs < nowMs - ABANDONED_MS) discardRebuild(path);
}

/** Does the work of {@linkcode IndexStore.discardRebuild}. */
export function discardRebuild(path: string): void {
  if (hasRebuild(path)) deleteIndexFile(path + SECOND_FILE);
}

/** Nobody who wants a rebuild finished waits a day: 24 hours. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** Ending of the second file's name. */
const SECOND_FILE = ".next";

/** Replaces all rows of the index by those of a second file whose keywords are staged. */
function swapIn(connection: Connection, nextPath: string): void {
  connection.prepare(ATTACH).run(nextPath);
  try {
    connection.transaction(() => {
      connection.run(SWAP);
      linkAllFiles(connection);
    });
  } finally {
    connection.run(DETACH);
  }
}

const ATTACH = "ATTACH ? AS next";
const DETACH = "DETACH next";
const SWAP = `
  INSERT INTO main.chunk_keywords (chunk_keywords) VALUES ('delete-all');
  DELETE FROM main.file_vectors;
  DELETE FROM main.chunk_origins;
  DELETE FROM main.chunk_notes;
  DELETE FROM main.chunks;
  DELETE FROM main.sources;
  DELETE FROM main.meta;
  INSERT INTO main.meta SELECT * FROM next.meta;
  INSERT INTO main.sources SELECT * FROM next.sources;
  INSERT INTO main.chunks SELECT * FROM next.chunks;
  INSERT INTO main.chunk_notes SELECT * FROM next.chunk_notes;
  INSERT INTO main.chunk_origins SELECT * FROM next.chunk_origins;
  INSERT INTO main.chunk_keywords (rowid, body, parts, context, context_parts)
    SELECT chunk_id, body, parts, context, context_parts FROM next.staged_keywords ORDER BY chunk_id;
`;
