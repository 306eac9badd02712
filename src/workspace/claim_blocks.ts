/**
 * Which lines of a note belong to one statement.
 *
 * @module
 */
import { cjkUnits } from "../base/text/characters.ts";
import { hasUntrustedMark } from "../provenance/mark.ts";
import { stripAnnotations } from "./annotation.ts";
import type { MarkdownLine } from "./markdown_line.ts";

/**
 * Returns the runs of lines that are one statement each: a list item with the deeper-indented prose right below it, or a
 * line of prose with the lines it is wrapped onto.
 *
 * Diaries often put one statement on each line without a list marker, so prose is joined only where it was cut by a
 * margin: the line is at least 60 columns wide and does not end a sentence. Items and prose that end in a colon above
 * the list that they introduce are left out.
 */
export function claimBlocks(lines: readonly MarkdownLine[]): MarkdownLine[][] {
  const blocks: MarkdownLine[][] = [];
  for (let at = 0; at < lines.length;) {
    const first = lines[at];
    if (first === undefined) break;
    const isStatement = first.kind === "bullet" || first.kind === "text";
    const end = isStatement ? markEnd(lines, blockEnd(lines, at)) : at + 1;
    const block = lines.slice(at, end);
    if (isStatement && !isLeadIn(block, lines[end])) blocks.push(block);
    at = end;
  }
  return blocks;
}

/** Editors and programs wrap prose at 72 to 100 columns; no line shorter than this was cut by them. */
const MIN_WRAPPED_COLUMNS = 60;

function blockEnd(lines: readonly MarkdownLine[], start: number): number {
  const first = lines[start];
  let end = start + 1;
  for (let next = lines[end]; next?.kind === "text" && first !== undefined; next = lines[++end]) {
    const isWrapped = first.kind === "bullet" ? next.indent > first.indent : isCutByMargin(lines[end - 1]);
    if (!isWrapped) break;
  }
  return end;
}

/** The mark of an untrusted line belongs to it, also where it was wrapped onto a line of its own. */
function markEnd(lines: readonly MarkdownLine[], end: number): number {
  const next = lines[end];
  return next?.kind === "comment" && hasUntrustedMark(next.text) ? end + 1 : end;
}

function isCutByMargin(line: MarkdownLine | undefined): boolean {
  if (line === undefined) return false;
  const text = stripAnnotations(line.text);
  // Two blanks or a backslash at the end are a line break that was meant.
  const isBroken = line.text.endsWith("  ") || text.endsWith("\\") || text.length < line.text.trimEnd().length;
  return !isBroken && columns(text) >= MIN_WRAPPED_COLUMNS && !/[.!?:;。！？：；…]["'”’)）」』]*$/.test(text);
}

function columns(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length && count < MIN_WRAPPED_COLUMNS; at++) count += cjkUnits(text, at) > 0 ? 2 : 1;
  return count;
}

function isLeadIn(block: readonly MarkdownLine[], next: MarkdownLine | undefined): boolean {
  const [first, last] = [block[0], block.at(-1)];
  if (first === undefined || last === undefined || next?.kind !== "bullet") return false;
  if (first.kind !== "text" && next.indent <= first.indent) return false;
  return /[:：]$/.test(stripAnnotations(last.content).replace(/[*_`]+$/, ""));
}
