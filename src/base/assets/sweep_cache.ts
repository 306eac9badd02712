/**
 * Keeps the cache folder small: takes away what killed processes left behind, and parts of older versions.
 *
 * @module
 */
import { lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import { randomHex } from "../hash.ts";
import type { PartName } from "./native_part.ts";
import { STAMP_NAME } from "./verify.ts";

/** How a temporary folder begins; the rest of its name is `<part>.<pid>.<random>`. */
export const TEMP_PREFIX = ".unpack.";

/** Age in ms after which a temporary folder is litter; unpacking takes less than a second, minutes on a slow disk. */
const STALE_TEMP_MS = 10 * 60_000;

/**
 * Age in ms after which another version of a part is removed: long enough that two versions of the program, used in
 * turn, do not unpack at every start.
 */
const OLD_VERSION_MS = 30 * 86_400_000;

/** Returns a new name for a temporary folder of this process. */
export function tempName(part: PartName): string {
  return `${TEMP_PREFIX}${part}.${process.pid}.${randomHex(4)}`;
}

/**
 * Returns whether another live process is unpacking this part right now. Process ids of other machines that share the
 * folder are not known here: then both unpack, which costs time and harms nothing.
 */
export function isBeingUnpacked(cacheDir: string, part: PartName, nowMs: number): boolean {
  return temps(cacheDir).some((name) => {
    const [owner, pid] = name.slice(TEMP_PREFIX.length).split(".");
    return owner === part && isAlive(Number(pid)) && ageMs(`${cacheDir}/${name}`, nowMs) < STALE_TEMP_MS;
  });
}

/**
 * Removes stale temporary folders, and folders of other versions of this part whose stamp has not been touched for 30
 * days. Leaves what it cannot remove: on Windows a library that is in use stays.
 */
export function sweepCache(cacheDir: string, part: PartName, current: string): void {
  const nowMs = Date.now();
  const stale = temps(cacheDir).filter((name) => {
    const pid = Number(name.slice(TEMP_PREFIX.length).split(".")[1]);
    return !isAlive(pid) || ageMs(`${cacheDir}/${name}`, nowMs) >= STALE_TEMP_MS;
  });
  const old = readdirSync(cacheDir).filter((name) =>
    name.startsWith(`${part}-`) && name !== current &&
    ageMs(`${cacheDir}/${name}/${STAMP_NAME}`, nowMs) >= OLD_VERSION_MS
  );
  for (const name of [...stale, ...old]) removeFolder(cacheDir, name, part);
}

/** Takes a folder out of the way in one step, then deletes it, so that no other process sees it half empty. */
export function removeFolder(cacheDir: string, name: string, part: PartName): void {
  const doomed = `${cacheDir}/${tempName(part)}`;
  try {
    renameSync(`${cacheDir}/${name}`, doomed);
    rmSync(doomed, { recursive: true, force: true });
  } catch {
    // Another process may have removed it first, or the system holds a file in it open. It is tried again next time.
  }
}

function temps(cacheDir: string): string[] {
  return readdirSync(cacheDir).filter((name) => name.startsWith(TEMP_PREFIX));
}

function ageMs(path: string, nowMs: number): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 0 : nowMs - stats.mtimeMs;
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process exists and belongs to someone else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
