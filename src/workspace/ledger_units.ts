/**
 * The texts of a file that the ledger has a row for (SPEC 4.3): lines; in curated files whole entries.
 *
 * @module
 */
import { pathRule } from "../provenance/tier.ts";
import { parseCurated } from "./curated.ts";
import { isDayHeading } from "./diary.ts";
import type { MarkdownLine } from "./markdown_line.ts";
import { scanMarkdown } from "./scan_markdown.ts";

/** What the ledger knows under one hash. */
export interface LedgerUnit {
  /** The line without its line end, or the entry as it stands. */
  readonly raw: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
}

/** A file with its path, from which follows what its units are. */
export interface UnitFile {
  /** Relative to the workspace; absolute outside it. */
  readonly path: string;
  /** Without byte order mark. */
  readonly text: string;
  /** Its lines, if they are known already. @default worked out */
  readonly lines?: readonly MarkdownLine[];
}

/**
 * Returns the units of a file: of a curated one its entries, then whatever is no entry line by line; else its lines in
 * order. Blank lines and headings that are a bare day state nothing and have no row.
 */
export function ledgerUnits({ path, text, lines = scanMarkdown(text) }: UnitFile): LedgerUnit[] {
  if (pathRule(path).tier !== "curated") return lineUnits(lines);
  const { entries } = parseCurated(text);
  const inEntries = new Set<number>();
  for (const { startLine, endLine } of entries) {
    for (let line = startLine; line <= endLine; line++) inEntries.add(line);
  }
  return [...entries, ...lineUnits(lines.filter((line) => !inEntries.has(line.number)))];
}

function lineUnits(lines: readonly MarkdownLine[]): LedgerUnit[] {
  return lines.filter((line) => line.kind !== "blank" && line.text.trim() !== "" && !isDayHeading(line.text))
    .map(({ text, number }) => ({ raw: text, startLine: number, endLine: number }));
}
