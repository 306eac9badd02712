/**
 * What the chunkers take and return.
 *
 * @module
 */
import type { PathRule } from "../provenance/tier.ts";
import type { Annotations } from "../workspace/annotation.ts";
import type { MarkdownLine } from "../workspace/markdown_line.ts";

/** A piece of a file that is searched and shown as one. */
export interface ChunkDraft {
  /** 1-based line of the file, inclusive. */
  readonly startLine: number;
  /** 1-based line of the file, inclusive. */
  readonly endLine: number;
  /** Without annotations; lines joined by `\n`; never empty. */
  readonly text: string;
  /** Day and heading path: keyword text, never embedded. */
  readonly context: string;
  /** Of the entry, or of the lines as `mergeAnnotations` puts them together. */
  readonly annotations: Annotations;
  /** `e:` and 12 hex digits in curated files, else `null`. */
  readonly entryKey: string | null;
  /** Lines of the file that the text shows something of, ascending. */
  readonly lineNumbers: readonly number[];
}

/** A file to chunk. */
export interface ChunkInput {
  /** Relative to the workspace; absolute outside it. */
  readonly path: string;
  /** What {@linkcode pathRule} says of the path. */
  readonly rule: PathRule;
  /** All lines of the file, in order, as they stand there. */
  readonly lines: readonly MarkdownLine[];
  /** Numbers of the lines whose annotations are taken out and say nothing. @default none */
  readonly unheeded?: ReadonlySet<number>;
}
