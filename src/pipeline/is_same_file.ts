/**
 * Whether the index holds of a file what it would get: one that is looked at because of a class that changed somewhere
 * mostly has the classes it had.
 *
 * @module
 */
import type { ChunkFacts } from "../store/index/chunks.ts";
import type { IndexStore } from "../store/index/open_index.ts";
import type { SourceRow } from "../store/index/sources.ts";
import type { PreparedFile } from "./prepare.ts";

/** Returns whether writing a file would change nothing but its stamp. */
export function isSameFile({ chunks }: Pick<IndexStore, "chunks">, known: SourceRow, file: PreparedFile): boolean {
  const { hash, tier, day, skipReason } = file.source;
  if (known.hash !== hash || known.tier !== tier || known.day !== day || known.skipReason !== skipReason) return false;
  const rows = chunks.ofPath(known.path);
  return rows.length === file.chunks.length && rows.every((row, at) => shownBy(row) === shownBy(file.chunks[at]));
}

/** Everything about a chunk; what is embedded of it follows from its text. */
function shownBy(chunk: ChunkFacts | undefined): string {
  if (chunk === undefined) return "";
  const { startLine, endLine, text, context, importance, triggers, projects, key, entryKey } = chunk;
  const { observed, expires, origin, classes, sessionKind, observedAt } = chunk;
  const notes = [importance, triggers, projects, key, entryKey, observed, expires];
  return JSON.stringify([startLine, endLine, text, context, ...notes, origin, classes, sessionKind, observedAt]);
}
