/**
 * The line grammar of notes. Real diaries are not clean Markdown, so this is a grammar of lines that gives every line of
 * any text a kind and is never led astray for the rest of a file: what is opened and not closed is text.
 *
 * @module
 */
import { bulletOf, headingOf, isRule, unquoted } from "./line_shape.ts";
import type { LineKind, MarkdownLine } from "./markdown_line.ts";
import { scanBlocks, type ScanOptions } from "./scan_blocks.ts";
import { markTables } from "./table_rows.ts";

export type { LineKind, MarkdownLine } from "./markdown_line.ts";

/**
 * Returns the lines of any text, in time linear to its length. Numbers and kinds are the same for `\n` and `\r\n`; what
 * stands behind the last line end is a line only if it is not empty.
 */
export function scanMarkdown(text: string, options: ScanOptions = {}): MarkdownLine[] {
  const rows = splitLines(text);
  const blocks = scanBlocks(text, rows, options);
  const { first, last } = options.only ?? { first: 1, last: rows.length };
  const isAsked = (index: number) => index >= first - 1 && index < last;
  const shapes = rows.map((row, index) => isAsked(index) || REACHING.test(row) ? shapeOf(row, blocks[index]) : UNASKED);
  const kinds = shapes.map((shape) => shape.kind);
  markTables(rows, kinds);
  const path = new HeadingPath();
  const lines: MarkdownLine[] = [];
  for (const [index, { headingLevel, content }] of shapes.entries()) {
    if (headingLevel > 0) path.enter(headingLevel, content);
    if (!isAsked(index)) continue;
    const row = rows[index] ?? "";
    const [kind, number, indent] = [kinds[index] ?? "text", index + 1, indentOf(row)];
    lines.push({ number, text: row, kind, indent, headingLevel, headings: path.titles, content });
  }
  return lines;
}

/** What a line must hold to have a say in other lines: it may be a heading or a row of a table. */
const REACHING = /[#|]/;

/** Columns between tab stops (CommonMark). */
const TAB_COLUMNS = 4;
const TAB = 0x09;
const SPACE = 0x20;

function splitLines(text: string): string[] {
  const rows = text.split("\n");
  if (rows.at(-1) === "") rows.pop();
  return text.includes("\r") ? rows.map((row) => row.endsWith("\r") ? row.slice(0, -1) : row) : rows;
}

interface Shape {
  readonly kind: LineKind;
  readonly headingLevel: number;
  readonly content: string;
}

/** Stands for a line that nobody asked for and that has no say in others. */
const UNASKED: Shape = { kind: "text", headingLevel: 0, content: "" };

/** `block`: what {@linkcode scanBlocks} found, if anything. */
function shapeOf(row: string, block: LineKind | undefined): Shape {
  const content = row.trim();
  if (block !== undefined) return { kind: block, headingLevel: 0, content };
  if (content === "") return { kind: "blank", headingLevel: 0, content };
  const heading = headingOf(content);
  if (heading !== null) return { kind: "heading", headingLevel: heading.level, content: heading.title };
  if (isRule(content)) return { kind: "rule", headingLevel: 0, content };
  const bullet = bulletOf(content);
  if (bullet !== null) return { kind: "bullet", headingLevel: 0, content: bullet };
  return { kind: "text", headingLevel: 0, content: unquoted(content) };
}

function indentOf(row: string): number {
  let columns = 0;
  for (let at = 0; at < row.length; at++) {
    const unit = row.charCodeAt(at);
    if (unit === TAB) columns += TAB_COLUMNS - (columns % TAB_COLUMNS);
    else if (unit === SPACE) columns++;
    else break;
  }
  return columns;
}

/** The headings above a line; lines between two headings share one list. */
class HeadingPath {
  titles: readonly string[] = [];
  #levels: number[] = [];

  enter(level: number, title: string): void {
    let depth = this.#levels.length;
    while (depth > 0 && (this.#levels[depth - 1] ?? 0) >= level) depth--;
    this.#levels = [...this.#levels.slice(0, depth), level];
    this.titles = [...this.titles.slice(0, depth), title];
  }
}
