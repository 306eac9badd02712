/**
 * Step 5 of the index pipeline: a file's lines to chunks (SPEC 5).
 *
 * @module
 */
import type { PathRule } from "../provenance/tier.ts";
import type { Annotations } from "../workspace/annotation.ts";
import type { MarkdownLine } from "../workspace/scan_markdown.ts";
import { chunkByBudget } from "./chunk_by_budget.ts";
import { chunkByEntry } from "./chunk_by_entry.ts";

/** A piece of a file that is searched and shown as one. */
export interface ChunkDraft {
  /** 1-based line of the file, inclusive. */
  readonly startLine: number;
  /** 1-based line of the file, inclusive. */
  readonly endLine: number;
  /** Without annotations; lines joined by `\n`. */
  readonly text: string;
  /** Day and heading path; keyword text, never embedded. */
  readonly context: string;
  readonly annotations: Annotations;
  /** `e:` and 12 hex digits in curated files, else `null`. */
  readonly entryKey: string | null;
  /** The lines that are not blank, ascending. */
  readonly lineNumbers: readonly number[];
}

/** What {@linkcode chunk} works on. */
export interface ChunkInput {
  readonly path: string;
  readonly rule: PathRule;
  readonly lines: readonly MarkdownLine[];
}

/** Returns the chunks of a file: by entry in curated files, by budget elsewhere. */
export function chunk(input: ChunkInput): ChunkDraft[] {
  return input.rule.tier === "curated" ? chunkByEntry(input) : chunkByBudget(input);
}
