/**
 * Swapping a second index file in. Its rows are copied in one transaction, so that every reader sees the old index or
 * the new one. Renaming the file over the old one would not do: SQLite finds the log of a database by name, and a
 * process that opened the old file a moment before would then mix it with the log of the new one.
 *
 * @module
 */
import { existsSync } from "node:fs";
import type { Connection } from "../connect.ts";
import { deleteIndexFile } from "./index_file.ts";
import type { IndexStore } from "./open_index.ts";
import { linkAllFiles } from "./vectors/link_vectors.ts";

/** How to build the second file. */
export interface Rebuild {
  /** See {@linkcode IndexMeta.identity}. */
  readonly identity: string;
  /** Opens an index whose keywords are staged. */
  readonly openStaged: (path: string) => IndexStore;
  /** Fills the second index and returns whether it is whole. */
  readonly fill: (next: IndexStore) => boolean;
}

/** Does the work of {@linkcode IndexStore.rebuild}, for an index that lies in a file. */
export function rebuild(connection: Connection, { identity, openStaged, fill }: Rebuild): void {
  const path = connection.path + SECOND_FILE;
  let next = openStaged(path);
  try {
    if (next.meta.identity() !== identity && next.meta.identity() !== null) {
      next.close();
      deleteIndexFile(path);
      next = openStaged(path);
    }
    next.meta.setIdentity(identity);
    if (!fill(next)) return;
  } finally {
    next.close();
  }
  swapIn(connection, path);
  deleteIndexFile(path);
}

/** Does the work of {@linkcode IndexStore.discardRebuild}. */
export function discardRebuild(path: string): void {
  if (existsSync(path + SECOND_FILE)) deleteIndexFile(path + SECOND_FILE);
}

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
