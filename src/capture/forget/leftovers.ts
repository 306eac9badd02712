/**
 * Files of the data folder and the workspace that may hold a forgotten text and that nobody uses: databases that were set
 * aside, an index that was never finished, what killed writers left (SPEC 7.6).
 *
 * @module
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode, MemoryError } from "../../base/errors.ts";
import { namesIn } from "../../base/names_in.ts";
import { withLock } from "../../store/lock.ts";
import { DATABASE_SUFFIXES } from "../../store/set_aside.ts";
import type { ForgottenMatcher } from "../../store/state/forgets.ts";
import type { WorkspaceLayout } from "../../workspace/layout.ts";
import { isTempName, removeIfThere } from "../../workspace/temp_files.ts";

/** What became of them. */
export interface Leftovers {
  /** Absolute paths of what was deleted. */
  readonly deleted: readonly string[];
  /** What could not be, with the reason. */
  readonly left: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * Deletes them. Of temporary files only those go that say what is forgotten: the others may be somebody's at work.
 */
export function removeLeftovers(layout: WorkspaceLayout, matcher: ForgottenMatcher): Leftovers {
  const deleted: string[] = [];
  const left: { path: string; reason: string }[] = [];
  const remove = (path: string) => {
    try {
      if (removeIfThere(path)) deleted.push(path);
    } catch (error) {
      left.push({ path, reason: errorCode(error) ?? String(error) });
    }
  };
  for (const path of setAsideDatabases(layout)) remove(path);
  try {
    withLock({ locksDir: layout.locksDir, name: "index-rebuild", waitMs: REBUILD_WAIT_MS }, () => {
      for (const suffix of DATABASE_SUFFIXES) remove(`${layout.indexPath}.next${suffix}`);
    });
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    left.push({ path: `${layout.indexPath}.next`, reason: "another process is building it" });
  }
  for (const path of tempFiles([layout.root, layout.memoryDir, layout.dataDir])) {
    if (saysIn(path, matcher)) remove(path);
  }
  return { deleted, left };
}

/** A rebuild takes minutes; who is at it will have to be waited for by the next command. */
const REBUILD_WAIT_MS = 2_000;

/** Returns the databases that were set aside, absolute; in order. */
export function setAsideDatabases({ statePath, indexPath }: WorkspaceLayout): string[] {
  return [statePath, indexPath].flatMap((path) =>
    namesIn(dirname(path)).filter((name) => name.startsWith(`${basename(path)}.damaged-`)).map((name) =>
      join(dirname(path), name)
    )
  ).sort();
}

/** The root and the data folder hold other people's folders, so that only `memory/` and the transcripts are gone through. */
function tempFiles([root = "", memoryDir = "", dataDir = ""]: readonly string[]): string[] {
  const direct = [root, dataDir].flatMap((folder) => namesIn(folder).map((name) => join(folder, name)));
  const below = [memoryDir, join(dataDir, "sessions")].flatMap((folder) => {
    try {
      return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      return [];
    }
  });
  return [...direct, ...below].filter((path) => isTempName(basename(path)));
}

function saysIn(path: string, matcher: ForgottenMatcher): boolean {
  try {
    return readFileSync(path, "utf8").split("\n").some((line) => matcher.mentions(line));
  } catch (error) {
    // Its writer was faster.
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
