/**
 * Groups the lines of a curated file into the blocks of its grammar (SPEC 3.4): headings, top-level list items with what
 * belongs to them, prose, and lines that are kept without being an entry.
 *
 * @module
 */
import type { MarkdownLine } from "./scan_markdown.ts";

/** A run of lines that belong together. */
export interface CuratedBlock {
  /** What the lines are together. */
  readonly kind: "heading" | "item" | "prose" | "verbatim";
  /** Never empty. */
  readonly lines: readonly MarkdownLine[];
}

/** Returns the blocks of a file; every line is in exactly one, in order. */
export function curatedBlocks(lines: readonly MarkdownLine[]): CuratedBlock[] {
  const blocks: CuratedBlock[] = [];
  for (let start = 0; start < lines.length;) {
    const kind = kindOf(lines[start]);
    const end = endOf(lines, start, kind);
    blocks.push({ kind, lines: lines.slice(start, end) });
    start = end;
  }
  return blocks;
}

/** Columns by which a nested bullet is indented at least: CommonMark takes one column less for a sibling. */
const CHILD_INDENT = 2;

function kindOf(line: MarkdownLine | undefined): CuratedBlock["kind"] {
  switch (line?.kind) {
    case "heading":
      return "heading";
    case "bullet":
      return "item";
    case "text":
    case "code":
    case "fence":
    case "table":
      return "prose";
    default:
      return "verbatim";
  }
}

function endOf(lines: readonly MarkdownLine[], start: number, kind: CuratedBlock["kind"]): number {
  if (kind === "heading") return start + 1;
  if (kind === "item") return itemEnd(lines, start);
  let end = start + 1;
  while (end < lines.length && kindOf(lines[end]) === kind) end++;
  return end;
}

function itemEnd(lines: readonly MarkdownLine[], start: number): number {
  const base = lines[start]?.indent ?? 0;
  let isInFence = false;
  let end = start + 1;
  for (let at = end; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined) break;
    // A blank line belongs to the item only if something of the item follows it.
    if (line.kind === "blank" && !isInFence) continue;
    if (!isInFence && !isPartOf(line, base) && !isLazy(line, lines[at - 1])) break;
    if (line.kind === "fence") isInFence = !isInFence;
    else if (line.kind !== "code") isInFence = false;
    end = at + 1;
  }
  return end;
}

function isPartOf(line: MarkdownLine, base: number): boolean {
  return line.indent >= base + (line.kind === "bullet" ? CHILD_INDENT : 1);
}

/** A paragraph goes on in the next line even if that is not indented. */
function isLazy(line: MarkdownLine, before: MarkdownLine | undefined): boolean {
  return line.kind === "text" && (before?.kind === "bullet" || before?.kind === "text");
}
