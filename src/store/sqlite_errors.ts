/**
 * What SQLite's errors mean for a person.
 *
 * @module
 */
import { errorCode, MemoryError } from "../base/errors.ts";

/** Returns whether an error, or a cause of it, says that the file is damaged or is no database. */
export function isCorrupt(error: unknown): boolean {
  return hasCode(error, CORRUPT);
}

/** Returns whether an error, or a cause of it, says that the file cannot be written here: medium, rights or folder. */
export function isUnwritable(error: unknown): boolean {
  return hasCode(error, UNWRITABLE);
}

/** Returns whether an error, or a cause of it, says that another process held the file for too long. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, BUSY);
}

/**
 * Returns whether an error may be gone at once: another process was at the file, also in the ways that SQLite calls no
 * busy handler for. Two processes at a new file may both try to delete an empty log, and one of them finds it gone.
 */
export function isPassing(error: unknown): boolean {
  return isBusy(error) || hasCode(error, PASSING);
}

/**
 * Returns an error of SQLite as a {@linkcode MemoryError} that names the file; any other error as it is.
 *
 * @param action completes "Cannot …", such as `write`
 */
export function explainSqlite(error: unknown, action: string, path: string): unknown {
  const code = errorCode(error);
  if (error instanceof MemoryError || code === undefined || !code.startsWith("SQLITE_")) return error;
  const message = `Cannot ${action} "${path}"`;
  if (isBusy(error)) {
    const hint = "try again when it is done";
    return new MemoryError(`${message}: another process held it for too long`, { kind: "busy", hint, cause: error });
  }
  if (code.startsWith("SQLITE_FULL")) {
    const hint = "free some space and try again; nothing was half written";
    return new MemoryError(`${message}: the disk is full`, { hint, cause: error });
  }
  if (isUnwritable(error)) {
    const hint = "check that the folder exists and that you may write to it";
    return new MemoryError(`${message}: it cannot be opened or written here`, { hint, cause: error });
  }
  if (isCorrupt(error)) return new MemoryError(`${message}: the file is damaged`, { cause: error });
  return new MemoryError(message, { kind: "defect", cause: error });
}

const CORRUPT = ["SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_IOERR_SHORT_READ"];
const UNWRITABLE = ["SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM"];
const PASSING = ["SQLITE_IOERR_DELETE_NOENT", "SQLITE_PROTOCOL"];
const BUSY = ["SQLITE_BUSY", "SQLITE_LOCKED"];

function hasCode(error: unknown, prefixes: readonly string[]): boolean {
  for (let at = error; at !== undefined && at !== null;) {
    const code = errorCode(at);
    if (code !== undefined && prefixes.some((prefix) => code.startsWith(prefix))) return true;
    at = at instanceof Error ? at.cause : undefined;
  }
  return false;
}
