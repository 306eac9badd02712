/**
 * Redacted transcripts in the data folder (SPEC 3, 7.4): only appended to, readable by their owner alone.
 *
 * @module
 */
import {
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { shortHash } from "../base/hash.ts";
import type { LocalDay } from "../base/clock.ts";
import { SESSIONS_PREFIX } from "../provenance/tier.ts";
import { realTarget } from "./real_target.ts";
import { writeFailure } from "./write_failure.ts";

/** Returns the path by which the memory knows the redacted transcript of a session. */
export function sessionFilePath(client: string, day: LocalDay, session: string): string {
  return `${SESSIONS_PREFIX}${client}/${day}-${fileNameOf(session)}.md`;
}

/** An id of a client may be anything; what cannot be a part of a name is left out, and a digest tells it from others. */
function fileNameOf(session: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/.test(session)) return session;
  const plain = session.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "").slice(0, MOST_NAME_CHARS);
  return `${plain === "" ? "session" : plain}-${shortHash(session, DIGEST_DIGITS)}`;
}

const MOST_NAME_CHARS = 60;
const DIGEST_DIGITS = 8;

/** What a transcript holds already. */
export interface SessionFileSize {
  /** 0 if there is none. */
  readonly bytes: number;
  /** Line ends. */
  readonly lines: number;
}

/** Returns how long a transcript is. @throws {MemoryError} failed */
export function sessionFileSize(path: string, within: string): SessionFileSize {
  try {
    const target = realTarget(path, within);
    if (statSync(target, { throwIfNoEntry: false }) === undefined) return { bytes: 0, lines: 0 };
    const file = openSync(target, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return countLines(file);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw writeFailure("read", path, cause);
  }
}

function countLines(file: number): SessionFileSize {
  const chunk = new Uint8Array(CHUNK_BYTES);
  let bytes = 0;
  let lines = 0;
  for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk)) {
    const part = chunk.subarray(0, count);
    for (let at = part.indexOf(LINE_FEED); at >= 0; at = part.indexOf(LINE_FEED, at + 1)) lines++;
    bytes += count;
  }
  return { bytes, lines };
}

const CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;

/**
 * Appends text to a transcript, which is made if it is absent.
 *
 * @param text ends with a line end
 * @param within real path of the folder of all transcripts
 * @throws {MemoryError} failed, if it cannot be written
 */
export function appendToSessionFile(path: string, text: string, within: string): void {
  try {
    const target = realTarget(path, within);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;
    const file = openSync(target, flags, 0o600);
    try {
      const bytes = Buffer.from(text);
      for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw writeFailure("append to", path, cause);
  }
}

/**
 * Cuts off what a write that was not completed added to a transcript.
 *
 * @param bytes its length before
 * @throws {MemoryError} failed, if it cannot be written
 */
export function cutSessionFile(path: string, bytes: number, within: string): void {
  try {
    const target = realTarget(path, within);
    if ((statSync(target, { throwIfNoEntry: false })?.size ?? 0) <= bytes) return;
    // Of nothing before it, no empty file stays.
    if (bytes === 0) rmSync(target);
    else truncateSync(target, bytes);
  } catch (cause) {
    throw writeFailure("cut", path, cause);
  }
}

/** Deletes a transcript; one that is not there is no error. @throws {MemoryError} failed */
export function removeSessionFile(path: string, within: string): void {
  try {
    rmSync(realTarget(path, within), { force: true });
  } catch (cause) {
    throw writeFailure("delete", path, cause);
  }
}
