/**
 * A settings file as it is on disk.
 *
 * @module
 */
import { readFileSync, statSync } from "node:fs";
import { errorCode, MemoryError } from "../../base/errors.ts";
import { sha256Hex } from "../../base/hash.ts";

/** What was read. */
export interface SettingsFile {
  /** As it was given. */
  readonly path: string;
  /** Without byte order mark; `null` if there is no file. */
  readonly text: string | null;
  /** The byte order mark, or nothing. */
  readonly mark: string;
  /** SHA-256 of the bytes; `null` if there is no file. */
  readonly hash: string | null;
  /** Permission bits; `null` if there is no file. */
  readonly mode: number | null;
}

const MARK = "\uFEFF";

/**
 * Reads a file, links followed.
 *
 * @param options `mayBeHidden`: one that may not be read counts as none
 * @throws {MemoryError} failed, if it is no file, may not be read, or is not UTF-8
 */
export function readSettings(path: string, options: { readonly mayBeHidden?: boolean } = {}): SettingsFile {
  const none = { path, text: null, mark: "", hash: null, mode: null };
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return none;
    if (!stats.isFile()) throw new MemoryError(`Cannot read "${path}": it is not a regular file`);
    const bytes = readFileSync(path);
    const whole = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const mark = whole.startsWith(MARK) ? MARK : "";
    return { path, text: whole.slice(mark.length), mark, hash: sha256Hex(bytes), mode: stats.mode & 0o777 };
  } catch (cause) {
    const code = errorCode(cause);
    // A folder's part of the path can be a file.
    if (code === "ENOENT" || code === "ENOTDIR" && options.mayBeHidden) return none;
    if (options.mayBeHidden === true && (code === "EACCES" || cause instanceof TypeError)) return none;
    if (cause instanceof MemoryError) throw cause;
    const reason = cause instanceof TypeError ? "it is not UTF-8" : code ?? "the system gives no reason";
    throw new MemoryError(`Cannot read "${path}": ${reason}`, {
      hint: "mend that, then run the same command again",
      cause,
    });
  }
}
