/**
 * The files that atomic writers use while they write, and what becomes of those whose writer was killed.
 *
 * @module
 */
import { readdirSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../base/errors.ts";
import { randomHex } from "../base/hash.ts";

/** Returns a new name for a file that is being written. */
export function tempName(): string {
  return `${TEMP_PREFIX}${randomHex(TEMP_NAME_BYTES)}${TEMP_SUFFIX}`;
}

/** Returns whether a file name is one of {@linkcode tempName}. */
export function isTempName(name: string): boolean {
  return name.startsWith(TEMP_PREFIX) && name.endsWith(TEMP_SUFFIX);
}

/**
 * Removes temporary files that killed writers left in a folder, and returns their names.
 *
 * @param nowMs compared with the times of the files; a simulated time that lies before them removes nothing
 */
export function removeStaleTemps(folder: string, nowMs: number): string[] {
  return staleTemps(folder, nowMs).filter((name) => removeIfThere(join(folder, name)));
}

/** Returns the names that {@linkcode removeStaleTemps} would remove. */
export function staleTemps(folder: string, nowMs: number): string[] {
  return readdirSync(folder).filter((name) => {
    if (!isTempName(name)) return false;
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    return stats !== undefined && nowMs - stats.mtimeMs >= STALE_TEMP_MS;
  });
}

/** Removes a file, and returns whether it was there. */
export function removeIfThere(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** The dot keeps it out of listings, and the length leaves room for any name that a file system takes. */
const TEMP_PREFIX = ".memory-";
const TEMP_SUFFIX = ".tmp";

/** 64 random bits: writers of one folder do not meet. */
const TEMP_NAME_BYTES = 8;

/** A writer needs its file for milliseconds, and on a disk that stalls for seconds: after ten minutes it is abandoned. */
const STALE_TEMP_MS = 600_000;
