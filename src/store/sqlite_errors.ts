/**
 * What SQLite's errors mean for a person.
 *
 * @module
 */
import { errorCode, MemoryError } from "../base/errors.ts";
import { statSync } from "node:fs";
import { isDiskFull } from "./disk_space.ts";

/** Returns whether an error, or a cause of it, says that the file is damaged or is no database. */
export function isCorrupt(error: unknown): boolean {
  return hasCode(error, CORRUPT);
}

/** Returns whether an error, or a cause of it, says that the file cannot be written here: medium, rights or folder. */
export function isUnwritable(error: unknown): boolean {
  return hasCode(error, UNWRITABLE);
}

/**
 * Returns whether an error, or a cause of it, says that a file could not be made or grow: the disk is full, a quota or a
 * limit is used up, or the disk takes no more for a reason of its own. What is there can usually still be read.
 */
export function isOutOfRoom(error: unknown): boolean {
  return hasCode(error, OUT_OF_ROOM);
}

/** Returns whether an error is one of SQLite that the disk, its rights or another process is to blame for. */
export function isFaultOfPlace(error: unknown): boolean {
  const code = errorCode(error) ?? "";
  return code.startsWith("SQLITE_IOERR") ||
    (code.startsWith("SQLITE_") && (isOutOfRoom(error) || isUnwritable(error) || isBusy(error)));
}

/** Returns whether something that is no file stands where a database should. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
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
  if (isCorrupt(error)) return new MemoryError(`${message}: the file is damaged`, { cause: error });
  if (code.startsWith("SQLITE_FULL")) return diskFullError(action, path, error);
  if (isOutOfRoom(error) || isUnwritable(error)) {
    if (isDiskFull(path)) return diskFullError(action, path, error);
    const [reason, hint] = isOutOfRoom(error) ? FAULTY : isFolder(path) ? FOLDER : UNREACHABLE;
    return new MemoryError(`${message}: ${reason}`, { hint, cause: error });
  }
  if (code.startsWith("SQLITE_IOERR")) {
    return new MemoryError(`${message}: ${FAULTY[0]}`, { hint: FAULTY[1], cause: error });
  }
  return new MemoryError(message, { kind: "defect", cause: error });
}

/** Returns the error of a writer that found the disk full. */
export function diskFullError(action: string, path: string, cause?: unknown): MemoryError {
  return new MemoryError(`Cannot ${action} "${path}": the disk is full`, {
    hint: "free some space and try again; nothing was half written",
    cause,
  });
}

/** Reason and next step. */
type Advice = readonly [reason: string, hint: string];

const FAULTY: Advice = ["the disk reported an error", "check the disk, its quota and the limit on file sizes"];
const FOLDER: Advice = ["it is a folder", "move that folder away"];
const UNREACHABLE: Advice = [
  "it cannot be opened or written here",
  "check that the folder exists and that you may write to it",
];

const CORRUPT = ["SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_IOERR_SHORT_READ"];
/** Of SQLite, and of the system where the folder of the locks is made. */
const UNWRITABLE = [
  "SQLITE_READONLY",
  "SQLITE_CANTOPEN",
  "SQLITE_PERM",
  "EEXIST",
  "ENOTDIR",
  "EACCES",
  "EPERM",
  "EROFS",
];
/** Of SQLite where it writes, grows or syncs a file, and of the system. */
const OUT_OF_ROOM = [
  "SQLITE_FULL",
  "SQLITE_IOERR_SHMSIZE",
  "SQLITE_IOERR_SHMOPEN",
  "SQLITE_IOERR_SHMMAP",
  "SQLITE_IOERR_WRITE",
  "SQLITE_IOERR_FSYNC",
  "SQLITE_IOERR_DIR_FSYNC",
  "SQLITE_IOERR_TRUNCATE",
  "ENOSPC",
  "EDQUOT",
];
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
