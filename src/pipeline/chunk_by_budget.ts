/**
 * Chunks of diaries and other notes: whole lines up to a budget, with an overlap (SPEC 5, step 5).
 *
 * @module
 */
import { annotate, mergeAnnotations } from "./annotate.ts";
import type { ChunkDraft, ChunkInput } from "./chunk_draft.ts";
import { chunkContext } from "./chunk_context.ts";
import { linesOf, packLines, textOf } from "./pack_lines.ts";

/**
 * Returns the chunks of a file in order. Each has at most 400 tokens and begins with the last lines of the one before, as
 * far as they have 80 tokens; a longer line is split, and each piece carries its number.
 */
export function chunkByBudget(input: ChunkInput): ChunkDraft[] {
  return packLines(annotate(input.lines, input.unheeded)).map((units) => {
    const lines = linesOf(units);
    const lineNumbers = lines.map((line) => line.line.number);
    return {
      startLine: lineNumbers[0] ?? 1,
      endLine: lineNumbers.at(-1) ?? 1,
      text: textOf(units),
      context: chunkContext(input.rule.day, lines[0]?.line),
      annotations: mergeAnnotations(lines),
      entryKey: null,
      lineNumbers,
    };
  });
}
