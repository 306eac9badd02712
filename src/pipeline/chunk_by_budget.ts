/**
 * Chunks of up to 400 tokens with 80 of overlap.
 *
 * @module
 */
import { estimateTokens } from "../base/text/measure.ts";
import { NO_ANNOTATIONS } from "../workspace/annotation.ts";
import { type AnnotatedLine, annotate } from "./annotate.ts";
import type { ChunkDraft, ChunkInput } from "./chunk.ts";

/** Model tokens of a chunk, at most (SPEC 5, step 5). */
export const CHUNK_TOKENS = 400;

/** Returns the chunks of a file in order. */
export function chunkByBudget(input: ChunkInput): ChunkDraft[] {
  const drafts: ChunkDraft[] = [];
  let held: AnnotatedLine[] = [];
  let tokens = 0;
  const flush = () => {
    const filled = held.filter((line) => line.text.trim() !== "");
    const [first, last] = [filled[0], filled.at(-1)];
    if (first !== undefined && last !== undefined) {
      drafts.push({
        startLine: first.line.number,
        endLine: last.line.number,
        text: held.map((line) => line.text).join("\n").trim(),
        context: [input.rule.day ?? "", ...first.line.headings].join(" ").trim(),
        annotations: NO_ANNOTATIONS,
        entryKey: null,
        lineNumbers: filled.map((line) => line.line.number),
      });
    }
    held = [];
    tokens = 0;
  };
  for (const line of annotate(input.lines)) {
    const size = estimateTokens(line.text);
    if (tokens + size > CHUNK_TOKENS) flush();
    held.push(line);
    tokens += size;
  }
  flush();
  return drafts;
}
