/**
 * One line of a note.
 *
 * @module
 */

/**
 * What a line is:
 *
 * - `heading`: one to six `#`, with or without a blank behind
 * - `bullet`: `-`, `*`, `+`, `•`, `·`, `1.`, `1)` or `1、` at any depth
 * - `text`: prose; also the wrapped lines of a bullet
 * - `fence`, `code`: the markers of a closed code fence, and what is between; indentation alone makes no code
 * - `table`: a row of a pipe table
 * - `rule`: a thematic break, or a marker of a merge conflict
 * - `frontMatter`: YAML that begins on line 1, with its markers
 * - `comment`: nothing but HTML comments; inside a comment of several lines; a block that a program maintains
 */
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
  /** Without the line end, `\n` or `\r\n`. */
  readonly text: string;
  /** See {@linkcode LineKind}. */
  readonly kind: LineKind;
  /** Columns of leading blanks; a tab goes to the next multiple of four. */
  readonly indent: number;
  /** 1 to 6 for a heading, else 0. */
  readonly headingLevel: number;
  /** Titles of the headings above, outermost first; a heading's own title is the last. */
  readonly headings: readonly string[];
  /** A bullet's text without marker and task box, a heading's title, a quotation without `>`, else the trimmed text. */
  readonly content: string;
}

/** Returns whether a line belongs to a block of code, its marks included: what stands there is shown and means nothing. */
export function isCode({ kind }: Pick<MarkdownLine, "kind">): boolean {
  return kind === "code" || kind === "fence";
}
