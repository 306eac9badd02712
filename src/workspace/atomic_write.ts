/**
 * Whole-file writes that a crash leaves either old or new: temporary file in the same folder, fsync, comparison, rename,
 * fsync of the folder (SPEC 8.8).
 *
 * @module
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { errorCode, MemoryError } from "../base/errors.ts";
import { sha256Hex } from "../base/hash.ts";
import { realTarget } from "./real_target.ts";
import { stampOf } from "./stamp_of.ts";
import { swapIn } from "./swap_in.ts";
import { removeIfThere, tempName } from "./temp_files.ts";
import { writeFailure } from "./write_failure.ts";

/** How {@linkcode writeFileAtomic} writes. */
export interface AtomicWriteOptions {
  /** Mode of a new file, before the umask; an existing file keeps its own. @default 0o666 */
  readonly mode?: number;
  /**
   * SHA-256 of the bytes that the caller built upon; `null` if there must be no file. The write is given up if the live
   * file differs. Left out: no comparison.
   */
  readonly expectedHash?: string | null;
  /** Real path of a folder that the target, links followed, must lie in. */
  readonly within?: string;
  /**
   * Exchanges the files where the system can, so that what is saved between comparison and rename is noticed as well; only
   * with a hash to compare, and for one writer at a time. What a kill leaves is for `recoverHeld`. @default false
   */
  readonly isExchanged?: boolean;
}

/**
 * Replaces or creates a file as a whole, with its folder if that is missing. A link is written through, not replaced; a
 * live file keeps its mode and, where the system allows, its owner. A file without write permission is not replaced.
 *
 * @returns `changed`, and nothing was written, if the file is not what `expectedHash` says
 * @throws {MemoryError} failed, if the disk is full, the file may not be written or it leads outside; the old file is
 * whole and no temporary file is left
 */
export function writeFileAtomic(
  path: string,
  data: string | Uint8Array,
  options: AtomicWriteOptions = {},
): "written" | "changed" {
  try {
    const target = realTarget(path, options.within);
    const live = statSync(target, { throwIfNoEntry: false });
    if (live !== undefined) refuseIfProtected(target, live);
    const folder = dirname(target);
    mkdirSync(folder, { recursive: true });
    const temp = join(folder, tempName());
    try {
      const bytes = typeof data === "string" ? Buffer.from(data) : data;
      writeTemp(temp, bytes, live ?? options.mode ?? 0o666);
      return publish({ temp, target, bytes }, options);
    } finally {
      removeIfThere(temp);
    }
  } catch (cause) {
    throw writeFailure("write", path, cause);
  }
}

/** Codes by which a file system says that it has no hard links. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** Codes by which a system says that it cannot sync a folder (Windows, some network disks): there it need not be done. */
const NO_FOLDER_SYNC: ReadonlySet<string> = new Set(["EINVAL", "EISDIR", "EPERM", "EACCES", "ENOTSUP", "EBADF"]);

function refuseIfProtected(target: string, live: Stats): void {
  if (!live.isFile()) throw new MemoryError(`Cannot write "${target}": it is not a regular file`);
  // A rename asks only for the folder's permission; taking write permission from the file must protect it all the same.
  accessSync(target, constants.W_OK);
}

function writeTemp(temp: string, bytes: Uint8Array, like: Stats | number): void {
  const file = openSync(temp, "wx", typeof like === "number" ? like : 0o600);
  try {
    if (typeof like !== "number") keepOwnerAndMode(file, like);
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function keepOwnerAndMode(file: number, live: Stats): void {
  const own = fstatSync(file);
  if (own.uid !== live.uid || own.gid !== live.gid) {
    try {
      fchownSync(file, live.uid, live.gid);
    } catch (error) {
      // Only root may give a file away. Whoever may write the folder may own the new file.
      if (errorCode(error) !== "EPERM") throw error;
    }
  }
  fchmodSync(file, live.mode & 0o7777);
}

interface Publishing {
  readonly temp: string;
  readonly target: string;
  readonly bytes: Uint8Array;
}

function publish(
  { temp, target, bytes }: Publishing,
  { expectedHash, isExchanged = false }: AtomicWriteOptions,
): "written" | "changed" {
  const folder = dirname(target);
  const settle = () => syncFolder(folder);
  if (expectedHash === null) return publishNew(temp, target, settle);
  const seen = expectedHash === undefined ? null : stampOf(target);
  if (expectedHash !== undefined && hashOf(target) !== expectedHash) return "changed";
  // Looked at once more in the very last moment: while the bytes are read and hashed an editor has time to save.
  if (seen !== null && stampOf(target) !== seen) return "changed";
  if (isExchanged && expectedHash !== undefined) {
    const outcome = swapIn({ temp, target, bytes, expected: expectedHash }, { settle });
    if (outcome !== "unable") return outcome;
    if (stampOf(target) !== seen) return "changed";
  }
  renameSync(temp, target);
  settle();
  return "written";
}

/** A hard link, unlike a rename, refuses to replace a file that appeared meanwhile. */
function publishNew(temp: string, target: string, settle: () => void): "written" | "changed" {
  try {
    linkSync(temp, target);
    settle();
    return "written";
  } catch (error) {
    const code = errorCode(error) ?? "";
    if (code === "EEXIST") return "changed";
    if (!NO_LINKS.has(code)) throw error;
    if (existsSync(target)) return "changed";
    renameSync(temp, target);
    settle();
    return "written";
  }
}

function hashOf(path: string): string | null {
  try {
    return sha256Hex(readFileSync(path));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, "r");
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (!NO_FOLDER_SYNC.has(errorCode(error) ?? "")) throw error;
  }
}
