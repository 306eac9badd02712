/**
 * Finds the repository around a folder by git's own files, without starting git.
 *
 * @module
 */
import { realpathSync, type Stats, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { MemoryError, systemCode } from "../base/errors.ts";
import { readTextFile } from "../workspace/read_text.ts";

/** A file of git that is larger was not written by git. In bytes. */
const MAX_GIT_FILE_BYTES = 1024 * 1024;

/** Returns the real path of the git folder that all worktrees of the repository around a folder share, or `null`. */
export function commonGitDir(folder: string): string | null {
  // A path of a transcript may be one of another system.
  if (!isAbsolute(folder) || folder.includes("\0")) return null;
  for (let at = resolve(folder);; at = dirname(at)) {
    const found = gitDirAt(at);
    if (found !== null) return found;
    if (dirname(at) === at) return null;
  }
}

/** Returns the text of a file of git, or `null` if it is absent, not ours to read, no file, or larger than 1 MiB. */
export function readGitFile(path: string): string | null {
  try {
    const file = readTextFile(path, { maxBytes: MAX_GIT_FILE_BYTES });
    return file.kind === "text" ? file.text : null;
  } catch (error) {
    // A repository that is half there or not ours to read is no reason to fail.
    if (error instanceof MemoryError || systemCode(error) !== undefined) return null;
    throw error;
  }
}

function gitDirAt(folder: string): string | null {
  const entry = join(folder, ".git");
  const stats = look(entry);
  if (stats?.isDirectory() === true && isGitDir(entry)) return realPath(entry);
  const linked = stats?.isFile() === true ? linkedGitDir(entry, folder) : null;
  // The folder itself may be one: a bare repository, or a place inside of `.git`.
  return linked ?? (isBare(folder) ? realPath(folder) : null);
}

/** An empty folder of that name, as some tools mount one, hides no repository above it. */
function isGitDir(path: string): boolean {
  return look(join(path, "HEAD")) !== null || look(join(path, "config")) !== null;
}

function isBare(path: string): boolean {
  return look(join(path, "HEAD"))?.isFile() === true && look(join(path, "objects"))?.isDirectory() === true &&
    look(join(path, "refs"))?.isDirectory() === true;
}

/** A worktree or submodule has a file `.git` that names its own git folder; `commondir` in that names the shared one. */
function linkedGitDir(file: string, folder: string): string | null {
  const target = /^gitdir:[ \t]*([^\r\n]+)/m.exec(readGitFile(file) ?? "")?.[1]?.trim();
  if (target === undefined || target.includes("\0")) return null;
  const own = resolve(folder, target);
  const common = readGitFile(join(own, "commondir"))?.trim();
  const shared = common === undefined || common === "" || common.includes("\0") ? own : resolve(own, common);
  return look(shared)?.isDirectory() === true ? realPath(shared) : null;
}

function look(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return null;
  }
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return null;
  }
}
