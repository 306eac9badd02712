/**
 * The file of the index: made when absent, deleted and made again when it is damaged or of another version. Of another
 * version its embeddings are taken along.
 *
 * @module
 */
import { renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode, MemoryError } from "../../base/errors.ts";
import { connect, type Connection, type ConnectOptions, IN_MEMORY, schemaVersion } from "../connect.ts";
import { withLock } from "../lock.ts";
import { migrate } from "../migrate.ts";
import { isDiskFull } from "../disk_space.ts";
import { DATABASE_SUFFIXES, setAside } from "../set_aside.ts";
import { explainSqlite, isCorrupt, isFolder, isOutOfRoom, isUnwritable } from "../sqlite_errors.ts";
import { carryEmbeddings } from "./carry_embeddings.ts";
import schemaSql from "./schema.sql" with { type: "text" };

/** Version of `schema.sql`; a file with another one is built again, with the embeddings that it holds. */
export const INDEX_SCHEMA_VERSION = 6;

/** An opened index file. */
export interface IndexFile {
  /** To a usable index. */
  readonly connection: Connection;
  /** What a person has to be told about the opening, in whole sentences; usually empty. */
  readonly notices: readonly string[];
}

type OpenOptions = Pick<ConnectOptions, "busyMs" | "readsOnly">;

/**
 * Opens a usable index. Where nothing can be written, a usable file is opened as it is; else the index lives in memory.
 * A folder in its place is set aside: somebody may want what is in it.
 *
 * @param options how long a statement waits for another process, that of `connect` if left out; and whether nothing may be
 * made, deleted or written, for who only looks: then what cannot be read is as empty as a new one
 */
export function openIndexFile(path: string, options: OpenOptions = {}): IndexFile {
  try {
    const connection = openInPlace(path, options);
    // Made by one at a time: between two files that somebody deletes there must be nobody who makes the first again.
    return connection === null ? resetIndexFile(path, () => []) : opened(path, connection);
  } catch (error) {
    if (options.readsOnly === true) return { connection: openUsable(IN_MEMORY), notices: [] };
    if (isUnusableIndex(error) || (path !== IN_MEMORY && isFolder(path))) return replaced(path, error);
    if (isUnwritable(error) || isOutOfRoom(error)) return opened(path, openUsable(IN_MEMORY));
    throw error;
  }
}

/**
 * Deletes an index and opens an empty one; see {@linkcode openIndexFile}.
 *
 * @param replace called under the lock, in place of deleting; returns what a person has to be told
 */
export function resetIndexFile(path: string, replace: (path: string) => readonly string[] = deleted): IndexFile {
  if (path === IN_MEMORY) return opened(path, openUsable(path));
  const lock = { locksDir: join(dirname(path), "locks"), name: "index-recovery", waitMs: RECOVERY_WAIT_MS };
  try {
    return withLock(lock, () => {
      const moved = isFolder(path) ? setAside(path, new Date().toISOString()) : [];
      const told = replace(path);
      return opened(path, openUsable(path), [...moved.map(movedNotice), ...told]);
    });
  } catch (error) {
    if (isUnwritable(error) || isOutOfRoom(error) || UNWRITABLE_CODES.has(errorCode(error) ?? "")) {
      return opened(path, openUsable(IN_MEMORY));
    }
    throw error;
  }
}

function movedNotice(target: string): string {
  return `A folder lay in place of the index and has been set aside as "${target}"`;
}

function deleted(path: string): readonly string[] {
  deleteIndexFile(path);
  return [];
}

/** Opens a usable index in place of one that an error says is not. */
function replaced(path: string, error: unknown): IndexFile {
  return resetIndexFile(path, () => {
    // Another process may have made the file anew while this one waited.
    if (isUsable(path)) return [];
    if (!isOtherVersion(error)) return deleted(path);
    if (carriedOver(path)) return [`${OTHER_VERSION}; what was embedded is kept`];
    deleteIndexFile(path);
    return [OTHER_VERSION];
  });
}

const OTHER_VERSION = "The index was written by another version of the program and is built anew";

/**
 * Puts an empty index with the embeddings of the old one in its place and returns whether that could be done. It is made
 * in a second file: who is killed before that is whole leaves the old one as it was, and begins again.
 */
