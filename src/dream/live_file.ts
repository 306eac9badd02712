/**
 * A file of the workspace as it is now. Nothing the dream decides rests on what was stored about a line earlier.
 *
 * @module
 */
import { realpathSync } from "node:fs";
import { systemCode } from "../base/errors.ts";
import { type Claim, claimsOf } from "../workspace/claims.ts";
import { isRelativeInside } from "../workspace/confine_path.ts";
import { absolute, type WorkspaceLayout } from "../workspace/layout.ts";
import { readTextFile } from "../workspace/read_text.ts";
import { type MarkdownLine, scanMarkdown } from "../workspace/scan_markdown.ts";

/** A file that was read. */
export interface LiveFile {
  /** Relative to the workspace. */
  readonly path: string;
  /** Raw lines without line ends. */
  readonly rows: readonly string[];
  /** The same by the grammar, worked out when first asked for. */
  lines(): readonly MarkdownLine[];
  /** Its claims, worked out when first asked for. */
  claims(): readonly Claim[];
}

/** A file that gives no claims, and why, as a short clause. */
export interface AbsentFile {
  /** Relative to the workspace. */
  readonly path: string;
  /** Names the path. */
  readonly reason: string;
}

/** Reads a file of the workspace. */
export type FileReader = (path: string) => LiveFile | AbsentFile;

/** Files above this are not indexed either (16 MiB, the limit of the lister). */
const MAX_BYTES = 16 * 1024 * 1024;

/** Returns a reader that reads from disk at every call. */
export function fileReader(layout: WorkspaceLayout): FileReader {
  return (path) => {
    if (!isRelativeInside(path)) return { path, reason: `"${path}" does not lie in the workspace` };
    const absPath = absolute(layout, path);
    try {
      // What stands behind a link has the rule of its own place, and is read there.
      if (realpathSync(absPath) !== absPath) return { path, reason: `"${path}" is a link` };
      const file = readTextFile(absPath, { maxBytes: MAX_BYTES, isReal: true });
      if (file.kind === "skipped") return { path, reason: `"${path}" is not read: ${file.reason}` };
      return liveFile(path, file.text);
    } catch (error) {
      const code = systemCode(error);
      if (code === undefined) throw error;
      return { path, reason: code === "ENOENT" ? `"${path}" is gone` : `"${path}" cannot be read (${code})` };
    }
  };
}

/** Returns the same reader with each file read once: one night sees one state of the files. */
export function readOnce(read: FileReader): FileReader {
  const known = new Map<string, LiveFile | AbsentFile>();
  return (path) => {
    const file = known.get(path) ?? read(path);
    known.set(path, file);
    return file;
  };
}

/** Returns a file of the given text. */
export function liveFile(path: string, text: string): LiveFile {
  let lines: readonly MarkdownLine[] | undefined;
  let claims: readonly Claim[] | undefined;
  const scanned = () => lines ??= scanMarkdown(text);
  return { path, rows: text.split(/\r?\n/), lines: scanned, claims: () => claims ??= claimsOf(path, scanned()) };
}
