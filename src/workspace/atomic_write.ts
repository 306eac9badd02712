/**
 * Whole-file writes that a crash leaves either old or new: temporary file in the same folder, fsync, compare, rename,
 * fsync of the folder (SPEC 8.8).
 *
 * @module
 */
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { errorCode, MemoryError } from "../base/errors.ts";
import { randomHex, sha256Hex } from "../base/hash.ts";

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
}

/**
 * Replaces or creates a file as a whole. A link is written through, not replaced.
 *
 * @returns `changed`, and nothing was written, if the file is not what `expectedHash` says
 * @throws {MemoryError} failed, if the disk is full, the folder may not be written or the target leads outside; the old
 * file is whole and no temporary file is left
 */
export function writeFileAtomic(
  path: string,
  data: string | Uint8Array,
  options: AtomicWriteOptions = {},
): "written" | "changed" {
  const target = targetOf(path, options.within);
  const folder = dirname(target);
  const temp = join(folder, `${TEMP_PREFIX}${randomHex(8)}${TEMP_SUFFIX}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeTemp(temp, typeof data === "string" ? Buffer.from(data) : data, liveStats(target) ?? options.mode ?? 0o666);
    const outcome = publish(temp, target, options.expectedHash);
    if (outcome === "written") syncFolder(folder);
    return outcome;
  } catch (cause) {
    throw cause instanceof MemoryError ? cause : writeError(path, cause);
  } finally {
    removeIfThere(temp);
  }
}

/** Returns whether a file name is one that {@linkcode writeFileAtomic} uses while it writes. */
export function isTempName(name: string): boolean {
  return name.startsWith(TEMP_PREFIX) && name.endsWith(TEMP_SUFFIX);
}

/**
 * Removes temporary files that a killed writer left in a folder.
 *
 * @param nowMs the system's time, also in a simulated workspace: it is compared with file times
 * @returns the removed names
 */
export function removeStaleTemps(folder: string, nowMs: number): string[] {
  return readdirSync(folder).filter((name) => {
    if (!isTempName(name)) return false;
    const stats = liveStats(join(folder, name));
    if (stats === undefined || nowMs - stats.mtimeMs < STALE_TEMP_MS) return false;
    return removeIfThere(join(folder, name));
  });
}

const TEMP_PREFIX = ".memory-";
const TEMP_SUFFIX = ".tmp";

/** A writer needs its temporary file for milliseconds, and for seconds on a disk that stalls: ten minutes is abandoned. */
const STALE_TEMP_MS = 600_000;

function targetOf(path: string, within: string | undefined): string {
  const target = isLink(path) ? realpathSync(path) : join(realFolder(dirname(path)), path.slice(dirname(path).length));
  if (within !== undefined && !target.startsWith(within.endsWith("/") ? within : `${within}/`)) {
    throw new MemoryError(`Cannot write "${path}": it leads to "${target}", outside "${within}"`, {
      hint: "remove the link, or make it point inside the workspace",
    });
  }
  return target;
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    return folder;
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function liveStats(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function writeTemp(temp: string, bytes: Uint8Array, like: Stats | number): void {
  const file = openSync(temp, "wx", typeof like === "number" ? like : 0o600);
  try {
    if (typeof like !== "number") {
      fchmodSync(file, like.mode & 0o7777);
      if (process.getuid?.() === 0) fchownSync(file, like.uid, like.gid);
    }
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function publish(temp: string, target: string, expectedHash: string | null | undefined): "written" | "changed" {
  if (expectedHash === null) {
    try {
      // A hard link refuses to replace a file that appeared meanwhile; a rename would not.
      linkSync(temp, target);
      return "written";
    } catch (error) {
      if (errorCode(error) === "EEXIST") return "changed";
      throw error;
    }
  }
  if (expectedHash !== undefined && hashOf(target) !== expectedHash) return "changed";
  renameSync(temp, target);
  return "written";
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
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function removeIfThere(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

function writeError(path: string, cause: unknown): MemoryError {
  return new MemoryError(`Cannot write "${path}": the old content is unchanged`, { cause });
}
