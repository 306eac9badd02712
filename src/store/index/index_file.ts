/**
 * The file of the index: made when absent, deleted and made again when it is damaged or of another version.
 *
 * @module
 */
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode } from "../../base/errors.ts";
import { connect, type Connection, IN_MEMORY, schemaVersion } from "../connect.ts";
import { withLock } from "../lock.ts";
import { migrate } from "../migrate.ts";
import { DATABASE_SUFFIXES } from "../set_aside.ts";
import { explainSqlite, isCorrupt, isUnwritable } from "../sqlite_errors.ts";
import schemaSql from "./schema.sql" with { type: "text" };

/** Version of `schema.sql`; a file with another one is built again. */
export const INDEX_SCHEMA_VERSION = 1;

/**
 * Returns a connection to a usable index. Where nothing can be written, a usable file is opened as it is; else the index
 * lives in memory.
 */
export function openIndexFile(path: string): Connection {
  try {
    return openUsable(path);
  } catch (error) {
    if (isUnusableIndex(error)) return resetIndexFile(path, isUsable);
    if (isUnwritable(error)) return openUsable(IN_MEMORY);
    throw error;
  }
}

/**
 * Deletes an index and returns a connection to an empty one; see {@linkcode openIndexFile}.
 *
 * @param mayKeep asked under the lock: another process may have made the file anew while this one waited
 */
export function resetIndexFile(path: string, mayKeep: (path: string) => boolean = () => false): Connection {
  if (path === IN_MEMORY) return openUsable(path);
  const lock = { locksDir: join(dirname(path), "locks"), name: "index-recovery", waitMs: RECOVERY_WAIT_MS };
  try {
    return withLock(lock, () => {
      if (!mayKeep(path)) deleteIndexFile(path);
      return openUsable(path);
    });
  } catch (error) {
    if (isUnwritable(error) || UNWRITABLE_CODES.has(errorCode(error) ?? "")) return openUsable(IN_MEMORY);
    throw error;
  }
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

/** Deleting and making a file takes milliseconds; many processes may find the damage at once. */
const RECOVERY_WAIT_MS = 10_000;

/** What SQLite says of a database with other tables than ours, and what {@linkcode openUsable} says of other versions. */
const NOT_OURS = /^(?:no such table|table \S+ already exists|Index schema)/;

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

function openUsable(path: string): Connection {
  const connection = connect(path, { synchronous: "NORMAL", isBulk: true });
  try {
    const version = schemaVersion(connection);
    if (version === INDEX_SCHEMA_VERSION) return connection;
    if (version !== 0 || connection.isReadonly) {
      throw new Error(`Index schema ${version} is not ${INDEX_SCHEMA_VERSION}`);
    }
    migrate(connection, { migrations: INDEX_MIGRATIONS, onCreate: () => undefined });
    return connection;
  } catch (error) {
    connection.close();
    throw explainSqlite(error, "open", path);
  }
}

const INDEX_MIGRATIONS = [{ version: INDEX_SCHEMA_VERSION, name: "index", sql: schemaSql }];
