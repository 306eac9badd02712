/**
 * Which locks are held, and what processes left in their queues. A lock itself ends with its holder; a place in its queue may
 * outlive the process that waited (see `lock_queue.ts`).
 *
 * @module
 */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { errorCode } from "../base/errors.ts";
import { namesIn } from "../base/names_in.ts";
import { type LockHolder, readHolder } from "./lock.ts";
import { leftTickets } from "./lock_queue.ts";
import { isBusy, isCorrupt } from "./sqlite_errors.ts";

/** One lock. */
export interface LockFacts {
  /** Its name, as in `sweep`. */
  readonly name: string;
  /** Who holds it now; `null` if nobody does. */
  readonly holder: LockHolder | "unknown" | null;
  /** It is no lock any more: nobody can take it. */
  readonly isDamaged: boolean;
  /** Absolute paths of places in its queue whose processes are gone. */
  readonly left: readonly string[];
}

/** Returns the locks of a folder, by name. */
export function examineLocks(locksDir: string, nowMs: number): LockFacts[] {
  const names = namesIn(locksDir).flatMap((file) => /^(.+)\.(?:lock|queue)$/.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort().map((name) => {
    const state = tried(join(locksDir, `${name}.lock`));
    const holder = state === "held" ? readHolder(join(locksDir, `${name}.holder`)) ?? "unknown" : null;
    const left = leftTickets(join(locksDir, `${name}.queue`), nowMs);
    return { name, holder, isDamaged: state === "damaged", left };
  });
}

/** A lock is a write transaction: whether another one may begin says it. */
function tried(path: string): "free" | "held" | "damaged" {
  let db: Database | undefined;
  try {
    db = new Database(path, { readwrite: true });
    db.run("PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK");
    return "free";
  } catch (error) {
    // Where it cannot be written nobody can hold it from here.
    if (errorCode(error) === undefined) throw error;
    return isBusy(error) ? "held" : isCorrupt(error) ? "damaged" : "free";
  } finally {
    db?.close();
  }
}
