/**
 * Appending one line to a Markdown file (SPEC 7.1): one `O_APPEND` write, so that writers who know nothing of each other
 * lose nothing.
 *
 * @module
 */
import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { errorCode, MemoryError } from "../base/errors.ts";
import { writeFileAtomic } from "./atomic_write.ts";
import { lineEndOf } from "./line_end.ts";
import { realTarget } from "./real_target.ts";
import { writeFailure } from "./write_failure.ts";

/** How {@linkcode appendLine} appends. */
export interface AppendOptions {
  /** What a new or empty file begins with, line ends included. */
  readonly header?: string;
  /** Real path of a folder that the file, links followed, must lie in. */
  readonly within?: string;
}

/**
 * Appends one line, ended the way the file ends its lines; a missing final line end is added first. A missing file is
 * created with its header, exclusively.
 *
 * @param line without line end
 * @returns the 1-based number of the new line; exact if the caller holds the lock of that file's writers
 * @throws {MemoryError} failed, if the line could not be appended; the file is then as it was
 */
export function appendLine(path: string, line: string, options: AppendOptions = {}): { line: number } {
  if (/[\r\n]/.test(line)) throw new MemoryError("Cannot append a line that holds a line end", { kind: "defect" });
  try {
    const header = options.header ?? "";
    const target = realTarget(path, options.within);
    // Two rounds: the file may appear between finding none and creating it, and then it is there to be opened.
    return appendToExisting(target, line, header) ?? create(target, line, header) ??
      appendToExisting(target, line, header) ?? gone(path);
  } catch (cause) {
    throw writeFailure("append to", path, cause);
  }
}

function create(target: string, line: string, header: string): { line: number } | null {
  // As a whole by temporary file, so that a killed process leaves no diary without its header.
  const outcome = writeFileAtomic(target, `${header}${line}\n`, { expectedHash: null });
  return outcome === "written" ? { line: header.split("\n").length } : null;
}

function appendToExisting(target: string, line: string, header: string): { line: number } | null {
  const file = openIfThere(target);
  if (file === null) return null;
  try {
    if (!fstatSync(file).isFile()) throw new MemoryError(`Cannot append to "${target}": it is not a regular file`);
    const bytes = readFileSync(file);
    refuseUtf16(target, bytes);
    // Latin-1 makes each byte one character: all that is looked for here is ASCII.
    const text = bytes.toString("latin1");
    const eol = lineEndOf(text);
    const lead = text === "" ? header : text.endsWith("\n") ? "" : eol;
    writeWhole(file, Buffer.from(`${lead}${line}${eol}`), bytes.length);
    fsyncSync(file);
    return { line: `${text}${lead}`.split("\n").length };
  } finally {
    closeSync(file);
  }
}

function openIfThere(target: string): number | null {
  try {
    // Non-blocking, or a named pipe of that name would hold the program until somebody reads from it.
    return openSync(target, constants.O_RDWR | constants.O_APPEND | constants.O_NONBLOCK);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

function writeWhole(file: number, bytes: Uint8Array, sizeBefore: number): void {
  let done = 0;
  try {
    while (done < bytes.length) done += writeSync(file, bytes, done);
  } catch (error) {
    // A full disk took a part of the line. Cut it off again, unless somebody has already written behind it.
    if (done > 0 && fstatSync(file).size === sizeBefore + done) ftruncateSync(file, sizeBefore);
    throw error;
  }
}

function refuseUtf16(target: string, bytes: Uint8Array): void {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new MemoryError(`Cannot append to "${target}": it is UTF-16 and should be UTF-8`, {
      hint: "save it as UTF-8 in an editor, then run the command again",
    });
  }
}

function gone(path: string): never {
  throw new MemoryError(`Cannot append to "${path}": it appears and disappears while it is written`, {
    hint: "find the program that removes it, then run the command again",
  });
}
