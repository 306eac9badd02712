/**
 * The data folder of a workspace: where it lies if nobody says otherwise, and what keeps one from being used (SPEC 3.1).
 *
 * @module
 */
import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { shortHash } from "../base/hash.ts";
import { isAtOrBelow } from "./confine_path.ts";

/** Returns the usual place: `<workspace>.memory`, beside the workspace. */
export function dataDirBeside(root: string): string {
  return join(dirname(root), `${basename(root)}.memory`);
}

/** Returns the place for a workspace whose parent folder cannot be written: in the user's state, by its real path. */
export function dataDirInState(stateDir: string, root: string): string {
  return join(stateDir, "data", shortHash(root, NAME_DIGITS));
}

/**
 * Returns why a data folder must not be used, as a clause, or `null` if it may be. A missing one has nothing wrong.
 *
 * @param root real path of the workspace
 */
export function dataDirFault(dataDir: string, root: string): string | null {
  if (isAtOrBelow(root, dataDir)) return "it lies inside the workspace, where an agent writes";
  if (isAtOrBelow(dataDir, root)) return "the workspace lies inside it";
  const stats = statSync(dataDir, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (!stats.isDirectory()) return "it is not a folder";
  const userId = process.geteuid?.();
  // Windows has neither such ids nor such modes; there the user's profile folder keeps others out.
  if (userId === undefined) return null;
  if (stats.uid !== userId) return "it belongs to another user";
  return (stats.mode & WRITABLE_BY_OTHERS) === 0 ? null : "its group or others may write to it";
}

/** 128 bits: no two paths of one user share a name. */
const NAME_DIGITS = 32;

/** Mode bits for writing by group and others. */
const WRITABLE_BY_OTHERS = 0o022;
