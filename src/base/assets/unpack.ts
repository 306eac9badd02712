/**
 * Unpacks a native part into the cache folder, once per content hash, in one step: the folder with the final name either
 * is not there or is complete. Any number of processes may do this at the same time (SPEC 11.1).
 *
 * @module
 */
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { resolve } from "node:path";
import { causeChain, errorCode } from "../errors.ts";
import type { AssetFile } from "./manifest.ts";
import type { Obstacle } from "./native_part.ts";
import type { PackedPart } from "./part_source.ts";
import { preparePrivateFolder, PRIVATE_MODE, privateFolderObstacle } from "./private_folder.ts";
import { isBeingUnpacked, removeFolder, sweepCache, tempName } from "./sweep_cache.ts";
import { STAMP_NAME, verify, writeStamp } from "./verify.ts";

/** Where the files of a part are, or why they are not there. */
export type Unpacked = { readonly kind: "ready"; readonly path: string } | ({ readonly kind: "blocked" } & Obstacle);

/** How long to wait for another process that is unpacking the same part, in ms; it takes half a second on two cores. */
const WAIT_FOR_PEER_MS = 10_000;

/** Time between two looks while waiting, in ms. */
const POLL_MS = 20;

/** How often the time of last use is noted, in ms: once a day is enough for pruning after 30 days. */
const TOUCH_AFTER_MS = 86_400_000;

/**
 * Returns the folder that holds the files of a part, unpacked and verified. Never throws for what can be wrong with a
 * cache folder: that is `blocked`, with the reason and the next step in words.
 */
export function unpack(part: PackedPart, cacheDir: string): Unpacked {
  const root = resolve(cacheDir);
  try {
    return existing(part, root) ?? create(part, root);
  } catch (error) {
    return { kind: "blocked", ...describe(error, part, root) };
  }
}

/** Returns the name of a part's folder in the cache. */
export function partFolderName(part: PackedPart): string {
  return `${part.name}-${part.version}-${part.hash}`;
}

function existing(part: PackedPart, root: string): Unpacked | null {
  const path = `${root}/${partFolderName(part)}`;
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
  // The folder above is asked too: whoever can write there can put another folder in this one's place.
  const obstacle = preparePrivateFolder(root) ?? privateFolderObstacle(path);
  if (obstacle !== null) return { kind: "blocked", ...obstacle };
  const verdict = verify(path, part);
  if (verdict.kind === "intact") {
    noteUse(path);
    return { kind: "ready", path };
  }
  // Cleaners of temporary files take single files away, disks lose bytes: what is not right is taken away as a whole and
  // unpacked anew. Nobody but this user can have written there.
  removeFolder(root, partFolderName(part), part.name);
  if (verdict.kind === "absent" || lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
  const reason = `The unpacked file "${path}/${verdict.file}" is not the one that this executable carries`;
  return { kind: "blocked", reason, hint: `remove the folder "${path}" and run the command again` };
}

function create(part: PackedPart, root: string): Unpacked {
  const obstacle = preparePrivateFolder(root);
  if (obstacle !== null) return { kind: "blocked", ...obstacle };
  const peer = waitForPeer(part, root);
  if (peer !== null) return peer;
  const temp = `${root}/${tempName(part.name)}`;
  const path = `${root}/${partFolderName(part)}`;
  try {
    mkdirSync(temp, { mode: PRIVATE_MODE });
    for (const file of part.files) writeVerified(part, file, temp);
    writeStamp(temp, part);
    renameSync(temp, path);
  } catch (error) {
    rmSync(temp, { recursive: true, force: true });
    // Another process was faster: its folder is as good, once verified.
    const winner = existing(part, root);
    if (winner === null) throw error;
    return winner;
  }
  sweepCache(root, part.name, partFolderName(part));
  return { kind: "ready", path };
}

function waitForPeer(part: PackedPart, root: string): Unpacked | null {
  for (
    let waitedMs = 0;
    waitedMs < WAIT_FOR_PEER_MS && isBeingUnpacked(root, part.name, Date.now());
    waitedMs += POLL_MS
  ) {
    Bun.sleepSync(POLL_MS);
  }
  return existing(part, root);
}

/** Bytes that are unpacked before those that were written are let go of: collecting takes some 10 ms. */
const MOST_GARBAGE_BYTES = 2_000_000;

function writeVerified(part: PackedPart, file: AssetFile, folder: string): void {
  const hasher = new Bun.CryptoHasher("sha256");
  const handle = openSync(`${folder}/${file.name}`, "wx", 0o600);
  try {
    let sinceCollected = 0;
    for (const bytes of part.read(file)) {
      hasher.update(bytes);
      for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
      sinceCollected += bytes.length;
      if (sinceCollected < MOST_GARBAGE_BYTES) continue;
      // Left to itself the runtime would keep them all.
      Bun.gc(true);
      sinceCollected = 0;
    }
    if (hasher.digest("hex") !== file.sha256) {
      throw new Error(`The embedded file "${file.name}" does not have the hash in the manifest`);
    }
    // Before the rename: after a power failure the folder must not be there with an empty file in it.
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function noteUse(path: string): void {
  const stamp = `${path}/${STAMP_NAME}`;
  const stats = lstatSync(stamp, { throwIfNoEntry: false });
  if (stats === undefined || Date.now() - stats.mtimeMs < TOUCH_AFTER_MS) return;
  try {
    utimesSync(stamp, new Date(), new Date());
  } catch {
    // A read-only cache works as well; it is only pruned earlier by a newer version that can write there.
  }
}

function describe(error: unknown, part: PackedPart, root: string): Obstacle {
  const sizeMb = Math.ceil(part.files.reduce((sum, file) => sum + file.size, 0) / 1_000_000);
  const elsewhere = "set MEMORY_CACHE_DIR to a folder of your own";
  switch (errorCode(error)) {
    case "ENOSPC":
    case "EDQUOT":
      return {
        reason: `No space is left for ${part.name} (${sizeMb} MB) in "${root}"`,
        hint: "free some space, or set MEMORY_CACHE_DIR to a folder on another disk",
      };
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return { reason: `The cache folder "${root}" cannot be read and written by this user`, hint: elsewhere };
    case "ENOTDIR":
    case "EEXIST":
      return { reason: `The cache folder "${root}" cannot be made: a file is in its way`, hint: elsewhere };
    default:
      return {
        reason: `Unpacking ${part.name} into "${root}" failed: ${causeChain(error).join(": ")}`,
        hint: elsewhere,
      };
  }
}
