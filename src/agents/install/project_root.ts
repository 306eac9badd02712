import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Returns the folder in which clients look for a project's settings: the root of the repository around a folder, else the
 * folder itself. A repository that is the user's home holds settings of the user, not of a project.
 */
export function projectRoot(folder: string, homeDir: string): string {
  for (let at = folder; at !== homeDir; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) break;
  }
  return folder;
}
