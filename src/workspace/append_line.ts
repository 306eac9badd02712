/**
 * Appending one line to a Markdown file (SPEC 7.1): one `O_APPEND` write, so that writers who know nothing of each other
 * lose nothing.
 *
 * @module
 */
import { closeSync, constants, fstatSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { MemoryError } from "../base/errors.ts";
import { writeFileAtomic } from "./atomic_write.ts";

/** How {@linkcode appendLine} appends. */
export interface AppendOptions {
  /** What a new or empty file begins with, line ends included. */
  readonly header?: string;
  /** Real path of a folder that the file, links followed, must lie in. */
  readonly within?: string;
}

/**
 * Appends one line, ended the way the file ends its lines; a missing final line end is added first.
 *
 * @returns the 1-based number of the new line; exact if the caller holds the lock of that file's writers
 * @throws {MemoryError} failed, if nothing could be appended
 */
export function appendLine(path: string, line: string, options: AppendOptions = {}): { line: number } {
  const header = options.header ?? "";
  const within = options.within === undefined ? {} : { within: options.within };
  const created = writeFileAtomic(path, `${header}${line}\n`, { expectedHash: null, ...within });
  if (created === "written") return { line: header.split("\n").length };
  const file = openSync(path, constants.O_RDWR | constants.O_APPEND);
  try {
    if (!fstatSync(file).isFile()) throw new MemoryError(`Cannot append to "${path}": it is not a file`);
    const text = readFileSync(file, "utf8");
    const eol = /\r?\n/.exec(text)?.[0] ?? "\n";
    const lead = text === "" ? header : text.endsWith("\n") ? "" : eol;
    const before = text + lead;
    writeSync(file, `${lead}${line}${eol}`);
    fsyncSync(file);
    return { line: before.split("\n").length };
  } finally {
    closeSync(file);
  }
}
