/**
 * Replacing a file by exchange, so that what an editor saved in the very last moment is in hand and not gone (SPEC 8.8): the
 * file that was swapped out is compared with what was read, and put back if it is something else.
 *
 * @module
 */
import { appendFileSync, lstatSync, readFileSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../base/errors.ts";
import { randomHex, sha256Hex } from "../base/hash.ts";
import { namesIn } from "../base/names_in.ts";
import { type ExchangeFiles, exchangeFiles } from "./exchange_files.ts";
import { stampOf } from "./stamp_of.ts";
import { removeIfThere } from "./temp_files.ts";

/** What a file is and what it becomes, as SHA-256 in hex. */
interface SwapHashes {
  /** Of the bytes that the new ones were made from. */
  readonly expected: string;
  /** Of the new bytes. */
  readonly written: string;
}

/** What is put in place of what. */
export interface Swap {
  /** A whole temporary file in the folder of the target. */
  readonly temp: string;
  /** The file that it replaces. */
  readonly target: string;
  /** What the temporary file holds. */
  readonly bytes: Uint8Array;
  /** SHA-256 of what the target is expected to hold, in hex. */
  readonly expected: string;
}

/** What became of it; `unable`: nothing was done, and the temporary file is where it was. */
export type SwapOutcome = "written" | "changed" | "unable";

/** How it is done. */
export interface SwapSteps {
  /** Exchanges two files. @default by the system */
  readonly exchange?: ExchangeFiles;
  /** Has the folder written to the disk. */
  settle(): void;
}

/**
 * Puts a temporary file in the place of a file that is as expected, also in the very last moment.
 *
 * While both files change places the one that is not in place has a name that says whose it is; see {@linkcode recoverHeld}.
 */
export function swapIn(swap: Swap, { exchange = exchangeFiles, settle }: SwapSteps): SwapOutcome {
  const { temp, target, bytes, expected } = swap;
  const held = join(dirname(target), heldName(basename(target), { expected, written: sha256Hex(bytes) }));
  renameSync(temp, held);
  if (!exchange(held, target)) {
    renameSync(held, temp);
    return "unable";
  }
  if (isUntouched(held, expected, settle)) {
    removeIfThere(held);
    return "written";
  }
  putBack(held, swap, exchange);
  return "changed";
}

/** Who had the file open when it was taken away writes a moment later: it is looked at again once the folder is written. */
function isUntouched(held: string, expected: string, settle: () => void): boolean {
  const before = stampOf(held);
  if (hashOfFile(held) !== expected) return false;
  settle();
  return stampOf(held) === before;
}

/** Nothing that was saved may be lost, before the exchange or while our file was in its place. */
function putBack(held: string, { target, bytes }: Swap, exchange: ExchangeFiles): void {
  // Gone meanwhile: what is in hand is left for `recoverHeld`.
  if (!exchange(held, target)) return;
  const taken = bytesOfFile(held);
  if (taken !== null && Buffer.compare(taken.subarray(0, bytes.length), bytes) === 0) {
    // What was appended to our file goes on behind what was saved before.
    if (taken.length > bytes.length) appendFileSync(target, taken.subarray(bytes.length));
    removeIfThere(held);
    return;
  }
  // Saved once more as a whole: the newer one stands, the older one stays beside it.
  exchange(held, target);
  keepBeside(held, target);
}

/**
 * Settles what a writer left that was killed between exchange and comparison; to be called while nobody else of this program
 * swaps files in the folder. Our own bytes and those that were read go; what an editor had saved is put back if our bytes
 * still stand in its place, else it stays beside as a conflicted copy.
 *
 * @returns the paths of files that hold a person's text again
 */
export function recoverHeld(folder: string, exchange: ExchangeFiles = exchangeFiles): string[] {
  return heldFiles(folder).flatMap(({ name, target, expected, written }) => {
    const [held, place] = [join(folder, name), join(folder, target)];
    const hash = hashOfFile(held);
    if (hash?.startsWith(expected) === true || hash?.startsWith(written) === true) {
      removeIfThere(held);
      return [];
    }
    if (hashOfFile(place)?.startsWith(written) === true && exchange(held, place)) {
      removeIfThere(held);
      return [place];
    }
    return [keepBeside(held, place)];
  });
}

/** Returns whether a writer is at work in the folder, or was killed there. */
export function hasHeld(folder: string): boolean {
  return heldFiles(folder).length > 0;
}

/** Digits of a hash in a name. */
const DIGITS = 16;
const NAME_BYTES = 4;
const COPY_BYTES = 3;

function heldName(target: string, { expected, written }: SwapHashes): string {
  return `.memory-${randomHex(NAME_BYTES)}-${expected.slice(0, DIGITS)}-${written.slice(0, DIGITS)}-${target}.held`;
}

const HELD = /^\.memory-[0-9a-f]{8}-([0-9a-f]{16})-([0-9a-f]{16})-(.+)\.held$/;

interface HeldFile extends SwapHashes {
  readonly name: string;
  readonly target: string;
}

function heldFiles(folder: string): HeldFile[] {
  return namesIn(folder).flatMap((name) => {
    const [, expected, written, target] = HELD.exec(name) ?? [];
    return expected === undefined || written === undefined || target === undefined
      ? []
      : [{ name, target, expected, written }];
  });
}

/** Gives a file a name that people and `memory doctor` know, beside another one. */
function keepBeside(held: string, target: string): string {
  const copy = target.replace(/(\.[^./]*)?$/, ` (conflicted copy ${randomHex(COPY_BYTES)})$1`);
  renameSync(held, copy);
  return copy;
}

function hashOfFile(path: string): string | null {
  const bytes = bytesOfFile(path);
  return bytes === null ? null : sha256Hex(bytes);
}

/** Returns the bytes of a regular file; `null` if there is none. */
function bytesOfFile(path: string): Buffer | null {
  try {
    return lstatSync(path).isFile() ? readFileSync(path) : null;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}
