/**
 * A folder that only this user can write to. Code is loaded from the cache folder, so whoever can write there can act
 * as this user.
 *
 * @module
 */
import { lstatSync, mkdirSync, statSync } from "node:fs";
import type { Obstacle } from "./native_part.ts";

/** Rights of folders made here: only the owner may read, write or enter. */
export const PRIVATE_MODE = 0o700;

/** Permission bits that let the group or everybody write. */
const OTHERS_MAY_WRITE = 0o022;

/**
 * Creates a folder and its parents if need be, and returns what is wrong with it, or `null` if it is this user's alone.
 * The folder itself may be a link (people move their cache to another disk); what counts is what it leads to.
 *
 * @throws {Error} the system's own error when the folder cannot be created
 */
export function preparePrivateFolder(path: string): Obstacle | null {
  mkdirSync(path, { recursive: true, mode: PRIVATE_MODE });
  return folderObstacle(path, statSync(path));
}

/**
 * Returns what is wrong with an existing folder, or `null` if it is a real folder and this user's alone.
 *
 * @throws {Error} the system's own error when the folder cannot be examined
 */
export function privateFolderObstacle(path: string): Obstacle | null {
  return folderObstacle(path, lstatSync(path));
}

interface FolderFacts {
  readonly uid: number;
  readonly mode: number;
  isDirectory(): boolean;
}

function folderObstacle(path: string, facts: FolderFacts): Obstacle | null {
  if (!facts.isDirectory()) {
    return { reason: `"${path}" is not a folder`, hint: `remove "${path}", or set MEMORY_CACHE_DIR to another folder` };
  }
  // Windows has no user ids or permission bits; there the profile folder's own access list protects the cache.
  const uid = process.getuid?.();
  if (uid === undefined) return null;
  if (facts.uid !== uid) {
    return {
      reason: `The folder "${path}" belongs to user ${facts.uid}, not to user ${uid} who runs this`,
      hint: "set MEMORY_CACHE_DIR to a folder of your own",
    };
  }
  if ((facts.mode & OTHERS_MAY_WRITE) !== 0) {
    const bits = (facts.mode & 0o777).toString(8).padStart(3, "0");
    return { reason: `The folder "${path}" can be written by others (mode ${bits})`, hint: `run chmod 700 "${path}"` };
  }
  return null;
}
