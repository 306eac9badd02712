/**
 * One connection to one SQLite file. Where SQLite surprises, the reason stands beside the line that deals with it.
 *
 * @module
 */
import { Database } from "bun:sqlite";
import { accessSync, chmodSync, constants, lstatSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../base/errors.ts";
import { type Connection, connectionOf } from "./connection_of.ts";
import { isDiskFull } from "./disk_space.ts";
import { explainSqlite, isCorrupt, isOutOfRoom, isPassing, isUnwritable } from "./sqlite_errors.ts";

export type { Connection } from "./connection_of.ts";

/** How long a statement waits for another process, in milliseconds. Every write here takes far less. */
export const BUSY_TIMEOUT_MS = 10_000;

/** The path of a database that lies in memory and ends with its connection. */
export const IN_MEMORY = ":memory:";

/** How to connect. */
export interface ConnectOptions {
  /** `FULL`: a commit survives a power cut; `NORMAL`: it may be lost but nothing breaks (in WAL mode). */
  readonly synchronous: "FULL" | "NORMAL";
  /** How long a statement waits for another process, in milliseconds. @default BUSY_TIMEOUT_MS */
  readonly busyMs?: number;
  /** Sized for transactions of many megabytes. @default false */
  readonly isBulk?: boolean;
  /** Makes no file and changes no row, for who only looks: every write throws, as on a medium that is protected. @default false */
  readonly readsOnly?: boolean;
}

/**
 * Opens a file, which is made if it is absent. A file that cannot be written, or whose disk is full, is opened as it is:
 * who only reads can go on.
 *
 * @throws {MemoryError} failed, when it cannot be opened; busy, when another process blocks it; see `isCorrupt`
 */
export function connect(path: string, options: ConnectOptions): Connection {
  try {
    return openWritable(path, options);
  } catch (error) {
    if (!isUnwritable(error) && !isOutOfRoom(error)) throw explainSqlite(error, "open", path);
    try {
      return isOutOfRoom(error) && hasLog(path) ? openAlone(path, options) : openImmutable(path);
    } catch (again) {
      // Unless it is damaged, why it cannot be written is the better reason than why it cannot be read either.
      throw explainSqlite(isCorrupt(again) ? again : error, "open", path);
    }
  }
}

/** Returns the schema version of a file; 0 for a new one. */
export function schemaVersion(connection: Connection): number {
  const [row] = connection.prepare("PRAGMA user_version").values();
  return Number(row?.[0] ?? 0);
}

/**
 * Turns on write-ahead logging; the file remembers it. SQLite calls no busy handler for this switch, so with other
 * processes at the same new file it has to be tried again here.
 *
 * @returns whether the file is in WAL mode now; some network file systems cannot do it
 */
export function enterWal(connection: Connection): boolean {
  return untilFree(() => {
    const [row] = connection.prepare("PRAGMA journal_mode = WAL").values();
    return row?.[0] === "wal";
  });
}

/** Tries again what SQLite's own waiting does not cover. */
function untilFree<T>(attempt: () => T, busyMs: number = BUSY_TIMEOUT_MS): T {
  const deadline = performance.now() + busyMs;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isPassing(error) || performance.now() > deadline) throw error;
    }
    Bun.sleepSync(1 + Math.random() * RETRY_MS);
  }
}

/** The longest pause between two tries of {@linkcode untilFree}, in milliseconds; random, so that processes spread out. */
const RETRY_MS = 20;

/** `SQLITE_OPEN_READONLY | SQLITE_OPEN_URI`. */
const OPEN_READONLY_URI = 0x01 | 0x40;

