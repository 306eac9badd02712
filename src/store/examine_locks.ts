/**
 * Which locks are held, and what processes left in their queues. A lock itself ends with its holder; a place in its queue may
 * outlive the process that waited (see `lock_queue.ts`).
 *
 * @module
 */
import { Database } from "bun:sqlite";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../base/errors.ts";
import { type LockHolder, readHolder } from "./lock.ts";
import { leftTickets } from "./lock_queue.ts";
import { isBusy } from "./sqlite_errors.ts";

/** One lock. */
export interface LockFacts {
  /** Its name, as in `sweep`. */
  readonly name: string;
  /** Who holds it now; `null` if nobody does. */
  readonly holder: LockHolder | "unknown" | null;
  /** Absolute paths of places in its queue whose processes are gone. */
  readonly left: readonly string[];
}

/** Returns the locks of a folder, by name. */
export function examineLocks(locksDir: string, nowMs: number): LockFacts[] {
  const names = namesIn(locksDir).flatMap((file) => /^(.+)\.(?:lock|queue)$/.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort().map((name) => {
    const holder = isHeld(join(locksDir, `${name}.lock`))
      ? readHolder(join(locksDir, `${name}.holder`)) ?? "unknown"
      : null;
    return { name, holder, left: leftTickets(join(locksDir, `${name}.queue`), nowMs) };
  });
}

/** A lock is a write transaction: whether another one may begin says it. */
function isHeld(path: string): boolean {
  let db: Database | undefined;
  try {
    db = new Database(path, { readwrite: true });
    db.run("PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK");
    return false;
  } catch (error) {
    // Where it cannot be written nobody can hold it from here.
    if (errorCode(error) === undefined) throw error;
    return isBusy(error);
  } finally {
    db?.close();
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}
