/**
 * The grammar of `MEMORY.md` and `USER.md` (SPEC 3.4). A file is a row of pieces whose raw texts, put together, are the
 * file byte for byte: headings, entries, and what lies between and is kept as it is.
 *
 * @module
 */
import { shortHash } from "../base/hash.ts";
import { type Annotations, formatAnnotations, parseAnnotations, stripAnnotations } from "./annotation.ts";
import { normaliseClaim } from "./claims.ts";
import { type MarkdownLine, scanMarkdown } from "./scan_markdown.ts";

/** A list item with its children, or a block of prose. */
export interface CuratedEntry {
  /** `e:` and 12 hex digits of the normalised text; the second of two equal entries gets a key of its own. */
  readonly key: string;
  /** Title of the nearest heading above, or `null`. */
  readonly heading: string | null;
  /** 1-based, inclusive. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  /** Exact text with line ends. */
  readonly raw: string;
  /** Without list marker and annotations; lines joined by `\n`. */
  readonly text: string;
  readonly annotations: Annotations;
  readonly kind: "item" | "prose";
}

/** A part of a curated file. */
export interface CuratedPiece {
  readonly kind: "heading" | "entry" | "verbatim";
  readonly raw: string;
  readonly startLine: number;
  readonly endLine: number;
  /** 1 to 6 for a heading, else 0. */
  readonly headingLevel: number;
  /** The title of a heading, else `null`. */
  readonly title: string | null;
  readonly entry: CuratedEntry | null;
}

/** A parsed curated file. */
export interface CuratedFile {
  readonly pieces: readonly CuratedPiece[];
  readonly entries: readonly CuratedEntry[];
  /** The line end that new lines get. */
  readonly eol: string;
}

/** Returns the pieces of a file; any text is legal. */
export function parseCurated(text: string): CuratedFile {
  throw new Error(
    `not yet: ${text.length} ${scanMarkdown.name} ${shortHash.name} ${normaliseClaim.name} ${parseAnnotations.name} ${stripAnnotations.name}`,
  );
}

/** Returns the text of a file: the inverse of {@linkcode parseCurated}. */
export function formatCurated(file: CuratedFile): string {
  return file.pieces.map((piece) => piece.raw).join("");
}

/** Returns one entry without a line end: `- text <!-- … -->`. */
export function formatEntry(text: string, annotations: Partial<Annotations>): string {
  const trailer = formatAnnotations(annotations);
  return trailer === "" ? `- ${text}` : `- ${text} ${trailer}`;
}

/** Returns the file's text with entries added at the end of a section, which is created at the end of the file if missing. */
export function appendToSection(file: CuratedFile, heading: string, entries: readonly string[]): string {
  const lines: MarkdownLine[] = [];
  return formatCurated(file) + heading + entries.join(file.eol) + lines.length;
}
