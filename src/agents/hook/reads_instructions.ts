/**
 * Whether a client gives its agent the very `AGENTS.md` of the workspace by itself (SPEC 9.1).
 *
 * @module
 */
import { realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { errorCode } from "../../base/errors.ts";
import type { ReadsInstructions } from "./hook_input.ts";

/** Where a session is. */
export interface InstructionPlaces {
  /** The session's folder, or `null` if the client named none. */
  readonly folder: string | null;
  /** Real path of the workspace. */
  readonly root: string;
}

/**
 * Returns whether it does. Where that cannot be told it does not: instructions that come twice cost room, and none at all cost
 * the rules.
 */
export function readsInstructions(how: ReadsInstructions, { folder, root }: InstructionPlaces): boolean {
  if (how === "never" || folder === null || !isAbsolute(folder)) return false;
  const from = realPath(folder);
  if (from === null) return false;
  if (from === root) return true;
  if (how === "folder") return false;
  const repository = repositoryOf(from);
  if (repository === null) return false;
  for (let at = from; at !== repository;) {
    at = dirname(at);
    if (at === root) return true;
  }
  return false;
}

/** Returns the folder at or above one that a repository or a worktree has as its root, or `null`. */
function repositoryOf(folder: string): string | null {
  for (let at = folder;; at = dirname(at)) {
    if (isThere(join(at, ".git"))) return at;
    if (dirname(at) === at) return null;
  }
}

function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    if (errorCode(error) === undefined && !path.includes("\0")) throw error;
    return null;
  }
}
