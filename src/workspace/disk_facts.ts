/**
 * Where the paths of a tool call lead, on this disk (SPEC 4.5).
 *
 * @module
 */
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { errorCode } from "../base/errors.ts";
import type { ToolFacts } from "../provenance/tools/verdict.ts";
import { isAtOrBelow } from "./confine_path.ts";
import { withSlashes } from "./layout.ts";

/** The folders that count. */
export interface DiskPlaces {
  /** Real path of the workspace. */
  readonly workspace: string;
  /** Where the agent is now, absolute. */
  readonly folder: string;
  /** The folder for which the client was started, absolute, or `null`. */
  readonly projectDir: string | null;
  /** The user's home folder, absolute. */
  readonly homeDir: string;
}

/** Facts of a disk. */
export interface DiskFacts extends ToolFacts {
  /** Returns a path of the workspace as the ledger names it. */
  workspacePath(path: string): string;
}

/** Returns the facts for one call. Links are followed: a file is where its bytes are. */
export function diskFacts(places: DiskPlaces): DiskFacts {
  const project = places.projectDir === null ? null : projectRoot(places.projectDir, places.homeDir);
  const roots = [places.workspace, ...(project === null ? [] : [project])].map(realOf);
  const placeOf = (path: string, folder: string) => {
    const [from, to] = [expandHome(folder, places.homeDir), expandHome(path, places.homeDir)];
    return realOf(resolve(places.folder, from, to));
  };
  return {
    isInside: (path, folder) => {
      if (process.platform !== "win32" && OTHER_SYSTEM.test(path)) return false;
      const real = placeOf(path, folder);
      return roots.some((root) => isAtOrBelow(root, real));
    },
    isInWorkspace: (path) => isAtOrBelow(realOf(places.workspace), placeOf(path, "")),
    workspacePath: (path) => withSlashes(relative(realOf(places.workspace), placeOf(path, ""))),
    hasLocalProgram: (name) =>
      project !== null && /^[\w.-]+$/.test(name) && existsSync(join(project, "node_modules", ".bin", name)),
  };
}

/** A path of another system leads nowhere that can be told. */
const OTHER_SYSTEM = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/**
 * Returns the root of the repository around a folder, else the folder. Home, and what is above it, is nobody's project
 * unless the client was started there; the root of the file system never is.
 */
function projectRoot(folder: string, homeDir: string): string | null {
  for (let at = folder; dirname(at) !== at && !isAtOrBelow(at, homeDir); at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
  }
  return dirname(folder) === folder ? null : folder;
}

/** Returns the real path of what is there, with what is not there yet behind it. */
export function realOf(path: string): string {
  let missing = "";
  for (let at = path;; at = dirname(at)) {
    try {
      return join(realpathSync(at), missing);
    } catch (error) {
      if (errorCode(error) === undefined || dirname(at) === at) return path;
      missing = join(relative(dirname(at), at), missing);
    }
  }
}

function expandHome(path: string, homeDir: string): string {
  return path === "~" || path.startsWith("~/") ? join(homeDir, path.slice(1)) : path;
}
