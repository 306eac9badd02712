/**
 * Whether there is room to write. SQLite says "full" only where it writes a page; where it cannot make or grow one of the
 * files beside a database it says "I/O error", and some of that only in the middle of an answer.
 *
 * @module
 */
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../base/errors.ts";

/**
 * What has to be free to begin writing, in bytes: the shared memory files of both databases, 32 KiB each, and as much
 * again for their logs, which is more than a note or a logged answer takes.
 */
const MIN_FREE_BYTES = 128 * 1024;

/**
 * Returns whether the disk of a file is full: less is free than the smallest write needs. Takes some 3 µs; a folder that
 * is missing, or a system that does not say, counts as not full.
 */
export function isDiskFull(path: string): boolean {
  try {
    const { bsize, blocks, bfree, bavail } = statfsSync(dirname(path));
    // Some network file systems report no figures at all. The superuser may take what is reserved for it.
    return blocks > 0 && bsize * (process.geteuid?.() === 0 ? bfree : bavail) < MIN_FREE_BYTES;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
