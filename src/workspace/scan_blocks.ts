/**
 * Blocks of several lines: front matter, code fences, comments, and blocks that a program maintains.
 *
 * @module
 */
import { commentSpans } from "./comment_spans.ts";
import { fenceEnd, fenceMarker } from "./fence.ts";
import { frontMatterEnd } from "./front_matter.ts";
import { markIndentedCode } from "./indented_code.ts";
import { managedBlockEnd } from "./managed_block.ts";
import type { LineKind } from "./markdown_line.ts";

/** How blocks are looked for. */
export interface ScanOptions {
  /** Whether the blocks of other programs count as such; without, only their markers do. @default true */
  readonly hasManagedBlocks?: boolean;
  /** Returns only these lines (1-based, inclusive), as they are in the whole text, for less work. @default all */
  readonly only?: { readonly first: number; readonly last: number };
}

/**
 * Returns the kind of each line that a block decides, `undefined` for the others. What opens first wins: a comment in
 * code is code, a fence in a comment is comment.
 *
 * @param text what the rows are the lines of
 */
export function scanBlocks(
  text: string,
  rows: readonly string[],
  options: ScanOptions = {},
): (LineKind | undefined)[] {
  const hasManaged = options.hasManagedBlocks ?? true;
  const kinds = new Array<LineKind | undefined>(rows.length).fill(undefined);
  const start = frontMatterEnd(rows);
  kinds.fill("frontMatter", 0, start);
  const end = MAY_OPEN.test(text) ? rows.length : start;
  for (let at = start; at < end;) at = scanBlock({ rows, hasManaged }, at, kinds);
  markIndentedCode(rows, kinds);
  return kinds;
}

/** What a fence, a comment or the block of a program begins with: most notes have none of them. */
const MAY_OPEN = /```|~~~|</;

interface Text {
  readonly rows: readonly string[];
  readonly hasManaged: boolean;
}

/** Sets the kinds of the block that begins at a line, if one does, and returns the line behind it. */
function scanBlock({ rows, hasManaged }: Text, at: number, kinds: (LineKind | undefined)[]): number {
  const row = rows[at] ?? "";
  const marker = fenceMarker(row);
  const closing = marker === null ? null : fenceEnd(rows, at, marker);
  if (closing !== null) {
    kinds.fill("code", at, closing + 1);
    kinds[at] = "fence";
    kinds[closing] = "fence";
    return closing + 1;
  }
  if (!row.includes("<")) return at + 1;
  const managed = hasManaged ? managedBlockEnd(rows, at) : null;
  if (managed !== null) {
    kinds.fill("comment", at, managed);
    return managed;
  }
  return row.includes("<!--") ? scanComment(rows, at, kinds) : at + 1;
}

function scanComment(rows: readonly string[], at: number, kinds: (LineKind | undefined)[]): number {
  const row = rows[at] ?? "";
  if (isAnnotated(row)) return at + 1;
  const { spans, unclosed } = commentSpans(row);
  const last = unclosed.at(-1);
  // With a comment behind it, it was never closed.
  const open = last === undefined || last < (spans.at(-1)?.start ?? 0) ? undefined : last;
  const closing = open === undefined ? null : commentEnd(rows, at);
  const textEnd = open !== undefined && closing !== null ? open : row.length;
  let rest = "";
  let from = 0;
  for (const span of spans) {
    rest += row.slice(from, span.start);
    from = span.end;
  }
  rest += row.slice(from, Math.max(from, textEnd));
  if (rest.trim() === "") kinds[at] = "comment";
  if (closing === null) return at + 1;
  kinds.fill("comment", at + 1, closing);
  const end = rows[closing] ?? "";
  if (end.slice(end.indexOf("-->") + 3).trim() === "") kinds[closing] = "comment";
  return closing + 1;
}

/**
 * Whether a line plainly has words before its first comment and closes its last one, as nearly all that hold comments do:
 * such a line is none, and leaves none open.
 */
function isAnnotated(row: string): boolean {
  if (row.includes("`") || row.slice(0, row.indexOf("<!--")).trim() === "") return false;
  const inner = row.lastIndexOf("<!--") + "<!--".length;
  // `<!-->` and `<!--->` are whole.
  return !row.startsWith(">", inner) && !row.startsWith("->", inner) && row.includes("-->", inner);
}

/**
 * Returns the line on which a comment closes that is open at the end of line `at`, or `null`. A further `<!--` before
 * that means that the first was never closed, as does the end of the file.
 */
function commentEnd(rows: readonly string[], at: number): number | null {
  for (let next = at + 1; next < rows.length; next++) {
    const row = rows[next] ?? "";
    const close = row.indexOf("-->");
    const reopened = row.indexOf("<!--");
    if (close >= 0 && (reopened < 0 || close < reopened)) return next;
    if (reopened >= 0) return null;
  }
  return null;
}
