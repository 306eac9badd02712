/**
 * A project at `/work/app` and a workspace at `/home/ann/notes`, without any file system.
 *
 * @module
 */
import { posix } from "node:path";
import type { ToolFacts } from "../../src/provenance/tools/verdict.ts";

/** Facts in which paths are resolved as they are written. */
export const TOOL_FACTS: ToolFacts = {
  isInside: (path, folder) => {
    const home = (it: string) => it.replace(/^~(?=\/|$)/, "/home/ann");
    if (/^[A-Za-z]:/.test(path)) return false;
    const real = posix.resolve("/work/app", home(folder), home(path));
    return isBelow(real, "/work/app") || isBelow(real, "/home/ann/notes");
  },
  isInWorkspace: (path) => isBelow(posix.resolve("/work/app", path), "/home/ann/notes"),
  hasLocalProgram: (name) => ["tsc", "vitest", "eslint"].includes(name),
};

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}
