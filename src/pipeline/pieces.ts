/**
 * The pieces of chunks: what is embedded (SPEC 5, step 7). A vector of a whole chunk blurs; one of about 100 tokens finds
 * the line that was asked for, and the score of a chunk is that of its best piece. Pure.
 *
 * @module
 */
import { estimateTokens } from "../base/text/measure.ts";
import type { PieceSpan } from "../store/index/chunks.ts";
import type { ChunkDraft } from "./chunk_draft.ts";
import { headingOf } from "../workspace/line_shape.ts";
import { splitLine } from "./split_line.ts";

/** Model tokens of a piece, at most (SPEC 5, step 7): longer ones blur, shorter ones find no more. */
export const PIECE_TOKENS = 100;

/** What the pieces of a chunk follow from. */
export type PieceSource = Pick<ChunkDraft, "text" | "startLine" | "endLine" | "lineNumbers">;

/**
 * Returns the pieces of each chunk of a file. A piece has whole lines and at most {@linkcode PIECE_TOKENS} tokens; only a
 * line that alone has more is split, between two characters. Every line that is not blank is in a piece, in order.
 *
 * Wherever a chunk begins or ends, so do pieces of its neighbours: what two chunks have in common is then the same pieces
 * in both, and is embedded once.
 *
 * @param chunks all chunks of one file, in order
 */
export function piecesOf(chunks: readonly PieceSource[]): PieceSpan[][] {
  const borders = new Set(chunks.flatMap(({ startLine, endLine }) => [startLine, endLine + 1]));
  return chunks.map((chunk) => sectionsOf(linesOf(chunk), borders).flatMap((lines) => pack(chunk.text, lines)));
}

/** A line of a chunk's text. */
interface TextLine {
  /** Place of its first UTF-16 unit in the text. */
  readonly start: number;
  /** Place behind its last one. */
  readonly end: number;
  /** Its number in the file. */
  readonly line: number;
  /** Model tokens with the line end. */
  readonly tokens: number;
  /** It titles what follows. */
  readonly isHeading: boolean;
}

/** A line end is one Latin character, a quarter of a token. */
const LINE_END_TOKENS = 0.25;

/** Returns the lines that are not blank. */
function linesOf({ text, lineNumbers, startLine }: PieceSource): TextLine[] {
  const lines: TextLine[] = [];
  for (let start = 0; start <= text.length;) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    const line = text.slice(start, end);
    const tokens = estimateTokens(line) + LINE_END_TOKENS;
    if (line.trim() !== "") lines.push({ start, end, line: 0, tokens, isHeading: headingOf(line) !== null });
    start = end + 1;
  }
  // Counted from the end: an entry that begins with an empty marker line lost it with the marker.
  const offset = lineNumbers.length - lines.length;
  return lines.map((line, at) => ({ ...line, line: lineNumbers[at + offset] ?? startLine }));
}

/**
 * Cuts lines wherever a chunk of the file begins or has just ended, and at headings. A heading in front of a short text
 * hides what the text says: of questions in another language every third one less finds its line first. So headings are
 * left out, unless there is nothing else.
 */
function sectionsOf(lines: readonly TextLine[], borders: ReadonlySet<number>): TextLine[][] {
  if (lines.every(({ isHeading }) => isHeading)) return lines.length === 0 ? [] : [[...lines]];
  const sections: TextLine[][] = [];
  let before = 0;
  let isCut = true;
  for (const line of lines) {
    const last = sections.at(-1);
    // A border may lie on a blank line between two others.
    isCut ||= hasBorder(borders, before + 1, line.line);
    before = line.line;
    if (line.isHeading) isCut = true;
    else {
      if (last === undefined || isCut) sections.push([line]);
      else last.push(line);
      isCut = false;
    }
  }
  return sections;
}

function hasBorder(borders: ReadonlySet<number>, first: number, last: number): boolean {
  for (let line = first; line <= last; line++) if (borders.has(line)) return true;
  return false;
}

/** Packs the lines of a section evenly: a short rest would be a poor piece of its own. */
function pack(text: string, lines: readonly TextLine[]): PieceSpan[] {
  const total = lines.reduce((sum, { tokens }) => sum + tokens, 0);
  const share = total / Math.ceil(total / PIECE_TOKENS);
  const pieces: PieceSpan[] = [];
  let held: TextLine[] = [];
  let tokens = 0;
  const close = () => {
    const [first, last] = [held[0], held.at(-1)];
    if (first !== undefined && last !== undefined) {
      pieces.push(trimmed(text, { start: first.start, end: last.end, startLine: first.line, endLine: last.line }));
    }
    held = [];
    tokens = 0;
  };
  for (const line of lines) {
    if (tokens + line.tokens > PIECE_TOKENS) close();
    if (line.tokens > PIECE_TOKENS) pieces.push(...splitPieces(text, line));
    else {
      held.push(line);
      tokens += line.tokens;
    }
    if (tokens >= share) close();
  }
  close();
  return pieces;
}

function splitPieces(text: string, { start, end, line }: TextLine): PieceSpan[] {
  let at = start;
  return splitLine(text.slice(start, end), PIECE_TOKENS).flatMap((part) => {
    const piece = trimmed(text, { start: at, end: at + part.length, startLine: line, endLine: line });
    at += part.length;
    return piece.start === piece.end ? [] : [piece];
  });
}

/** Blanks around a piece say nothing and would make equal texts differ. */
function trimmed(text: string, piece: PieceSpan): PieceSpan {
  const raw = text.slice(piece.start, piece.end);
  const start = piece.start + raw.length - raw.trimStart().length;
  return { ...piece, start, end: Math.max(start, piece.start + raw.trimEnd().length) };
}
