/**
 * The files below a path, without following links.
 *
 * @module
 */
import { lstatSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, join } from "node:path";
import { MemoryError, systemCode } from "../../base/errors.ts";
import { decodeText } from "../../workspace/decode_text.ts";
import { MAX_FILE_BYTES } from "../../workspace/list_files.ts";
import type { Found, LeftOut } from "./import_source.ts";

/** Which files are wanted. */
export type Wanted = (name: string) => boolean;

/** Folders deeper than this are left out: no memory is kept so deep. */
const MAX_DEPTH = 24;

/**
 * Yields the wanted files at or below a path in the order of their names, and what had to be left out. The path itself may
 * be a link; what lies below may not.
 *
 * @param isWanted asked for the path below the given one; a file that is named itself is always wanted
 * @throws {MemoryError} failed, if there is nothing at the path
 */
export function* walkFiles(path: string, isWanted: Wanted): Generator<Found> {
  let root: string;
  try {
    root = realpathSync(path);
    if (statSync(root).isFile()) {
      yield readFound(root, basename(path));
      return;
    }
  } catch (cause) {
    const code = systemCode(cause) ?? "error";
    const why = code === "ENOENT" ? "there is no such file or folder" : `it cannot be opened (${code})`;
    throw new MemoryError(`Cannot import "${path}": ${why}`, {
      hint: "name a file, or a folder that holds some",
      cause,
    });
  }
  yield* walk({ root, isWanted }, "", 0);
}

interface Walk {
  readonly root: string;
  readonly isWanted: Wanted;
}

function* walk(context: Walk, folder: string, depth: number): Generator<Found> {
  const at = join(context.root, folder);
  if (depth > MAX_DEPTH) return yield leftOut(at, `deeper than ${MAX_DEPTH} folders`);
  let names: string[];
  try {
    names = readdirSync(at).sort();
  } catch (error) {
    return yield failed(at, error);
  }
  for (const name of names) {
    const below = folder === "" ? name : `${folder}/${name}`;
    if (SKIPPED_FOLDERS.has(name)) continue;
    const path = join(context.root, below);
    const stats = statsOf(path);
    if (stats === undefined) continue;
    if ("kind" in stats) {
      yield stats;
      continue;
    }
    if (stats.isDirectory()) yield* walk(context, below, depth + 1);
    else if (stats.isSymbolicLink()) {
      if (context.isWanted(below) || leadsToFolder(path)) yield leftOut(path, "a link; name what it leads to");
    } else if (context.isWanted(below)) {
      yield stats.isFile() ? readFound(path, below) : leftOut(path, "a pipe or a device");
    }
  }
}

/** What programs keep beside notes. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([".git", "node_modules", ".obsidian", ".trash", ".DS_Store"]);

function statsOf(path: string): Stats | LeftOut | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return failed(path, error);
  }
}

/** One that leads nowhere, round in a circle, or where nobody may look leads to no folder that could be named instead. */
function leadsToFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return false;
  }
}

function readFound(path: string, name: string): Found {
  try {
    if (statSync(path).size > MAX_FILE_BYTES) return leftOut(path, `larger than ${MAX_FILE_BYTES} bytes`);
    const bytes = readFileSync(path);
    const decoded = decodeText(bytes);
    if (decoded.kind === "skipped") return leftOut(path, decoded.reason);
    return { kind: "file", from: path, name, text: decoded.text, bytes };
  } catch (error) {
    return failed(path, error);
  }
}

function leftOut(from: string, reason: string): LeftOut {
  return { kind: "left-out", from, reason, isFailure: false };
}

function failed(from: string, error: unknown): LeftOut {
  const code = systemCode(error);
  if (code === undefined) throw error;
  return { kind: "left-out", from, reason: `it cannot be read (${code})`, isFailure: true };
}
