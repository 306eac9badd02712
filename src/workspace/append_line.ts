/**
 * Appending lines to a Markdown file (SPEC 7.1): one `O_APPEND` write, so that writers who know nothing of each other
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

/** How lines are appended. */
export interface AppendOptions {
  /** What a new or empty file begins with, line ends included. */
  readonly header?: string;
  /** Real path of a folder that the file, links followed, must lie in. */
  readonly within?: string;
  /**
   * The first line was to be written before: a half line at the end of the file with which it begins is what a killed
   * writer left of it, and is completed. @default false: such a line is somebody else's, and is ended
   */
  readonly mayComplete?: boolean;
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
  return appendLines(path, [line], options);
}

/**
 * Appends lines, one after the other and in one write; as {@linkcode appendLine} otherwise.
 *
 * @param lines at least one, without line ends
 * @returns the 1-based number of the first new line
 * @throws {MemoryError} failed, if they could not be appended; the file is then as it was
 */
export function appendLines(path: string, lines: readonly string[], options: AppendOptions = {}): { line: number } {
  if (lines.length === 0 || lines.some((line) => /[\r\n]/.test(line))) {
    throw new MemoryError("Cannot append no line, or one that holds a line end", { kind: "defect" });
  }
  try {
    const target = realTarget(path, options.within);
    // Two rounds: the file may appear between finding none and creating it, and then it is there to be opened.
    return appendToExisting(target, lines, options) ?? create(target, lines, options) ??
      appendToExisting(target, lines, options) ?? gone(path);
  } catch (cause) {
    throw writeFailure("append to", path, cause);
  }
}

function create(target: string, lines: readonly string[], { header = "" }: AppendOptions): { line: number } | null {
  // As a whole by temporary file, so that a killed process leaves no diary without its header.
  const outcome = writeFileAtomic(target, `${header}${lines.join("\n")}\n`, { expectedHash: null });
  return outcome === "written" ? { line: header.split("\n").length } : null;
}

function appendToExisting(target: string, lines: readonly string[], options: AppendOptions): { line: number } | null {
  const { header = "", mayComplete = false } = options;
  const file = openIfThere(target);
  if (file === null) return null;
  try {
    if (!fstatSync(file).isFile()) throw new MemoryError(`Cannot append to "${target}": it is not a regular file`);
    const bytes = readFileSync(file);
    refuseUtf16(target, bytes);
    // Latin-1 makes each byte one character: all that is looked for here is ASCII.
    const text = bytes.toString("latin1");
    const eol = lineEndOf(text);
    const added = Buffer.from(`${lines.join(eol)}${eol}`);
    const torn = mayComplete ? tornLength(bytes, Buffer.from(lines[0] ?? "")) : 0;
    const lead = text === "" ? header : text.endsWith("\n") || torn > 0 ? "" : eol;
    writeWhole(file, Buffer.concat([Buffer.from(lead), added.subarray(torn)]), bytes.length);
    fsyncSync(file);
    return { line: `${text}${lead}`.split("\n").length };
  } finally {
    closeSync(file);
  }
}

/** Returns how many bytes of a line stand at the end of a file already, as the last thing that a killed writer wrote. */
function tornLength(bytes: Uint8Array, line: Uint8Array): number {
  const tail = bytes.subarray(bytes.lastIndexOf(LINE_FEED) + 1);
  return tail.length <= line.length && tail.every((byte, at) => byte === line[at]) ? tail.length : 0;
}

const LINE_FEED = 0x0a;

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
