/**
 * Step 5 of the index pipeline: a file's lines to chunks (SPEC 5). Pure.
 *
 * @module
 */
import { chunkByBudget } from "./chunk_by_budget.ts";
import { chunkByEntry } from "./chunk_by_entry.ts";
import type { ChunkDraft, ChunkInput } from "./chunk_draft.ts";

export type { ChunkDraft, ChunkInput } from "./chunk_draft.ts";

/**
 * Returns the chunks of a file in order: by entry in curated files, by budget elsewhere. Every line that holds more than
 * blanks and annotations is in at least one; in curated files headings are `context` only, and rules and standing
 * comments are left out.
 */
export function chunk(input: ChunkInput): ChunkDraft[] {
  return input.rule.tier === "curated" ? chunkByEntry(input) : chunkByBudget(input);
}
