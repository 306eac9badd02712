/**
 * The parts of a message that are prose: everything that is code, quoted, printed by a program or scaffolding is passed
 * over, line by line.
 *
 * @module
 */
import { isBlockEnd, isBlockStart, isCodeLine, isFence, lineKind, mayStayOpen } from "./line_kind.ts";

/** A part of a text. */
export interface Span {
  /** First UTF-16 unit. */
  readonly start: number;
  /** Behind the last UTF-16 unit. */
  readonly end: number;
}

/** Returns the items of lists and the paragraphs, without markers, in order; lines that were wrapped are together. */
export function paragraphs(text: string): Span[] {
  const found: Paragraph[] = [];
  let lines = 0;
  let codeLines = 0;
  for (let start = 0; start < text.length;) {
    const end = lineEnd(text, start);
    if (end === start) {
      breakOff(found);
      start++;
      continue;
    }
    const line = end - start > MAX_LINE ? "" : text.slice(start, end);
    const closing = isPlainOpening(line) ? null : isFence(line) ?? isBlockStart(line);
    if (closing === null) {
      take(found, line, start);
      lines++;
      if (isCodeLine(line)) codeLines++;
    } else breakOff(found);
    start = closing === null ? end + 1 : blockEnd(text, end + 1, closing);
  }
  // Source that was pasted without a fence: what its comments say is not what the speaker says.
  return codeLines >= MIN_CODE_LINES && codeLines * MAX_LINES_PER_CODE_LINE >= lines ? [] : found;
}

/** Fewer may be a snippet within a message. */
const MIN_CODE_LINES = 5;
/** One line in four is code: comments and blanks make up the rest of a source. */
const MAX_LINES_PER_CODE_LINE = 4;

/** A paragraph that may still grow. */
interface Paragraph {
  readonly start: number;
  end: number;
  /** Its last line was cut by a margin, so that the next one belongs to it. */
  mayGoOn: boolean;
  /** Its last line is long and ends no sentence: what goes on in small letters belongs to it. */
  isOpen: boolean;
}

/** Adds a line to the paragraphs: to the last one, as a new one, or as what ends it. */
function take(found: Paragraph[], line: string, start: number): void {
  const { indent, isItem } = lineKind(line);
  if (indent === null) return breakOff(found);
  const end = start + line.trimEnd().length;
  const last = found.at(-1);
  const isOpen = end - start >= MIN_WRAPPED_UNITS && /[A-Za-z0-9,`)]$/.test(line.trimEnd());
  const mayGoOn = isOpen && end - start <= MAX_WRAPPED_UNITS && /[A-Za-z,]$/.test(line.trimEnd());
  const goesOn = last !== undefined && (last.mayGoOn || (last.isOpen && /^[a-z(`]/.test(line)));
  if (goesOn && !isItem) {
    last.end = end;
    last.mayGoOn = mayGoOn;
    last.isOpen = isOpen;
    return;
  }
  breakOff(found);
  found.push({ start: start + indent, end, mayGoOn, isOpen });
}

function breakOff(found: Paragraph[]): void {
  const last = found.at(-1);
  if (last === undefined) return;
  last.mayGoOn = false;
  last.isOpen = false;
}

/** Nearly all lines begin with a letter, and no block does. */
function isPlainOpening(line: string): boolean {
  return line === "" || /^[A-Za-z\u4e00-\u9fff]/.test(line);
}

/**
 * Returns where the first line behind a block begins. A block without an end takes the rest of the text; an unknown tag
 * only its line.
 */
function blockEnd(text: string, from: number, closing: string): number {
  for (let start = from; start < text.length;) {
    const at = text.indexOf(closing, start);
    if (at < 0) break;
    const end = lineEnd(text, at);
    if (isBlockEnd(text.slice(text.lastIndexOf("\n", at) + 1, end), closing)) return end + 1;
    start = end + 1;
  }
  return mayStayOpen(closing) ? from : text.length;
}

function lineEnd(text: string, from: number): number {
  const lineFeed = text.indexOf("\n", from);
  return lineFeed < 0 ? text.length : lineFeed;
}

/** No person writes longer lines, and no claim is longer: in UTF-16 units. */
const MAX_LINE = 20_000;

/** Editors wrap prose at 60 to 100 columns; a shorter line ends where its writer meant it. */
const MIN_WRAPPED_UNITS = 60;
const MAX_WRAPPED_UNITS = 120;
