/**
 * The scanner under the tokeniser. One pass, no regular expression on the common path, nothing kept between calls.
 *
 * @module
 */
import { cjkUnits, wordUnits } from "./characters.ts";
import { type IdentifierPart, identifierParts } from "./identifier_parts.ts";
import { scanRun, type WordRun } from "./scan_run.ts";
import type { StemMemo } from "./stem.ts";

/** Takes what the scanner finds, in order of position. Offsets are units of the scanned text, ends exclusive. */
export interface TokenSink {
  /** A word, a whole identifier, or a part of the identifier before. */
  word(text: string, kind: "word" | "identifier" | "part", place: Span): void;
  /** A run of CJK characters; the sink makes characters and bigrams of it. */
  cjkRun(start: number, end: number): void;
}

/** A stretch of the scanned text. */
export interface Span {
  /** UTF-16 offset. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** What {@linkcode scanTokens} scans. */
export interface ScanInput {
  /** Text as `foldText` returns it. */
  readonly folded: string;
  /** Stems to reuse. */
  readonly memo: StemMemo;
}

/** Hands every token of a folded text to the sink. */
export function scanTokens(input: ScanInput, sink: TokenSink): void {
  const { folded, memo } = input;
  for (let at = 0; at < folded.length;) {
    const plainEnd = plainWordEnd(folded, at);
    if (plainEnd > 0) {
      sink.word(memo.stem(folded, at, plainEnd), "word", { start: at, end: plainEnd });
      at = plainEnd;
    } else if (cjkUnits(folded, at) > 0) {
      const end = cjkRunEnd(folded, at);
      sink.cjkRun(at, end);
      at = end;
    } else if (wordUnits(folded, at) > 0) at = emitRun(input, at, sink);
    else at++;
  }
}

/** Longest token in UTF-16 units: room for a SHA-512 in hex. Longer runs are data and are cut into pieces. */
const MAX_TOKEN_UNITS = 128;

/**
 * Returns the end of the plain English word at `at`, or 0: small letters, perhaps after a capital, with nothing on
 * either side that could join it to more. Three words in four take this short way.
 */
function plainWordEnd(text: string, at: number): number {
  if (!isAsciiLetter(text.charCodeAt(at)) || isJoiner(text.charCodeAt(at - 1))) return 0;
  let end = at + 1;
  let unit = text.charCodeAt(end);
  while (unit >= 0x61 && unit <= 0x7a) unit = text.charCodeAt(++end);
  if (isAsciiLetter(unit) || (unit >= 0x30 && unit <= 0x39) || isJoiner(unit)) return 0;
  // Beyond ASCII may follow another letter or an apostrophe: the long way looks at it.
  if (unit >= 0x80) return 0;
  return end - at <= MAX_TOKEN_UNITS ? end : 0;
}

function cjkRunEnd(text: string, start: number): number {
  let at = start;
  for (let units: number = cjkUnits(text, at); units > 0; units = cjkUnits(text, at)) at += units;
  return at;
}

function emitRun(input: ScanInput, at: number, sink: TokenSink): number {
  const run = scanRun(input.folded, at);
  if (run.isIdentifier) emitIdentifier(input, run, sink);
  else emitWord(input, run, sink);
  return run.next;
}

function emitWord(input: ScanInput, run: WordRun, sink: TokenSink): void {
  const { start, end, suffix } = run;
  if (end - start > MAX_TOKEN_UNITS) return emitCut(input.folded, { kind: "word", start, end }, sink);
  if (run.isAsciiLetters && suffix === "") return sink.word(input.memo.stem(input.folded, start, end), "word", run);
  sink.word(input.folded.slice(start, end).toLowerCase() + suffix, "word", run);
}

function emitPart(input: ScanInput, part: IdentifierPart, sink: TokenSink): void {
  const { start, end } = part;
  if (end - start > MAX_TOKEN_UNITS) return emitCut(input.folded, { kind: "part", start, end }, sink);
  const { folded, memo } = input;
  sink.word(part.isAsciiLetters ? memo.stem(folded, start, end) : folded.slice(start, end).toLowerCase(), "part", part);
}

function emitIdentifier(input: ScanInput, run: WordRun, sink: TokenSink): void {
  const { start, end } = run;
  const isWhole = end - start <= MAX_TOKEN_UNITS;
  if (isWhole) {
    // Letters only (SQLite, GitHub): the same word in lower case must be the same token.
    const whole = run.isAsciiLetters
      ? input.memo.stem(input.folded, start, end)
      : input.folded.slice(start, end).toLowerCase();
    sink.word(whole, "identifier", run);
  }
  const parts = identifierParts(input.folded, start, end);
  const [first] = parts;
  if (isWhole && parts.length === 1 && first?.start === start && first.end === end) return;
  for (const part of parts) emitPart(input, part, sink);
}

function emitCut(text: string, piece: Span & { readonly kind: "word" | "part" }, sink: TokenSink): void {
  for (let start = piece.start; start < piece.end;) {
    let end = Math.min(start + MAX_TOKEN_UNITS, piece.end);
    const last = text.charCodeAt(end - 1);
    if (end < piece.end && last >= 0xd800 && last <= 0xdbff) end--;
    sink.word(text.slice(start, end).toLowerCase(), piece.kind, { start, end });
    start = end;
  }
}

function isAsciiLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a);
}

/** Whether a run may go on across this character: `_ - . / : + # @` and the apostrophe. */
function isJoiner(unit: number): boolean {
  return (unit >= 0x2d && unit <= 0x2f) || unit === 0x27 || unit === 0x5f || unit === 0x3a || unit === 0x2b ||
    unit === 0x23 || unit === 0x40;
}
