/**
 * Whether an open file is the one that was looked at before: a link may have taken the place of a file, or of a folder above
 * it, in between (SPEC 13).
 *
 * @module
 */
import { readlinkSync, realpathSync } from "node:fs";
import { errorCode } from "../base/errors.ts";

/**
 * Returns whether an open file lies at a path itself and not behind a link. Linux says where a descriptor leads, whatever
 * happened to the path since; elsewhere the path is followed once more after the opening.
 *
 * @param realPath with links resolved
 */
export function isInPlace(descriptor: number, realPath: string): boolean {
  try {
    return placeOf(descriptor, realPath) === realPath;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

/** What the system adds to the path of a file that was replaced or removed after it was opened: it did lie there. */
const REMOVED = / \(deleted\)$/;

function placeOf(descriptor: number, realPath: string): string {
  if (process.platform !== "linux") return realpathSync(realPath);
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`).replace(REMOVED, "");
  } catch (error) {
    // Where /proc is not mounted.
    if (errorCode(error) === undefined) throw error;
    return realpathSync(realPath);
  }
}
