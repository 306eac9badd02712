/**
 * Paths that belong to the user rather than to a workspace.
 *
 * @module
 */
import { isAbsolute, join, resolve } from "node:path";
import { MemoryError } from "../base/errors.ts";

/** Returns the folder of this user's own state, `$XDG_STATE_HOME/memory`; a relative value is ignored, as XDG asks. */
export function userStateDir(environment: Readonly<Record<string, string | undefined>>, homeDir: string): string {
  const home = environment["XDG_STATE_HOME"];
  return join(home !== undefined && isAbsolute(home) ? home : join(homeDir, ".local", "state"), "memory");
}

/**
 * Returns a path that a person wrote as an absolute one: `~` is the home folder, anything relative starts at `cwd`. The
 * shell expands `~` on the command line, but not in quotes, settings or variables.
 *
 * @throws {MemoryError} usage, if it is empty or begins with the name of another user's home
 */
export function expandPath(path: string, homeDir: string, cwd: string): string {
  if (path === "") throw new MemoryError('Cannot use the path "": it is empty', { kind: "usage" });
  if (path === "~" || path.startsWith("~/")) return join(homeDir, path.slice(1));
  if (path.startsWith("~")) {
    throw new MemoryError(`Cannot use the path "${path}": only "~" and "~/" stand for a home folder`, {
      kind: "usage",
      hint: `write it in full, or "./${path}" for a folder of that name`,
    });
  }
  return resolve(cwd, path);
}
