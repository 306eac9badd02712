/**
 * The files that a folder stands for.
 *
 * @module
 */
import { existsSync, realpathSync, statSync } from "node:fs";
import { relative, sep } from "node:path";
import { errorCode } from "../../base/errors.ts";
import type { SelectDeps } from "../../select/select.ts";
import { absolute, AGENTS_FILE } from "../../workspace/layout.ts";

/**
 * Returns the files of the memory in a folder of the workspace or of an extra path, those of the root first; `null` if the
 * selector names no folder. The workspace itself (`.`) has `AGENTS.md` as well, which is not indexed.
 */
export function filesBelow({ layout, extraPaths = [], files }: SelectDeps, selector: string): string[] | null {
  const folder = folderAt(absolute(layout, selector.trim()));
  if (folder === null) return null;
  const all = [...files()];
  const below = all.filter((path) => absolute(layout, path).startsWith(`${folder}${sep}`));
  const isKnown = folder === layout.root || below.length > 0 || folder.startsWith(`${layout.root}${sep}`) ||
    extraPaths.includes(folder);
  if (!isKnown) return null;
  const isRoot = folder === layout.root && existsSync(absolute(layout, AGENTS_FILE));
  return [...(isRoot ? [AGENTS_FILE] : []), ...below.sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))];

  function depth(path: string): number {
    return relative(folder ?? "", absolute(layout, path)).includes(sep) ? 1 : 0;
  }
}

function folderAt(path: string): string | null {
  try {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? real : null;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return null;
  }
}
