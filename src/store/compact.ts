/**
 * Leaves of a database only what it still holds: no free pages, no log (SPEC 7.6).
 *
 * @module
 */
import { BUSY_TIMEOUT_MS, type Connection } from "./connect.ts";
import { isBusy, isOutOfRoom } from "./sqlite_errors.ts";

/** How compacting went. */
export interface Compaction {
  /** Nothing that was deleted is in the file or its log any more. */
  readonly isComplete: boolean;
  /** Why it is, as a short clause; `null` if it is not. */
  readonly reason: string | null;
}

/**
 * Writes a database anew without free pages and empties its log. What another process reads at that moment stays in the
 * log until it is done: then this has to be done again.
 */
export function compact(connection: Connection): Compaction {
  if (connection.isReadonly) return { isComplete: false, reason: "it cannot be written here" };
  try {
    connection.run(`PRAGMA secure_delete = ON; PRAGMA busy_timeout = ${READER_WAIT_MS}`);
    // VACUUM leaves the old pages in the file where a log is used; the checkpoint writes over them and cuts the file.
    connection.run("VACUUM");
    const [row] = connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)").values();
    return Number(row?.[0] ?? 0) === 0 ? { isComplete: true, reason: null } : { isComplete: false, reason: IN_USE };
  } catch (error) {
    if (isBusy(error)) return { isComplete: false, reason: IN_USE };
    if (isOutOfRoom(error)) return { isComplete: false, reason: "there is no room to write it anew" };
    throw error;
  } finally {
    connection.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** A reader of ours is done in milliseconds; who keeps a database open for hours is not waited for. */
const READER_WAIT_MS = 3_000;

const IN_USE = "another process is reading it";
