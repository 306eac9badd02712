/**
 * Line grammar of Markdown notes.
 *
 * @module
 */

/** What a line is. */
export type LineKind =
  | "blank"
  | "heading"
  | "bullet"
  | "text"
  | "fence"
  | "code"
  | "table"
  | "rule"
  | "frontMatter"
  | "comment";

/** One line of a file. */
export interface MarkdownLine {
  /** 1-based. */
  readonly number: number;
  /** Without the line end. */
  readonly text: string;
  readonly kind: LineKind;
  /** Columns of leading white space; a tab goes to the next multiple of four. */
  readonly indent: number;
  /** 1 to 6 for a heading, else 0. */
  readonly headingLevel: number;
  /** Titles of the headings above, outermost first; a heading's own title is the last. */
  readonly headings: readonly string[];
  /** A bullet's text without its marker, a heading's title, else the trimmed text. */
  readonly content: string;
}

/** Returns the lines of a file; any text is legal. */
export function scanMarkdown(text: string): MarkdownLine[] {
  const rows = text.split("\n");
  if (rows.at(-1) === "") rows.pop();
  const headings: string[] = [];
  return rows.map((row, index) => {
    const line = row.endsWith("\r") ? row.slice(0, -1) : row;
    const trimmed = line.trim();
    const base = { number: index + 1, text: line, indent: line.length - line.trimStart().length };
    const heading = /^(#{1,6})\s+(.*)$/.exec(trimmed);
    if (heading !== null) {
      const headingLevel = heading[1]?.length ?? 1;
      headings.splice(headingLevel - 1);
      headings.push(heading[2] ?? "");
      return { ...base, kind: "heading", headingLevel, headings: [...headings], content: heading[2] ?? "" };
    }
    const bullet = /^[-*+]\s+(.*)$/.exec(trimmed);
    const kind = trimmed === "" ? "blank" : bullet === null ? "text" : "bullet";
    return { ...base, kind, headingLevel: 0, headings: [...headings], content: bullet?.[1] ?? trimmed };
  });
}
