/**
 * Which file a path really means once links are followed, and whether it lies where it should (SPEC 3.3).
 *
 * @module
 */
import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { errorCode, MemoryError } from "../base/errors.ts";

/**
 * Returns the real path of a file that is about to be written and may not exist yet.
 *
 * @param within real path of the folder it must lie in; anywhere if left out
 * @throws {MemoryError} failed, if it leads out of that folder
 * @throws the system's error, if a link leads nowhere or round in a circle
 */
export function realTarget(path: string, within?: string): string {
  const target = isLink(path) ? realpathSync(path) : join(realFolder(dirname(path)), basename(path));
  if (within !== undefined && !target.startsWith(within.endsWith(sep) ? within : within + sep)) {
    throw new MemoryError(`Cannot write "${path}": it leads to "${target}", outside "${within}"`, {
      hint: "remove the link, or make it point inside the workspace",
    });
  }
  return target;
}

/** Returns the real path of what is there, and the path as it is of what is missing or may not be looked at. */
export function realIfThere(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "EACCES") return path;
    throw error;
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** Resolves what exists of a folder's path and keeps the rest: a link higher up must count for missing folders too. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    if (errorCode(error) !== "ENOENT" || isLink(folder) || dirname(folder) === folder) throw error;
    return join(realFolder(dirname(folder)), basename(folder));
  }
}
