/**
 * The parts of a message that are prose: everything that is code, quoted, printed by a program or scaffolding is passed
 * over, line by line.
 *
 * @module
 */
import { isBlockEnd, isBlockStart, isFence, lineKind } from "./line_kind.ts";

/** A part of a text. */
export interface Span {
  /** First UTF-16 unit. */
  readonly start: number;
  /** Behind the last UTF-16 unit. */
  readonly end: number;
}

/** Returns the items of lists and the paragraphs, without markers, in order; lines that were wrapped are together. */
export function paragraphs(text: string): Span[] {
  const found: { start: number; end: number; mayGoOn: boolean }[] = [];
  let closing: string | null = null;
  for (const { start, end } of linesOf(text)) {
    if (end - start > MAX_LINE) continue;
    const line = text.slice(start, end);
    if (closing !== null) {
      if (isBlockEnd(line, closing)) closing = null;
      continue;
    }
    closing = isFence(line) ?? isBlockStart(line);
    const kind = closing === null ? lineKind(line) : null;
    const last = found.at(-1);
    if (kind === null || kind.indent === null) {
      if (last !== undefined) last.mayGoOn = false;
      continue;
    }
    const trimmed = line.trimEnd().length;
    if (!kind.isItem && last?.mayGoOn === true) last.end = start + trimmed;
    else found.push({ start: start + kind.indent, end: start + trimmed, mayGoOn: true });
    if (last !== undefined && last.end !== start + trimmed) last.mayGoOn = false;
    const current = found.at(-1);
    if (current !== undefined) current.mayGoOn = isCutByMargin(line);
  }
  return found;
}

/** No person writes longer lines, and no claim is longer: in UTF-16 units. */
const MAX_LINE = 20_000;

/** Editors wrap prose at 60 to 100 columns; a shorter line ends where its writer meant it. */
const MIN_WRAPPED_UNITS = 60;
const MAX_WRAPPED_UNITS = 120;

function isCutByMargin(line: string): boolean {
  const text = line.trimEnd();
  return text.length >= MIN_WRAPPED_UNITS && text.length <= MAX_WRAPPED_UNITS && /[A-Za-z,]$/.test(text);
}

function* linesOf(text: string): Generator<Span> {
  for (let start = 0; start < text.length;) {
    const lineFeed = text.indexOf("\n", start);
    const end = lineFeed < 0 ? text.length : lineFeed;
    if (end > start) yield { start, end };
    start = end + 1;
  }
}
