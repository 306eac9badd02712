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
import { enterQueue } from "./lock_queue.ts";
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
    begin(db, request.waitMs, join(request.locksDir, `${request.name}.queue`));
  } catch (error) {
    db?.close();
    if (isBusy(error)) throw (request.onBusy ?? busyError(request.name))(readHolder(holderPath));
    throw explainSqlite(error, "lock", path);
  }
  const taken = db;
  try {
    writeFileSync(holderPath, `${JSON.stringify({ pid: process.pid, since: new Date().toISOString() })}\n`);
  } catch (error) {
    // The lock holds without a name beside it: what cannot be done on a full disk, or where this user may not write, is
    // said by the work itself.
    if (errorCode(error) === undefined) {
      taken.close();
      throw error;
    }
  }
  // Closing ends the transaction.
  return () => taken.close();
}

/** A writer waits with others in a queue; who has less time than that looks as often as it can. In milliseconds. */
const LEAST_QUEUED_MS = 1_000;

/**
 * Begins the transaction as soon as nobody else has one. SQLite's own waiting looks the less often the longer it has
 * waited, so that among forty writers those that came last are served first and some wait for minutes; here those who wait
 * are served in the order in which they came. Who comes while the lock is free takes it: to wake who is first takes a while.
 */
function begin(db: Database, waitMs: number, queueDir: string): void {
  db.run("PRAGMA busy_timeout = 0");
  const isQueued = waitMs >= LEAST_QUEUED_MS;
  if (hasBegun(db, waitMs > 0)) return;
  const start = performance.now();
  const ticket = isQueued ? enterQueue(queueDir, Date.now()) : null;
  try {
    let firstMs = start;
    for (let lastMs = start;;) {
      const nowMs = performance.now();
      const leftMs = waitMs - (nowMs - start);
      const place = ticket?.place() ?? 0;
      if (place > 0) firstMs = nowMs;
      // Now and then whatever the queue says: it may be wrong.
      if (place === 0 || nowMs - lastMs >= LONGEST_PAUSE_MS || leftMs <= 0) {
        if (hasBegun(db, leftMs > 0)) return;
        lastMs = nowMs;
      }
      Bun.sleepSync(Math.max(0, Math.min(leftMs, pauseOf(place, nowMs - firstMs))));
    }
  } finally {
    ticket?.leave();
  }
}

/** @param mayWait whether there is time to try again @throws the error of SQLite, busy if there is not */
function hasBegun(db: Database, mayWait: boolean): boolean {
  try {
    db.run("BEGIN IMMEDIATE");
    return true;
  } catch (error) {
    if (!isBusy(error) || !mayWait) throw error;
    return false;
  }
}

/** Returns for how long nobody has to look, in milliseconds. */
function pauseOf(place: number, firstForMs: number): number {
  if (place > 0) return Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS + place * HELD_MS / 2);
  return Math.min(HELD_MS, SHORTEST_PAUSE_MS + firstForMs / PATIENCE);
}

/** The longest pause between two looks, in milliseconds: longer than that nothing wrong in the queue holds anybody up. */
const LONGEST_PAUSE_MS = 250;
/** The shortest one, in milliseconds: a tenth of the time for which a writer holds the diary. */
const SHORTEST_PAUSE_MS = 1;
/** For about so long a writer holds the diary, in milliseconds: two syncs of a disk. */
const HELD_MS = 8;
/** Who is first looks again after this part of the time for which it has been so. */
const PATIENCE = 4;

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

/** Returns who took a lock last, from the file beside it; `null` if it says nothing. */
export function readHolder(path: string): LockHolder | null {
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