function openWritable(path: string, options: ConnectOptions): Connection {
  const { busyMs = BUSY_TIMEOUT_MS, synchronous, readsOnly = false } = options;
  if (path !== IN_MEMORY && !readsOnly) freeLog(path);
  const db = new Database(path, { readwrite: true, create: !readsOnly });
  try {
    // Any of these may read the file, and so meet another process that recovers or deletes its log.
    untilFree(() =>
      db.run(`PRAGMA busy_timeout = ${busyMs}; PRAGMA foreign_keys = ON;
      PRAGMA synchronous = ${options.synchronous}; PRAGMA journal_size_limit = ${KEPT_WAL_BYTES};
      ${options.isBulk === true ? BULK : ""}`), busyMs);

    // Opening reads nothing yet: on a folder that cannot be written a WAL file fails only here.
    untilFree(() => db.run("SELECT 1 FROM sqlite_schema LIMIT 1"), busyMs);
  } catch (error) {
    db.close();
    throw error;
  }

  if (path === IN_MEMORY) return connectionOf(db, path, { refusal: null, synchronous });
  if (readsOnly) {
    db.run("PRAGMA query_only = ON");
    return connectionOf(db, path, { refusal: "protected", synchronous });
  }
  if (!isWritable(path)) return connectionOf(db, path, { refusal: "protected", synchronous });
  if (!isDiskFull(path)) return connectionOf(db, path, { refusal: null, synchronous });
  // Opening found room; a write would not, and perhaps only in the middle of an answer.
  return connectionOf(db, path, { refusal: "full", synchronous });
}

/**
 * Gives the log of a file, and its -shm file, the file's own mode where they lost it: made while the file was protected they
 * are protected as well, nobody who only reads deletes them, and then nobody could write ever after.
 */
function freeLog(path: string): void {
  for (const beside of [`${path}-shm`, `${path}-wal`]) {
    const stats = lstatSync(beside, { throwIfNoEntry: false });
    if (stats === undefined || !stats.isFile() || (stats.mode & OWNERS_WRITE) !== 0) continue;
    try {
      chmodSync(beside, statSync(path).mode & MODE_BITS);
    } catch (error) {
      // Gone meanwhile, or somebody else's: what follows says so.
      if (errorCode(error) === undefined) throw error;
    }
  }
}

const OWNERS_WRITE = 0o200;
const MODE_BITS = 0o777;

/** SQLite opens a protected file for reading without a word; a log beside it needs a folder that can be written, too. */
function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

/** A WAL file that grew beyond this, 8 MiB, is cut back at the next checkpoint. */
const KEPT_WAL_BYTES = 8 * 1024 * 1024;

/**
 * 16 MiB of cache, so that a transaction does not write out pages that it will change again, and a checkpoint every
 * 16,000 pages (64 MB) instead of 1,000, so that pages that every transaction changes are copied less often. Who closes
 * last copies what is left.
 */
const BULK = "PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 16000";

/**
 * Opens a file to read where no -shm file can be made, and none is: it takes no lock, waits for nobody and leaves no trace.
 * Who has it open to write meanwhile may make it read what never was, which a mere offer can bear.
 *
 * @throws {Error} of SQLite, when it is not there or no database
 */
export function openImmutable(path: string): Connection {
  const uri = `file:${encodeURI(path).replaceAll("?", "%3F").replaceAll("#", "%23")}`;
  // With `immutable` SQLite takes no locks and ignores a log. What a killed process left there is read by who has the
  // file alone; that takes a lock for writing, which a read-only file refuses, or the file system without locks.
  const isLogged = hasLog(path) && process.platform !== "win32";
  const db = new Database(`${uri}${isLogged ? "?mode=ro&vfs=unix-none" : "?immutable=1"}`, OPEN_READONLY_URI);
  try {
    if (isLogged) db.run("PRAGMA locking_mode = EXCLUSIVE");
    db.run("SELECT 1 FROM sqlite_schema LIMIT 1");
  } catch (error) {
    db.close();
    throw error;
  }
  return connectionOf(db, path, { refusal: isDiskFull(path) ? "full" : "protected", synchronous: "FULL" });
}

/** Returns whether there is a log with something in it, which `immutable` would ignore. */
function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Opens a file whose log has to be read where no -shm file can be made: who has it alone needs none. */
function openAlone(path: string, { busyMs = BUSY_TIMEOUT_MS }: ConnectOptions): Connection {
  const db = new Database(path, { readwrite: true });
  try {
    db.run(`PRAGMA busy_timeout = ${busyMs}; PRAGMA locking_mode = EXCLUSIVE`);
    untilFree(() => db.run("SELECT 1 FROM sqlite_schema LIMIT 1"), busyMs);
  } catch (error) {
    db.close();
    throw error;
  }
  return connectionOf(db, path, { refusal: "full", synchronous: "FULL" });
}
