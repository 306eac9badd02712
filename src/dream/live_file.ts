/**
 * The claims of a file as it is now, with their origins from the ledger. Nothing the dream decides rests on what was
 * stored about a line earlier.
 *
 * @module
 */
import { realpathSync } from "node:fs";
import { errorCode } from "../base/errors.ts";
import type { LineOrigin } from "../provenance/origin.ts";
import type { OriginReader } from "../store/state/origin_reader.ts";
import { type Claim, claimsOf } from "../workspace/claims.ts";
import { absolute, type WorkspaceLayout } from "../workspace/layout.ts";
import { readTextFile } from "../workspace/read_text.ts";
import { type MarkdownLine, scanMarkdown } from "../workspace/scan_markdown.ts";

/** A claim with the origin of each of its lines. */
export interface LiveClaim {
  readonly claim: Claim;
  readonly origins: readonly LineOrigin[];
}

/** A file that was read. */
export interface LiveFile {
  readonly path: string;
  readonly lines: readonly MarkdownLine[];
  readonly claims: readonly LiveClaim[];
  /** Claims by key; equal lines of one file share a key. */
  readonly byKey: ReadonlyMap<string, readonly LiveClaim[]>;
}

/** A file that gives no claims, and why, as a short clause. */
export interface AbsentFile {
  readonly path: string;
  readonly reason: string;
}

/** Reads a file of the workspace as it is now. */
export type FileReader = (path: string) => LiveFile | AbsentFile;

/** What reading needs. */
export interface LiveFileDeps {
  readonly layout: WorkspaceLayout;
  readonly originsOf: OriginReader;
}

/** Files above this are not indexed either (16 MiB, the limit of the lister). */
const MAX_BYTES = 16 * 1024 * 1024;

/** Returns a reader that reads from disk at every call. */
export function fileReader({ layout, originsOf }: LiveFileDeps): FileReader {
  return (path) => {
    const absPath = absolute(layout, path);
    try {
      // What stands behind a link has the rule of its own place, and is read there.
      if (realpathSync(absPath) !== absPath) return { path, reason: `"${path}" is a link` };
      const file = readTextFile(absPath, { maxBytes: MAX_BYTES });
      if (file.kind === "skipped") return { path, reason: `"${path}" is not read: ${file.reason}` };
      const lines = scanMarkdown(file.text);
      return { path, lines, ...withOrigins(claimsOf(path, lines), originsOf) };
    } catch (error) {
      const code = errorCode(error);
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

function withOrigins(claims: readonly Claim[], originsOf: OriginReader): Pick<LiveFile, "claims" | "byKey"> {
  const [first] = claims;
  if (first === undefined) return { claims: [], byKey: new Map() };
  const origins = originsOf(first.path, claims.flatMap(({ lines }) => lines));
  let at = 0;
  const live = claims.map((claim) => ({ claim, origins: origins.slice(at, at += claim.lines.length) }));
  return { claims: live, byKey: Map.groupBy(live, ({ claim }) => claim.key) };
}
