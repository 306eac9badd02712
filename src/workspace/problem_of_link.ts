/**
 * What a link in the memory leads to. Links are never followed: whatever belongs in the index is listed in its own place.
 *
 * @module
 */
import { realpathSync, statSync } from "node:fs";
import { errorCode } from "../base/errors.ts";
import { pathRule } from "../provenance/tier.ts";
import { isAtOrBelow } from "./confine_path.ts";
import { MEMORY_DIR, withSlashes } from "./layout.ts";

/** A link in a folder that is listed. */
export interface FoundLink {
  /** As it is listed. */
  readonly path: string;
  /** Where it lies. */
  readonly absPath: string;
  /** Real path of the folder that is listed. */
  readonly root: string;
  /** Length of the prefix of a real path that is not part of the listed one; 0 outside the workspace. */
  readonly cut: number;
}

/** Returns why a person may miss what a link leads to, in a few words; `null` if it is listed anyway or is no note. */
export function problemOfLink({ path, absPath, root, cut }: FoundLink): string | null {
  let target: string;
  let isFolder: boolean;
  try {
    target = realpathSync(absPath);
    isFolder = statSync(target).isDirectory();
  } catch (error) {
    return `a link that leads nowhere (${errorCode(error) ?? "unknown"})`;
  }
  if (!isAtOrBelow(root, target)) return "a link that leads out of the workspace";
  const inside = withSlashes(target.slice(cut));
  if (cut === 0 || (isFolder ? isMemoryFolder(inside) : isMemoryFile(inside, path))) return null;
  return `a link to a ${isFolder ? "folder" : "file"} that is not part of the memory`;
}

/** The workspace itself holds the memory: a link to it is a circle. */
function isMemoryFolder(inside: string): boolean {
  return inside === "" || inside === MEMORY_DIR || inside.startsWith(`${MEMORY_DIR}/`);
}

/** Files that are no notes matter to nobody, and neither do links to them. */
function isMemoryFile(inside: string, path: string): boolean {
  return !path.endsWith(".md") || pathRule(inside).isIndexed;
}
