/**
 * Keeps a reader inside the workspace, whatever path it is given and wherever links lead (SPEC 6).
 *
 * @module
 */
import { realpathSync, statSync } from "node:fs";
import { errorCode, MemoryError } from "../../base/errors.ts";
import { isDiaryPath } from "../../workspace/diary.ts";
import { absolute, type WorkspaceLayout } from "../../workspace/layout.ts";
import { isInside } from "../live_files.ts";

/**
 * Returns the real path of a file of the workspace.
 *
 * @param path relative to the workspace, `/` between segments
 * @throws {MemoryError} failed, when it leads outside, is not there, or is no regular file
 */
export function confinePath(layout: WorkspaceLayout, path: string): string {
  if (isAbsolute(path)) throw outside(path, "it is absolute, and should be relative to the workspace");
  if (path.split(/[\\/]/).includes("..")) throw outside(path, 'it should hold no ".."');
  if (path.includes("\0")) throw outside(path.replaceAll("\0", ""), "it holds a NUL character");
  const real = realPathOf(layout, path);
  if (!isInside(layout.root, real)) {
    throw outside(path, "it is a link that leads out of the workspace");
  }
  const stat = statSync(real);
  if (stat.isDirectory()) {
    throw new MemoryError(`Cannot read "${path}": it is a folder and should be a file`, {
      hint: `name a file in it, as in: memory get ${path.replace(/\/+$/, "")}/topics.md`,
    });
  }
  if (!stat.isFile()) {
    throw new MemoryError(`Cannot read "${path}": it is a pipe or a device and should be a regular file`, {
      hint: "name a Markdown file, as in: memory get MEMORY.md",
    });
  }
  return real;
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || path.startsWith("\\") || /^[A-Za-z]:/.test(path) || path.startsWith("~");
}

function outside(path: string, reason: string): MemoryError {
  return new MemoryError(`Cannot read "${path}": ${reason}`, {
    hint: "only files inside the workspace are read, as in: memory get MEMORY.md",
  });
}

function realPathOf(layout: WorkspaceLayout, path: string): string {
  try {
    return realpathSync(absolute(layout, path));
  } catch (cause) {
    const code = errorCode(cause);
    if (code === "ENOENT" || code === "ENOTDIR") throw missing(path);
    throw new MemoryError(`Cannot read "${path}": the path cannot be followed`, { cause });
  }
}

function missing(path: string): MemoryError {
  const reason = isDiaryPath(path) ? "nothing was noted in a diary of that name" : "there is no such file";
  return new MemoryError(`Cannot read "${path}": ${reason}`, { hint: 'find notes with: memory search "<words>"' });
}
