/**
 * Keeps a reader inside the workspace and the extra paths of the user's settings, whatever path it is given and wherever
 * links lead (SPEC 3.3, 6).
 *
 * @module
 */
import { realpathSync, statSync } from "node:fs";
import { sep } from "node:path";
import { errorCode, MemoryError } from "../base/errors.ts";
import { isDiaryPath } from "./diary.ts";
import { absolute, rootOf, type Roots } from "./layout.ts";

/** Where a reader may read. */
export interface ReadableArea {
  /** The workspace. */
  readonly layout: Roots;
  /** Files and folders outside it that the user's own settings name, absolute. @default none */
  readonly extraPaths?: readonly string[];
}

/**
 * Returns the real path of a file that may be read.
 *
 * @param path relative to the workspace, `/` between segments; absolute at or below an extra path
 * @throws {MemoryError} failed, when it leads outside, is not there, or is no regular file
 */
export function confinePath(area: ReadableArea, path: string): string {
  refuseOutside(area, path);
  const isOutside = isAbsolute(path);
  const real = realPathOf(area, path);
  if (!isOutside && real === rootOf(area.layout, path)) {
    throw new MemoryError(`Cannot read "${path}": it is the workspace itself and should be a file`, {
      hint: "name a file in it, as in: memory get MEMORY.md",
    });
  }
  if (isOutside ? !isBelowAny(area, real) : !isInside(rootOf(area.layout, path), real)) {
    throw outside(path, `it is a link that leads out of the ${isOutside ? "extra path" : "workspace"}`);
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

/**
 * Refuses a path that leads outside by its very words, whether there is something or not.
 *
 * @throws {MemoryError} failed
 */
export function refuseOutside(area: ReadableArea, path: string): void {
  if (path.includes("\0")) throw outside(path.replaceAll("\0", ""), "it holds a NUL character");
  if (path.split(/[\\/]/).includes("..")) throw outside(path, 'it should hold no ".."');
  if (isAbsolute(path) && !isBelowAny(area, path)) {
    throw outside(path, "it is absolute, and should be relative to the workspace or one of the extra paths");
  }
}

/** Returns whether a path names something inside the workspace by its words: relative, without `..` and NUL. */
export function isRelativeInside(path: string): boolean {
  return !isAbsolute(path) && !path.includes("\0") && !path.split(/[\\/]/).includes("..");
}

/** Returns whether a real path lies below a folder. */
export function isInside(root: string, real: string): boolean {
  return real.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** An extra path counts as it was given and as what it leads to. */
function isBelowAny({ extraPaths = [] }: ReadableArea, path: string): boolean {
  return extraPaths.some((extra) => isAtOrBelow(extra, path) || isAtOrBelow(realOrSame(extra), path));
}

/** Returns whether a real path is a folder or lies below it. */
export function isAtOrBelow(folder: string, path: string): boolean {
  return path === folder || isInside(folder, path);
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return path;
  }
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || path.startsWith("\\") || /^[A-Za-z]:/.test(path) || path.startsWith("~");
}

function outside(path: string, reason: string): MemoryError {
  return new MemoryError(`Cannot read "${path}": ${reason}`, {
    hint: "only files inside the workspace are read, as in: memory get MEMORY.md",
  });
}

function realPathOf({ layout }: ReadableArea, path: string): string {
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