function carriedOver(path: string): boolean {
  const next = `${path}.carried`;
  try {
    deleteIndexFile(next);
    const connection = openUsable(next);
    try {
      // Where no second file can be made this one lies in memory.
      if (connection.path !== next || connection.isReadonly || !carryEmbeddings(connection, path)) return false;
    } finally {
      connection.close();
    }
    // The log of the old file would be read as that of the new one.
    for (const suffix of DATABASE_SUFFIXES.slice(1)) rmSync(path + suffix, { force: true });
    renameSync(next, path);
    return true;
  } catch (error) {
    // Locked, damaged, no room or no right: it is then built without.
    if (errorCode(error) === undefined && !(error instanceof MemoryError)) throw error;
    return false;
  } finally {
    deleteIndexFile(next);
  }
}

function opened(path: string, connection: Connection, told: readonly string[] = []): IndexFile {
  const notices = [...told];
  if (path !== IN_MEMORY && connection.path === IN_MEMORY) {
    const why = isDiskFull(path) ? "The disk is full: the index" : "The index cannot be kept here: it";
    notices.push(`${why} is built in memory each time`);
  } else if (connection.isDiskFull) notices.push("The disk is full: the index serves as it is");
  else if (connection.isReadonly) notices.push("The index cannot be written here: it serves as it is");
  return { connection, notices };
}

/** Deletes an index with its log. */
export function deleteIndexFile(path: string): void {
  for (const suffix of DATABASE_SUFFIXES) rmSync(path + suffix, { force: true });
}

/** Returns whether an error says that the index is damaged or not one of this version. */
export function isUnusableIndex(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return isCorrupt(error) || NOT_OURS.test(error.message) || isUnusableIndex(error.cause);
}

function isOtherVersion(error: unknown): boolean {
  return error instanceof Error && (/^Index schema/.test(error.message) || isOtherVersion(error.cause));
}

/** Deleting and making a file takes milliseconds; many processes may find the damage at once. */
const RECOVERY_WAIT_MS = 10_000;

/**
 * What SQLite says of a database with other tables than ours, what {@linkcode openUsable} says of other versions, and what
 * a scan says of vectors that somebody deleted.
 */
const NOT_OURS = /^(?:no such table|table \S+ already exists|Index schema|Index vectors)/;

const UNWRITABLE_CODES: ReadonlySet<string> = new Set(["EROFS", "EACCES", "EPERM"]);

function isUsable(path: string): boolean {
  try {
    openUsable(path).close();
    return true;
  } catch (error) {
    if (isUnusableIndex(error)) return false;
    throw error;
  }
}

/**
 * Opens the file that is there, and only together with its own log: while somebody puts another one in its place, the log
 * found by name may be that of the other one. `null` if there is no file and one may be made.
 */
function openInPlace(path: string, options: OpenOptions): Connection | null {
  if (path === IN_MEMORY || options.readsOnly === true) return openUsable(path, options);
  for (;;) {
    const before = fileNumber(path);
    if (before === null) return null;
    try {
      const connection = openUsable(path, options);
      // One that lies in memory, or is read as it stands, has no log of its own.
      if (connection.path !== path || fileNumber(path) === before) return connection;
      connection.close();
    } catch (error) {
      if (fileNumber(path) === before) throw error;
    }
  }
}

function fileNumber(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}

function openUsable(path: string, options: OpenOptions = {}): Connection {
  const connection = connect(path, {
    synchronous: "NORMAL",
    isBulk: true,
    ...options,
  });
  try {
    const version = schemaVersion(connection);
    if (version === INDEX_SCHEMA_VERSION) return connection;
    if (version !== 0) throw new Error(`Index schema ${version} is not ${INDEX_SCHEMA_VERSION}`);
    if (connection.isReadonly) {
      connection.close();
      return openUsable(IN_MEMORY);
    }
    migrate(connection, { migrations: INDEX_MIGRATIONS, onCreate: () => undefined });
    return connection;
  } catch (error) {
    connection.close();
    throw explainSqlite(error, "open", path);
  }
}

const INDEX_MIGRATIONS = [{ version: INDEX_SCHEMA_VERSION, name: "index", sql: schemaSql }];
