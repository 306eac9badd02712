/**
 * The new text of a curated file from the old one and its changes. The host writes it; what no change touches stays byte for
 * byte (SPEC 8.6, 8.7).
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";
import { codePoints } from "../base/text/measure.ts";
import { stripAnnotations } from "../workspace/annotation.ts";
import {
  appendToSection,
  type CuratedFile,
  type CuratedPiece,
  formatCurated,
  parseCurated,
} from "../workspace/curated.ts";
import type { CuratedChange } from "./curated_change.ts";
import { lineEndsOf } from "./raw_entry.ts";

/** A text, or why there is none. */
export type Composition = { readonly text: string } | { readonly refusal: string };

/** Titles of the sections that we open; only such a heading goes when its last entry goes. */
const OWN_SECTION = /^(?:Consolidated Memory|Promoted From Short-Term Memory|Remembered) \(\d{4}-\d{2}-\d{2}\)$/;

/**
 * Returns the file's text after the changes.
 *
 * @param heading title of the section that new entries go under
 */
export function compose(file: CuratedFile, changes: readonly CuratedChange[], heading: string): Composition {
  const merged = new Map<number, string>();
  const removed = new Set<number>();
  for (const { action, prior, also = [], raw } of changes) {
    for (const { entry } of also) removed.add(entry.startLine);
    if (prior === null) continue;
    if (action === "merged") merged.set(prior.entry.startLine, raw);
    else removed.add(prior.entry.startLine);
  }
  const kept = withoutEmptySections(file.pieces, removed).map((piece) => {
    const raw = piece.kind === "entry" ? merged.get(piece.startLine) : undefined;
    return raw === undefined ? piece : { ...piece, raw: raw + lineEndsOf(piece.raw) };
  });
  const fresh = changes.filter(({ action }) => action === "added" || action === "superseded").map(({ raw }) => raw);
  try {
    return { text: appendToSection(parseCurated(formatCurated({ pieces: kept })), heading, fresh) };
  } catch (error) {
    if (error instanceof MemoryError) return { refusal: error.message };
    throw error;
  }
}

/** Returns the file's text without the entries that begin at the given lines, and without sections of ours left empty. */
export function removeEntries(file: CuratedFile, startLines: ReadonlySet<number>): string {
  return formatCurated({ pieces: withoutEmptySections(file.pieces, startLines) });
}

/** Returns the 1-based numbers of all lines that {@linkcode removeEntries} takes out. */
export function linesLeaving(file: CuratedFile, startLines: ReadonlySet<number>): number[] {
  const kept = new Set(withoutEmptySections(file.pieces, startLines));
  return file.pieces.filter((piece) => !kept.has(piece)).flatMap(({ startLine, endLine }) =>
    Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at)
  );
}

/**
 * Returns the file's text with one entry in other words; its line ends stay.
 *
 * @param raw without final line end
 */
export function replaceEntry(file: CuratedFile, startLine: number, raw: string): string {
  const pieces = file.pieces.map((piece) =>
    piece.kind === "entry" && piece.startLine === startLine
      ? { ...piece, raw: raw.replace(/\r?\n/g, file.eol) + lineEndsOf(piece.raw) }
      : piece
  );
  return formatCurated({ pieces });
}

/** Returns the chars of a curated file that an agent would be given: annotations stripped (SPEC 8.7). */
export function residentChars(text: string): number {
  return codePoints(text.split("\n").map(stripAnnotations).join("\n"));
}

/** The pieces without removed entries, and without sections of ours that have no entry left. */
function withoutEmptySections(pieces: readonly CuratedPiece[], removed: ReadonlySet<number>): CuratedPiece[] {
  const isRemoved = (piece: CuratedPiece) => piece.kind === "entry" && removed.has(piece.startLine);
  const sections: CuratedPiece[][] = [[]];
  for (const piece of pieces) {
    if (piece.kind === "heading") sections.push([]);
    sections.at(-1)?.push(piece);
  }
  return sections.flatMap((section) => {
    const left = section.filter((piece) => !isRemoved(piece));
    const title = section[0]?.title ?? "";
    const isEmptied = left.length < section.length &&
      left.every(({ kind, raw }) => kind === "heading" || raw.trim() === "");
    return isEmptied && OWN_SECTION.test(title) ? [] : left;
  });
}
