/**
 * What a person is told when a file could not be written.
 *
 * @module
 */
import { errorCode, MemoryError } from "../base/errors.ts";

/**
 * Returns the error for a failed write; it says that the old content is whole, so the writer must have seen to that.
 *
 * @param action as in `write` or `append to`
 */
export function writeFailure(action: string, path: string, cause: unknown): MemoryError {
  if (cause instanceof MemoryError) return cause;
  const [reason, hint] = REASONS[errorCode(cause) ?? ""] ?? ["the system refused", "see the cause"];
  return new MemoryError(`Cannot ${action} "${path}": ${reason}; its content is as it was`, { hint, cause });
}

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
