/**
 * The grammar of `MEMORY.md` and `USER.md` (SPEC 3.4). A file is a row of pieces whose raw texts, put together, are the
 * file byte for byte: headings, entries, and what lies between and is kept as it is.
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";
import { shortHash } from "../base/hash.ts";
import { type Annotations, formatAnnotations } from "./annotation.ts";
import { normaliseClaim } from "./claims.ts";
import { type CuratedBlock, curatedBlocks } from "./curated_blocks.ts";
import { entryContent } from "./entry_content.ts";
import { lineEndOf } from "./line_end.ts";
import { type MarkdownLine, scanMarkdown } from "./scan_markdown.ts";

/** A top-level list item with its children, or a block of prose. */
export interface CuratedEntry {
  /**
   * `e:` and 12 hex digits of the normalised text, without heading: an entry keeps its key when it is moved or gets other
   * annotations. The n-th of several equal entries of a file, n ≥ 2, has its number hashed too.
   */
  readonly key: string;
  /** Title of the nearest heading above, or `null`. */
  readonly heading: string | null;
  /** 1-based, inclusive. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  /** Exact text with line ends. */
  readonly raw: string;
  /** Without list marker and annotations; lines joined by `\n`, children relative to their item. */
  readonly text: string;
  /** Of all its lines together; see `entryContent`. */
  readonly annotations: Annotations;
  /** `item` for a list item, `prose` for paragraphs, code and tables. */
  readonly kind: "item" | "prose";
}

/** A part of a curated file. */
export interface CuratedPiece {
  /** `verbatim`: blank lines, rules, front matter, comments standing alone, a byte order mark. */
  readonly kind: "heading" | "entry" | "verbatim";
  /** Exact text with line ends. */
  readonly raw: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  /** 1-based, inclusive; one less than `startLine` for a byte order mark, which is no line. */
  readonly endLine: number;
  /** 1 to 6 for a heading, else 0. */
  readonly headingLevel: number;
  /** The title of a heading, else `null`. */
  readonly title: string | null;
  /** The entry of an `entry` piece, else `null`. */
  readonly entry: CuratedEntry | null;
}

/** A parsed curated file. */
export interface CuratedFile {
  /** All of the file, in order. */
  readonly pieces: readonly CuratedPiece[];
  /** The entries among the pieces, in order. */
  readonly entries: readonly CuratedEntry[];
  /**
   * 1-based numbers of the first lines of runs that stand in a comment of several lines: kept in `verbatim` pieces, and no
   * entries.
   */
  readonly commentedOut: readonly number[];
  /** The line end that most lines have, and that new lines get. */
  readonly eol: "\n" | "\r\n";
}

/**
 * Returns the pieces of a file; any text is legal. What stands between the markers of other programs counts as entries
 * like everything else: nobody's tag takes facts out of the core.
 */
export function parseCurated(text: string): CuratedFile {
  const bom = text.startsWith(BOM) ? BOM : "";
  const body = text.slice(bom.length);
  const lines = scanMarkdown(body, { hasManagedBlocks: false });
  const raws = rawLines(body, lines.map((line) => line.text.length));
  const pieces: CuratedPiece[] = bom === "" ? [] : [{ ...VERBATIM, raw: bom, startLine: 1, endLine: 0 }];
  const seen = new Map<string, number>();
  let heading: string | null = null;
  for (const block of curatedBlocks(lines)) {
    const piece = pieceOf(block, raws);
    if (piece.kind === "heading") heading = piece.title;
    pieces.push(piece.kind === "entry" ? { ...piece, entry: entryOf(block, piece, { heading, seen }) } : piece);
  }
  const entries = pieces.flatMap((piece) => piece.entry === null ? [] : [piece.entry]);
  return { pieces, entries, commentedOut: commentedOut(lines), eol: lineEndOf(body) };
}

/**
 * Returns a reader of single entries: the file is taken apart into blocks once, and of the entries only those are read that
 * are asked for. It gives the piece of the entry on a line (1-based), with the key of the first of its kind: who cannot tell
 * that no equal entry stands above it has to compare all of them. `null` where no entry stands.
 */
export function entryReader(text: string): (line: number) => CuratedPiece & { readonly entry: CuratedEntry } | null {
  const body = text.startsWith(BOM) ? text.slice(BOM.length) : text;
  const lines = scanMarkdown(body, { hasManagedBlocks: false });
  const raws = rawLines(body, lines.map((line) => line.text.length));
  const blocks = curatedBlocks(lines);
  return (line) => {
    const at = blocks.findIndex(({ lines }) => (lines.at(-1)?.number ?? 0) >= line);
    const block = blocks[at];
    if (block === undefined || block.kind === "heading" || block.kind === "verbatim") return null;
    const piece = pieceOf(block, raws);
    const above = blocks.slice(0, at).findLast(({ kind }) => kind === "heading");
    const heading = above === undefined ? null : pieceOf(above, raws).title;
    return { ...piece, entry: entryOf(block, piece, { heading, seen: new Map() }) };
  };
}

/** Returns the text of a file: the inverse of {@linkcode parseCurated}. */
export function formatCurated(file: Pick<CuratedFile, "pieces">): string {
  return file.pieces.map((piece) => piece.raw).join("");
}

/**
 * Returns one entry without a final line end: `- text <!-- … -->`. Further lines of the text become children, indented
 * by two.
 */
