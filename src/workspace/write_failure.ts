/**
 * What a person is told when a file could not be written.
 *
 * @module
 */
import { errorCode, MemoryError } from "../base/errors.ts";

/**
 * Returns the error for a failed write; it says that the old content is whole, so the writer must have seen to that.
 * Where there can be no content, it says that nothing was written.
 *
 * @param action as in `write` or `append to`
 */
export function writeFailure(action: string, path: string, cause: unknown): MemoryError {
  if (cause instanceof MemoryError) return cause;
  const code = errorCode(cause) ?? "";
  const [reason, hint] = REASONS[code] ?? ["the system refused", "see the cause"];
  const kept = UNREACHED.has(code) ? "nothing was written" : "its content is as it was";
  return new MemoryError(`Cannot ${action} "${path}": ${reason}; ${kept}`, { hint, cause });
}

/** Codes by which the system says that no file stands there. */
const UNREACHED: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

/** Reason and next step by the code of the system error. */
const REASONS: Readonly<Record<string, readonly [string, string]>> = {
  ENOSPC: ["the disk is full", "free some space, then run the command again"],
  EDQUOT: ["the disk quota is used up", "free some space, then run the command again"],
  EFBIG: ["it would grow over the file size limit", "raise the limit (`ulimit -f`), then run the command again"],
  EACCES: ["this user may not write there", "check the owner and the mode of the file and its folder"],
  EPERM: ["this user may not write there", "check the owner and the mode of the file and its folder"],
  EROFS: ["the file system is read-only", "mount it writable, or use another folder"],
  ENOENT: ["the folder or the target of the link is missing", "create it, or remove the link"],
  ENOTDIR: ["a part of the path is not a folder", "move that file away"],
  EISDIR: ["it is a folder", "move that folder away"],
  ELOOP: ["its links go round in a circle", "remove the link"],
};
