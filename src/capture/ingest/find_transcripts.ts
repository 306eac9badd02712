/**
 * The files that may be transcripts: those that are named, and what lies below folders that are.
 *
 * @module
 */
import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorCode, MemoryError } from "../../base/errors.ts";

/** Files that may be transcripts, and folders that could not be read. */
export interface FoundFiles {
  /** Oldest name first: what clients number or date comes in its order. */
  readonly files: readonly { readonly path: string; readonly isNamed: boolean }[];
  /** What could not be read, with the system's code. */
  readonly failures: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * Looks for files. A link is followed if it is named, and not below a folder.
 *
 * @param paths absolute
 * @throws {MemoryError} failed, if a named path does not exist
 */
export function findTranscripts(paths: readonly string[]): FoundFiles {
  const files = new Map<string, boolean>();
  const failures: { path: string; reason: string }[] = [];
  for (const path of paths) {
    const stats = statOf(path);
    if (stats?.isDirectory() !== true) {
      files.set(path, true);
      continue;
    }
    for (const found of filesBelow(path, failures)) if (!files.has(found)) files.set(found, false);
  }
  return { files: [...files].map(([path, isNamed]) => ({ path, isNamed })), failures };
}

/**
 * Names of transcripts, of all generations and packings: `x.jsonl`, `session-x.json`, `x.jsonl.zst`, and what a gateway
 * set aside as `x.jsonl.reset.2026-03-10T…`.
 */
const NAME = /\.(?:jsonl(?:\.zst|\.(?:reset|deleted)\.[\w.:-]+)?|json)$/i;

/** Folders that hold no transcripts and may hold very many files. */
const LEFT_OUT: ReadonlySet<string> = new Set(["node_modules", ".git"]);

function statOf(path: string) {
  try {
    return statSync(path);
  } catch (cause) {
    if (errorCode(cause) !== "ENOENT") return undefined;
    throw new MemoryError(`Cannot ingest "${path}": there is no such file`, {
      hint: "name a transcript, or a folder that holds some",
      cause,
    });
  }
}

function filesBelow(folder: string, failures: { path: string; reason: string }[]): string[] {
  const found: string[] = [];
  for (const waiting = [folder]; waiting.length > 0;) {
    const at = waiting.shift() ?? "";
    for (const entry of entriesOf(at, failures)) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) {
        if (!LEFT_OUT.has(entry.name)) waiting.push(path);
      } else if (entry.isFile() && NAME.test(entry.name)) found.push(path);
    }
  }
  return found;
}

function entriesOf(folder: string, failures: { path: string; reason: string }[]): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => a.name < b.name ? -1 : 1);
  } catch (error) {
    failures.push({ path: folder, reason: errorCode(error) ?? String(error) });
    return [];
  }
}
