/**
 * How the memories of other assistants are found, each by the names that it gives them.
 *
 * @module
 */
import { basename } from "node:path";
import { MemoryError } from "../../base/errors.ts";
import { chatgptFiles } from "./chatgpt.ts";
import type { Found, ImportSource } from "./import_source.ts";
import { openclawFiles } from "./openclaw.ts";
import { walkFiles } from "./walk_files.ts";

/** What reading depends on beside the path. */
export interface FindDeps {
  /** Returns the local day and time of a moment, in milliseconds since the epoch. */
  readonly at: (ms: number) => { readonly day: string; readonly iso: string };
}

/**
 * Yields what a source has at a path.
 *
 * @throws {MemoryError} failed, if the path cannot be opened; usage, if it is a transcript
 */
export function findFiles(source: ImportSource, path: string, deps: FindDeps): Iterable<Found> {
  refuseTranscript(path);
  switch (source) {
    case "markdown":
      return walkFiles(path, isMarkdown);
    case "claude-code":
      return walkFiles(path, isClaudes);
    case "codex":
      return walkFiles(path, isCodex);
    case "openclaw":
      return openclawFiles(path);
    case "chatgpt":
      return chatgptFiles(path, deps);
  }
}

function refuseTranscript(path: string): void {
  if (!/\.jsonl(?:\.zst)?$/i.test(path)) return;
  throw new MemoryError(`Cannot import "${path}": it is the transcript of a conversation`, {
    kind: "usage",
    hint: `take it up with: memory ingest "${path}"`,
  });
}

function isMarkdown(name: string): boolean {
  return /\.(?:md|markdown|mdx)$/i.test(name);
}

/** Instructions at any depth, and the auto memory of each project. */
function isClaudes(name: string): boolean {
  if (/^CLAUDE(?:\.local)?\.md$/.test(basename(name))) return true;
  return isMarkdown(name) && /(?:^|\/)memory\//.test(name);
}

/** Instructions at any depth, and what Codex keeps as memories. */
function isCodex(name: string): boolean {
  if (/^AGENTS(?:\.override)?\.md$/.test(basename(name))) return true;
  return isMarkdown(name) && /(?:^|\/)memories\//.test(name);
}
