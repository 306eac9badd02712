/**
 * Chunks of curated files: an entry never shares one.
 *
 * @module
 */
import { parseCurated } from "../workspace/curated.ts";
import type { ChunkDraft, ChunkInput } from "./chunk.ts";

/** Returns the chunks of a curated file in order. */
export function chunkByEntry(input: ChunkInput): ChunkDraft[] {
  const file = parseCurated(input.lines.map((line) => line.text).join("\n"));
  return file.entries.map((entry) => ({
    startLine: entry.startLine,
    endLine: entry.endLine,
    text: entry.text,
    context: entry.heading ?? "",
    annotations: entry.annotations,
    entryKey: entry.key,
    lineNumbers: Array.from({ length: entry.endLine - entry.startLine + 1 }, (_, index) => entry.startLine + index),
  }));
}
