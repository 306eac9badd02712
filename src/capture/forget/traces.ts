/**
 * Looks whether anything of a forgotten text is left, byte by byte (SPEC 7.6): the proof, not the work.
 *
 * @module
 */
import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../../base/errors.ts";
import type { WorkspaceLayout } from "../../workspace/layout.ts";

/**
 * Returns the files of the data folder and of `memory/`, and those directly in the workspace, that hold one of the texts
 * in UTF-8 or UTF-16; absolute, in order.
 */
export function tracesOf({ root, memoryDir, dataDir }: WorkspaceLayout, texts: readonly string[]): string[] {
  const needles = texts.flatMap((text) => [Buffer.from(text, "utf8"), Buffer.from(text, "utf16le")]);
  if (needles.length === 0) return [];
  const paths = new Set([...namesBelow(dataDir), ...namesBelow(memoryDir), ...namesIn(root)]);
  return [...paths].filter((path) => !WITHOUT_TEXT.test(path) && holdsAny(path, needles)).sort();
}

/** Files that SQLite maps or locks and that hold page numbers or nothing. */
const WITHOUT_TEXT = /(?:-shm|\.lock)$/;

/**
 * Whoever closes a file gives up all locks that the process has on it: SQLite's own too, and then another process would take a
 * database in use for one that nobody has open, and cut or delete its log. These stay open until the command ends.
 */
const STAYS_OPEN = /\.sqlite(?:-wal)?$/;

/** Bytes read at once, 1 MiB. */
const BLOCK_BYTES = 1024 * 1024;

function holdsAny(path: string, needles: readonly Buffer[]): boolean {
  const overlap = Math.max(...needles.map(({ length }) => length)) - 1;
  let file: number;
  try {
    if (!statSync(path).isFile()) return false;
    file = openSync(path, "r");
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
  try {
    const block = Buffer.alloc(BLOCK_BYTES + overlap);
    let kept = 0;
    for (let at = 0;;) {
      const count = readSync(file, block, kept, BLOCK_BYTES, at);
      if (count === 0) return false;
      at += count;
      const filled = block.subarray(0, kept + count);
      if (needles.some((needle) => filled.includes(needle))) return true;
      kept = Math.min(overlap, filled.length);
      filled.copyWithin(0, filled.length - kept);
    }
  } finally {
    if (!STAYS_OPEN.test(path)) closeSync(file);
  }
}

function namesIn(folder: string): string[] {
  return listed(() => readdirSync(folder)).map((name) => join(folder, name));
}

function namesBelow(folder: string): string[] {
  return listed(() => readdirSync(folder, { recursive: true, encoding: "utf8" })).map((name) => join(folder, name));
}

function listed(list: () => string[]): string[] {
  try {
    return list();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}
