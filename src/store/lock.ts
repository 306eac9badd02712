/**
 * Locks between processes. A lock is a write transaction on an empty SQLite file: the operating system ends it with the
 * process, however that ends, so a lock never outlives its holder and no process id has to be trusted.
 *
 * @module
 */
import { Database } from "bun:sqlite";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode, MemoryError } from "../base/errors.ts";
import { diskFullError, explainSqlite, isBusy, isOutOfRoom } from "./sqlite_errors.ts";

/** Who holds a lock, as far as is known; for messages only. */
export interface LockHolder {
  /** The process that took the lock last. */
  readonly pid: number;
  /** When the process took the lock, ISO 8601. */
  readonly since: string;
}

/** Which lock, and how long to wait for it. */
export interface LockRequest {
  /** The folder of the lock files; made if absent. */
  readonly locksDir: string;
  /** Lower-case letters and `-`: `diary`, `sweep`, `index`. */
  readonly name: string;
  /** Milliseconds; 0 tries once. */
  readonly waitMs: number;
  /** Makes the error when the wait was in vain. @default kind `busy`, naming the holder */
  readonly onBusy?: (holder: LockHolder | null) => MemoryError;
}

/**
 * Runs a synchronous function under a lock and returns its result. Not re-entrant.
 *
 * @throws {MemoryError} busy, when another process kept the lock for longer than `waitMs`
 */
export function withLock<T>(request: LockRequest, work: () => T): T {
  const release = takeLock(request);
  try {
    return work();
  } finally {
    release();
  }
}

/**
 * Takes a lock for work that is not synchronous and returns what gives it back.
 *
 * @throws {MemoryError} busy, when another process kept the lock for longer than `waitMs`
 */
export function takeLock(request: LockRequest): () => void {
  const path = join(request.locksDir, `${request.name}.lock`);
  // The name of the holder stands in a file of its own: opening and closing the lock file itself outside SQLite would
  // drop this process's locks on it.
  const holderPath = join(request.locksDir, `${request.name}.holder`);
  makeFolder(request.locksDir);
  let db: Database | undefined;
  try {
    db = new Database(path, { readwrite: true, create: true });
    begin(db, request.waitMs);
  } catch (error) {
    db?.close();
    if (isBusy(error)) throw (request.onBusy ?? busyError(request.name))(readHolder(holderPath));
    throw explainSqlite(error, "lock", path);
  }
  const taken = db;
  try {
    writeFileSync(holderPath, `${JSON.stringify({ pid: process.pid, since: new Date().toISOString() })}\n`);
  } catch (error) {
    // The lock holds without a name beside it, and on a full disk there is work that can still be done.
    if (!isOutOfRoom(error)) {
      taken.close();
      throw error;
    }
  }
  // Closing ends the transaction.
  return () => taken.close();
}

/**
 * Begins the transaction as soon as nobody else has one. SQLite's own waiting looks the less often the longer it has
 * waited, so that among forty writers those that came last are served first and some wait for minutes; here who has waited
 * longer looks more often.
 */
function begin(db: Database, waitMs: number): void {
  db.run("PRAGMA busy_timeout = 0");
  const start = performance.now();
  for (;;) {
    try {
      db.run("BEGIN IMMEDIATE");
      return;
    } catch (error) {
      const waitedMs = performance.now() - start;
      if (!isBusy(error) || waitedMs >= waitMs) throw error;
      const longest = Math.max(SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS - waitedMs / PATIENCE);
      Bun.sleepSync(Math.min(waitMs - waitedMs, SHORTEST_PAUSE_MS + Math.random() * longest));
    }
  }
}

/** The longest pause between two looks of who has just come, in milliseconds: a writer holds the diary about as long. */
const LONGEST_PAUSE_MS = 40;
/** The shortest one, in milliseconds: forty that look so often take a hundredth of a processor each, and leave the rest. */
const SHORTEST_PAUSE_MS = 5;
/** Milliseconds of waiting that shorten the pause by one: after four seconds it is the shortest. */
const PATIENCE = 100;

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (isOutOfRoom(error)) throw diskFullError("create", path, error);
    if (errorCode(error) !== "EEXIST") throw error;
    throw new MemoryError(`Cannot create the folder "${path}": there is a file of that name`, {
      hint: "move that file away",
      cause: error,
    });
  }
}

function busyError(name: string): (holder: LockHolder | null) => MemoryError {
  return (holder) => {
    const who = holder === null ? "another process" : `process ${holder.pid} since ${holder.since}`;
    return new MemoryError(`Cannot take the lock "${name}": held by ${who}`, {
      kind: "busy",
      hint: "try again when it is done",
    });
  };
}

function readHolder(path: string): LockHolder | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    // Taken a moment ago and not yet named.
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
  const match = /^\{"pid":(\d+),"since":"([^"]+)"\}\n$/.exec(text);
  return match === null ? null : { pid: Number(match[1]), since: match[2] ?? "" };
}
