/**
 * Entries of the curated files as they are on disk now: what is put before an agent, and whether it may be, is never taken
 * from the index.
 *
 * @module
 */
import type { Verdict } from "../../provenance/predicates.ts";
import type { ChunkRow } from "../../store/index/chunks.ts";
import { type CuratedEntry, type CuratedPiece, parseCurated } from "../../workspace/curated.ts";
import { judgePiece, type PieceContext } from "../judge_piece.ts";
import { type LiveDeps, type LiveFile, liveFiles } from "../live_files.ts";
import { visibleEntry } from "../visible_entry.ts";

/** An entry as it is now. */
export interface LiveEntry {
  /** Of its file, relative to the workspace. */
  readonly path: string;
  /** The entry. */
  readonly entry: CuratedEntry;
  /** What a person sees of it: without annotations, comments, and what they hide; may be empty. */
  readonly text: string;
  /** Returns whether it may be put before an agent that did not ask; where lines come from is asked only for this one. */
  verdict(): Verdict;
}

/** Returns the entry of a chunk as it is now, or `null` if it stands in its file no more. */
export type LiveEntries = (row: Pick<ChunkRow, "path" | "entryKey">) => LiveEntry | null;

/** Returns a reader that lives as long as one answer; a file is read and taken apart once, when first asked for. */
export function liveEntries(deps: LiveDeps, context: PieceContext): LiveEntries {
  const files = liveFiles(deps, true);
  const known = new Map<string, ReadonlyMap<string, () => LiveEntry>>();
  return ({ path, entryKey }) => {
    if (entryKey === null) return null;
    let entries = known.get(path);
    if (entries === undefined) {
      const file = files.read(path);
      entries = file === null ? new Map() : entriesOf(file, deps, context);
      known.set(path, entries);
    }
    return entries.get(entryKey)?.() ?? null;
  };
}

/** Hundreds of entries stand in a file, and few are asked for: what is told of one is worked out then. */
function entriesOf(file: LiveFile, { originsOf }: LiveDeps, context: PieceContext): Map<string, () => LiveEntry> {
  const { path, ownPath } = file;
  return new Map(
    parseCurated(file.text).pieces.filter(isEntry).map((piece) => {
      const { entry, raw } = piece;
      const verdict = () => judgePiece(ownPath, piece, { origin: originsOf(ownPath, [raw])[0], context });
      return [entry.key, () => ({ path, entry, text: visibleEntry(entry), verdict })];
    }),
  );
}

function isEntry(piece: CuratedPiece): piece is CuratedPiece & { readonly entry: CuratedEntry } {
  return piece.entry !== null;
}
