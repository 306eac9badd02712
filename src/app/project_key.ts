/**
 * Which project the current folder belongs to (SPEC 9.4): one key for all clones and worktrees of a repository, read from
 * git's own files without starting git.
 *
 * @module
 */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { errorCode } from "../base/errors.ts";
import { normaliseRemote } from "./normalise_remote.ts";

/**
 * Returns the key of the repository around a folder: its `origin` remote, else `path:` and its root. `null` outside of a
 * repository, and for a repository whose files cannot be read.
 */
export function projectKeyOf(folder: string): string | null {
  const gitDir = commonGitDir(folder);
  if (gitDir === null) return null;
  const config = readIfThere(join(gitDir, "config"));
  if (config === null) return null;
  const remote = originUrl(config);
  const key = remote === null ? null : normaliseRemote(remote);
  return key ?? `path:${gitDir.endsWith("/.git") ? dirname(gitDir) : gitDir}`;
}

/** Returns the real path of the git folder that all worktrees of a repository share, or `null`. */
function commonGitDir(folder: string): string | null {
  for (let at = folder;; at = dirname(at)) {
    const entry = join(at, ".git");
    const stats = statSync(entry, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) return realpathSync(entry);
    if (stats?.isFile() === true) return linkedGitDir(entry, at);
    if (dirname(at) === at) return null;
  }
}

/** A worktree or submodule has a file `.git` that names its own git folder; `commondir` in that names the shared one. */
function linkedGitDir(file: string, folder: string): string | null {
  const target = /^gitdir:\s*(.+)$/m.exec(readIfThere(file) ?? "")?.[1]?.trim();
  if (target === undefined) return null;
  const own = resolve(folder, target);
  const common = readIfThere(join(own, "commondir"))?.trim();
  const shared = common === undefined ? own : resolve(own, common);
  return statSync(shared, { throwIfNoEntry: false }) === undefined ? null : realpathSync(shared);
}

/** Returns the `url` of `[remote "origin"]`, or `null`. */
function originUrl(config: string): string | null {
  let isOrigin = false;
  for (const line of config.split("\n")) {
    if (/^\s*\[/.test(line)) isOrigin = /^\s*\[\s*remote\s+"origin"\s*\]/i.test(line);
    const url = isOrigin ? /^\s*url\s*=\s*"?([^"\r]*?)"?\s*$/i.exec(line)?.[1] : undefined;
    if (url !== undefined && url !== "") return url;
  }
  return null;
}

/** A repository that is half there or not ours to read has no key; that is no reason to fail. */
const UNREADABLE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "EISDIR", "EACCES", "EPERM"]);

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (UNREADABLE.has(errorCode(error) ?? "")) return null;
    throw error;
  }
}
