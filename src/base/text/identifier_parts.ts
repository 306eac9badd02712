/**
 * The parts of an identifier: `src/getUserName.ts` has src, get, User, Name and ts.
 *
 * @module
 */

/** A part of an identifier. */
export interface IdentifierPart {
  /** UTF-16 offset. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Nothing but ASCII letters. */
  readonly isAsciiLetters: boolean;
}

/**
 * Returns the parts of the identifier at `start` to `end`, in order; offsets are units of the text. Where separators
 * part it, a segment that has pieces of its own (camelCase) stands before them as a whole.
 */
export function identifierParts(text: string, start: number, end: number): IdentifierPart[] {
  const parts: IdentifierPart[] = [];
  for (let at = start; at < end;) {
    if (isSeparator(text.charCodeAt(at))) {
      at++;
      continue;
    }
    let stop = at;
    while (stop < end && !isSeparator(text.charCodeAt(stop))) stop++;
    const tail = languageTail(text.slice(at, Math.min(stop + 2, end)), stop - at);
    if (tail > 0) parts.push({ start: at, end: stop + tail, isAsciiLetters: false });
    else pushPieces(text, { start: at, end: stop, isAlone: at === start && stop === end }, parts);
    at = stop + tail;
  }
  return parts;
}

/**
 * A segment that changes between letters, digits and case more often than this, with pieces shorter than
 * {@linkcode MIN_MEAN_UNITS} on average, is a digest or a token and not made of words: it stays whole.
 */
const MAX_SHORT_PIECES = 4;
const MIN_MEAN_UNITS = 3;
/** C, F, g: names of languages whose `++` or `#` is part of the name have few letters; `done++` is the word done. */
const LANGUAGE_LETTERS = 2;

interface Segment {
  readonly start: number;
  readonly end: number;
  /** The identifier has no other; it is a token as a whole already. */
  readonly isAlone: boolean;
}

function pushPieces(text: string, segment: Segment, out: IdentifierPart[]): void {
  const { start, end } = segment;
  const cuts = [start];
  for (let at = start + 1; at < end; at++) if (isBoundary(text, at, end)) cuts.push(at);
  const isOpaque = cuts.length > MAX_SHORT_PIECES && (end - start) / cuts.length < MIN_MEAN_UNITS;
  if (isOpaque) cuts.length = 1;
  if (cuts.length > 1 && !segment.isAlone) out.push({ start, end, isAsciiLetters: isAllLetters(text, start, end) });
  for (const [index, from] of cuts.entries()) {
    const to = cuts[index + 1] ?? end;
    out.push({ start: from, end: to, isAsciiLetters: isAllLetters(text, from, to) });
  }
}

/** `_ - . / : + # @` */
function isSeparator(unit: number): boolean {
  return (unit >= 0x2d && unit <= 0x2f) || unit === 0x5f || unit === 0x3a || unit === 0x2b || unit === 0x23 ||
    unit === 0x40;
}

/** Returns the units of `++` or a final `#` behind one or two letters. */
function languageTail(segment: string, letters: number): number {
  if (letters > LANGUAGE_LETTERS || !isAllLetters(segment, 0, letters)) return 0;
  if (segment.startsWith("++", letters)) return 2;
  return segment.charAt(letters) === "#" && segment.length === letters + 1 ? 1 : 0;
}

/** Whether a new part begins at `at`: between letters and digits, at a capital behind a small letter, in `HTTP|Server`. */
function isBoundary(text: string, at: number, end: number): boolean {
  const before = unitClass(text.charCodeAt(at - 1));
  const here = unitClass(text.charCodeAt(at));
  if (here === "low" || before === "low") return false;
  if ((here === "digit") !== (before === "digit")) return true;
  if (here !== "upper") return false;
  if (before === "small") return true;
  const isLastCapital = at + 1 < end && unitClass(text.charCodeAt(at + 1)) === "small";
  const isPluralTail = at + 2 === end && text.charCodeAt(at + 1) === 0x73;
  return before === "upper" && isLastCapital && !isPluralTail;
}

function unitClass(unit: number): "small" | "upper" | "digit" | "low" {
  if (unit >= 0x61 && unit <= 0x7a) return "small";
  if (unit >= 0x41 && unit <= 0x5a) return "upper";
  if (unit >= 0x30 && unit <= 0x39) return "digit";
  // The second half of a surrogate pair, or a mark: nothing begins here.
  return (unit >= 0xdc00 && unit <= 0xdfff) || (unit >= 0x300 && unit <= 0x36f) ? "low" : "small";
}

function isAllLetters(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (!((unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a))) return false;
  }
  return true;
}
