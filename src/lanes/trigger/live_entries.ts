/**
 * Entries of the curated files as they are on disk now: what is put before an agent, and whether it may be, is never taken
 * from the index.
 *
 * @module
 */
import { sha256Hex } from "../../base/hash.ts";
import { lazily } from "../../base/lazily.ts";
import type { Verdict } from "../../provenance/predicates.ts";
import type { ChunkText } from "../../store/index/chunks.ts";
import type { IndexStore } from "../../store/index/open_index.ts";
import { type CuratedEntry, type CuratedPiece, entryReader, parseCurated } from "../../workspace/curated.ts";
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

/** An entry as the index knows it. */
export interface IndexedEntry extends Pick<ChunkText, "path" | "startLine"> {
  /** `e:` and 12 hex digits. */
  readonly entryKey: string;
}

/** Returns an entry as it is now, or `null` if it stands in its file no more. */
export type LiveEntries = (entry: IndexedEntry) => LiveEntry | null;

/** What {@linkcode liveEntries} works with. */
export interface LiveEntriesDeps extends LiveDeps {
  /** Says which bytes of a file it was made from. */
  readonly index: Pick<IndexStore, "sources">;
}

/** Returns a reader that lives as long as one answer; a file is read and taken apart once, when first asked for. */
export function liveEntries(deps: LiveEntriesDeps, context: PieceContext): LiveEntries {
  const files = liveFiles(deps, true);
  const known = new Map<string, PieceFinder>();
  return (asked) => {
    const file = files.read(asked.path);
    if (file === null) return null;
    let find = known.get(asked.path);
    if (find === undefined) known.set(asked.path, find = pieceFinder(file, deps));
    const piece = find(asked);
    if (piece === null) return null;
    const { path, ownPath } = file;
    const { entry, raw } = piece;
    const verdict = () => judgePiece(ownPath, piece, { origin: deps.originsOf(ownPath, [raw])[0], context });
    return { path, entry, text: visibleEntry(entry), verdict };
  };
}

type EntryPiece = CuratedPiece & { readonly entry: CuratedEntry };
type PieceFinder = (entry: IndexedEntry) => EntryPiece | null;

/**
 * Hundreds of entries stand in a file, and few are asked for. As long as its bytes are those that the index was made from,
 * the one on the line that the index knows is the one that is meant; else, and of several equal ones, all are compared.
 */
function pieceFinder(file: LiveFile, { index }: LiveEntriesDeps): PieceFinder {
  const all = lazily(() =>
    new Map(parseCurated(file.text).pieces.filter(isEntry).map((piece) => [piece.entry.key, piece]))
  );
  const isAsIndexed = index.sources.get(file.path)?.hash === sha256Hex(file.text);
  const onLine = isAsIndexed ? entryReader(file.text) : () => null;
  return ({ entryKey, startLine }) => {
    const piece = onLine(startLine);
    return piece?.entry.key === entryKey ? piece : all().get(entryKey) ?? null;
  };
}

function isEntry(piece: CuratedPiece): piece is EntryPiece {
  return piece.entry !== null;
}