export function formatEntry(text: string, annotations: Partial<Annotations>): string {
  const trailer = formatAnnotations(annotations);
  const body = `- ${text.split(/\r?\n/).join("\n  ")}`;
  return trailer === "" ? body : `${body} ${trailer}`;
}

/**
 * Returns the file's text with entries added after the last one directly under a heading. If no heading has that title,
 * `## title` is added at the end of the file; an empty file also gets `# Long-Term Memory`. All other bytes stay.
 *
 * @param heading the title, with or without `#` marks
 * @param entries from {@linkcode formatEntry}
 * @throws {MemoryError} failed, if the entries would not be entries there, as after a code fence that is never closed
 */
export function appendToSection(file: CuratedFile, heading: string, entries: readonly string[]): string {
  if (entries.length === 0) return formatCurated(file);
  const title = heading.replace(/^#{1,6}\s+/, "").trim();
  const block = entries.map((entry) => entry.replace(/\r?\n/g, file.eol) + file.eol);
  const at = file.pieces.findIndex((piece) => piece.kind === "heading" && piece.title === title);
  const text = at < 0 ? withNewSection(file, title, block.join("")) : withInsertion(file, at, block.join(""));
  const arrived = new Set(parseCurated(text).entries.filter((entry) => entry.heading === title).map(({ raw }) => raw));
  if (!block.every((raw) => arrived.has(raw))) {
    throw new MemoryError(
      `Cannot add to the section "${title}": the text above it leaves a code fence or comment open`,
      {
        hint: "close it in the file, or move the section up",
      },
    );
  }
  return text;
}

const BOM = "\uFEFF";
const FIRST_TITLE = "# Long-Term Memory";
const VERBATIM = { kind: "verbatim", headingLevel: 0, title: null, entry: null } as const;

function commentedOut(lines: readonly MarkdownLine[]): number[] {
  return lines.filter((line, at) => isHidden(line) && !isHidden(lines[at - 1])).map((line) => line.number);
}

/** Whether a line has text of a comment that began or ends on another line. */
function isHidden(line: MarkdownLine | undefined): boolean {
  if (line?.kind !== "comment") return false;
  const isWhole = line.text.includes("<!--") && line.text.includes("-->");
  return !isWhole && !/^(?:<!--|-->)?$/.test(line.content);
}

/** Cuts a text into lines with their line ends; `lengths` are those of the lines without. */
function rawLines(text: string, lengths: readonly number[]): string[] {
  let at = 0;
  return lengths.map((length) => {
    const start = at;
    at += length;
    if (text.startsWith("\r\n", at)) at += 2;
    else if (text[at] === "\n" || text[at] === "\r") at += 1;
    return text.slice(start, at);
  });
}

function pieceOf(block: CuratedBlock, raws: readonly string[]): CuratedPiece {
  const [first, last] = [block.lines[0], block.lines.at(-1)];
  const startLine = first?.number ?? 1;
  const endLine = last?.number ?? startLine;
  const raw = raws.slice(startLine - 1, endLine).join("");
  if (block.kind === "heading") {
    const title = first?.headings.at(-1) ?? first?.content ?? "";
    return { ...VERBATIM, kind: "heading", raw, startLine, endLine, headingLevel: first?.headingLevel ?? 1, title };
  }
  return { ...VERBATIM, kind: block.kind === "verbatim" ? "verbatim" : "entry", raw, startLine, endLine };
}

function entryOf(
  block: CuratedBlock,
  { raw, startLine, endLine }: CuratedPiece,
  context: { readonly heading: string | null; readonly seen: Map<string, number> },
): CuratedEntry {
  const { text, annotations } = entryContent(block.lines);
  const normalised = normaliseClaim(text);
  const ordinal = (context.seen.get(normalised) ?? 0) + 1;
  context.seen.set(normalised, ordinal);
  const key = `e:${shortHash(ordinal === 1 ? normalised : `${normalised}\n${ordinal}`)}`;
  const kind = block.kind === "item" ? "item" : "prose";
  return { key, heading: context.heading, startLine, endLine, raw, text, annotations, kind };
}

function withNewSection(file: CuratedFile, title: string, block: string): string {
  const { eol } = file;
  const text = formatCurated(file);
  const isEmpty = file.pieces.every((piece) => piece.raw === BOM);
  if (isEmpty) return [`${text}${FIRST_TITLE}`, "", `## ${title}`, "", block].join(eol);
  const gap = !text.endsWith("\n") ? eol + eol : /\n[ \t]*\r?\n$/.test(text) ? "" : eol;
  return [`${text}${gap}## ${title}`, "", block].join(eol);
}

function withInsertion(file: CuratedFile, headingAt: number, block: string): string {
  const { pieces, eol } = file;
  let at = headingAt;
  for (let next = headingAt + 1; next < pieces.length && pieces[next]?.kind !== "heading"; next++) {
    if (pieces[next]?.kind === "entry") at = next;
  }
  const before = formatCurated({ pieces: pieces.slice(0, at + 1) });
  const end = before.endsWith("\n") ? "" : eol;
  // An item may follow an item at once; after a heading or prose it needs a blank line to be a list.
  const gap = pieces[at]?.entry?.kind === "item" ? "" : eol;
  return before + end + gap + block + formatCurated({ pieces: pieces.slice(at + 1) });
}
