/**
 * Chunks of `MEMORY.md` and `USER.md`: one for each entry (SPEC 5, step 5).
 *
 * @module
 */
import { NO_ANNOTATIONS } from "../workspace/annotation.ts";
import { type CuratedEntry, type CuratedPiece, parseCurated } from "../workspace/curated.ts";
import { annotate, type AnnotatedLine } from "./annotate.ts";
import { chunkContext } from "./chunk_context.ts";
import type { ChunkDraft, ChunkInput } from "./chunk_draft.ts";
import { linesOf, packLines, textOf } from "./pack_lines.ts";

/**
 * Returns the chunks of a curated file in order. An entry shares its chunk with nothing; the pieces of an entry over the
 * budget all have its annotations and key.
 */
export function chunkByEntry(input: ChunkInput): ChunkDraft[] {
  const file = parseCurated(input.lines.map((line) => line.text).join("\n"));
  const lines = annotate(input.lines, input.unheeded);
  return file.pieces.flatMap((piece) => {
    const own = lines.slice(piece.startLine - 1, piece.endLine);
    if (piece.entry !== null) return entryDrafts(input, heeded(piece.entry, input.unheeded), own);
    return isShown(piece, own) ? drafts(input, own, null) : [];
  });
}

/** Front matter and what stands in a long comment can be looked for; rules, markers and headings are no text. */
function isShown(piece: CuratedPiece, lines: readonly AnnotatedLine[]): boolean {
  if (piece.kind !== "verbatim") return false;
  return lines.some(({ line }) =>
    line.kind === "frontMatter" || (line.kind === "comment" && !line.text.includes("<!--"))
  );
}

/** Returns an entry without annotations if those of any of its lines say nothing; they share one origin. */
function heeded(entry: CuratedEntry, unheeded: ReadonlySet<number> | undefined): CuratedEntry {
  if (unheeded === undefined || unheeded.size === 0) return entry;
  for (let line = entry.startLine; line <= entry.endLine; line++) {
    if (unheeded.has(line)) return { ...entry, annotations: NO_ANNOTATIONS };
  }
  return entry;
}

function entryDrafts(input: ChunkInput, entry: CuratedEntry, lines: readonly AnnotatedLine[]): ChunkDraft[] {
  // A list marker and annotations alone are an entry of the grammar, but there is nothing to find.
  if (entry.text.trim() === "") return [];
  const [only, ...more] = drafts(input, lines, entry);
  if (only === undefined) return [];
  // In one piece it is shown as the grammar reads it, without its list marker.
  return more.length === 0 ? [{ ...only, text: entry.text.trim() }] : [only, ...more];
}

function drafts(input: ChunkInput, lines: readonly AnnotatedLine[], entry: CuratedEntry | null): ChunkDraft[] {
  return packLines(lines).map((units) => {
    const shown = linesOf(units);
    const lineNumbers = shown.map((line) => line.line.number);
    return {
      startLine: lineNumbers[0] ?? 1,
      endLine: lineNumbers.at(-1) ?? 1,
      text: textOf(units),
      context: chunkContext(input.rule.day, shown[0]?.line),
      annotations: entry?.annotations ?? NO_ANNOTATIONS,
      entryKey: entry?.key ?? null,
      lineNumbers,
    };
  });
}
