/**
 * Files to text. Reads regular files only, never longer than asked for, and says what it did to the bytes.
 *
 * @module
 */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { MemoryError } from "../base/errors.ts";
import { sha256Hex } from "../base/hash.ts";
import { type DecodedText, decodeText, type SkippedFile } from "./decode_text.ts";
import { isInPlace } from "./in_place.ts";

export { type DecodedText, decodeText, type SkippedFile } from "./decode_text.ts";

/** Text with the digest of its bytes. */
export interface TextFile extends DecodedText {
  /** SHA-256 of the bytes, 64 hex digits. */
  readonly hash: string;
}

/** Bounds of {@linkcode readTextFile}. */
export interface ReadTextOptions {
  /** A larger file is skipped. */
  readonly maxBytes: number;
  /** The path has its links resolved: skip what lies behind one that took a place in it meanwhile. @default false */
  readonly isReal?: boolean;
}

/**
 * Returns the text of a file, or why it was skipped: no regular file, too large, binary.
 *
 * A file that changes while it is read is read again, up to three times; what changes all the time is taken as last
 * read, and its new modification time makes the next run look again.
 *
 * @throws {MemoryError} failed, when the file cannot be opened or read; its cause has the system's code
 */
export function readTextFile(path: string, options: ReadTextOptions): TextFile | SkippedFile {
  let bytes: Uint8Array | SkippedFile;
  try {
    bytes = readWhole(path, options);
  } catch (cause) {
    throw new MemoryError(`Cannot read the file "${path}"`, { cause });
  }
  if (!(bytes instanceof Uint8Array)) return bytes;
  const decoded = decodeText(bytes);
  return decoded.kind === "text" ? { ...decoded, hash: sha256Hex(bytes) } : decoded;
}

/** Times a file that keeps changing is read. */
const MAX_READS = 3;

function readWhole(path: string, { maxBytes, isReal = false }: ReadTextOptions): Uint8Array | SkippedFile {
  // Without O_NONBLOCK the opening of a pipe waits for a writer that may never come.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (isReal && !isInPlace(file, path)) return { kind: "skipped", reason: "a link took its place" };
    for (let reads = 1;; reads++) {
      const before = fstatSync(file);
      if (!before.isFile()) return { kind: "skipped", reason: "not a regular file" };
      if (before.size > maxBytes) return { kind: "skipped", reason: `larger than ${maxBytes} bytes` };
      const bytes = readBytes(file, before.size);
      const after = fstatSync(file);
      const isSettled = after.size === before.size && after.mtimeMs === before.mtimeMs && bytes.length === before.size;
      if (isSettled || reads === MAX_READS) return bytes;
    }
  } finally {
    closeSync(file);
  }
}

function readBytes(file: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let filled = 0;
  while (filled < size) {
    const count = readSync(file, bytes, filled, size - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
