/**
 * NFKC with a way back to the places in the original text.
 *
 * @module
 */

import { sequenceEnd, startsSequence, stripSequences } from "./display.ts";

/** A folded text and, if it differs from the original, where each of its units came from. */
export interface FoldedText {
  /** NFKC, without invisible characters, in its own case. */
  readonly text: string;
  /** Start and end offsets in the original, for each unit of `text`; `null` when they are the same text. */
  readonly offsets: { readonly starts: Int32Array; readonly ends: Int32Array } | null;
}

/**
 * Returns the text in NFKC without invisible characters (soft hyphen, zero-width and bidirectional controls, variation
 * selectors), which real notes hold inside words, and without the terminal's colours, which pasted output has. Case stays: the
 * tokeniser needs it for camelCase.
 */
export function foldText(text: string): string {
  let hasSequence = text.includes(ESCAPE_CHAR);
  let hasWide = false;
  let hasInvisible = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    hasWide = true;
    hasSequence ||= unit < 0xa0 && startsSequence(unit);
    hasInvisible ||= mayBeInvisible(unit);
  }
  if (hasSequence) return foldText(stripSequences(text));
  if (!hasWide) return text;
  return (hasInvisible ? text.replace(INVISIBLE, "") : text).normalize("NFKC");
}

/** Returns the folded text together with the way back to the original. */
export function foldWithOffsets(text: string): FoldedText {
  const folded = foldText(text);
  if (folded === text) return { text, offsets: null };
  const starts = new Int32Array(folded.length);
  const ends = new Int32Array(folded.length);
  let filled = 0;
  for (let at = 0; at < text.length;) {
    const end = clusterEnd(text, at);
    const isPlain = end === at + 1 && isUnchanged(text.charCodeAt(at));
    const length = isPlain ? 1 : foldText(text.slice(at, end)).length;
    starts.fill(at, filled, filled + length);
    ends.fill(end, filled, filled + length);
    filled += length;
    at = end;
  }
  return { text: folded, offsets: { starts, ends } };
}

const INVISIBLE =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0000}-\u{e0fff}]/gu;

/** What joins the character before it when text is normalised: marks, vowel and final Jamo, half-width voicing. */
const extender = (): RegExp => /^[\p{M}\u1160-\u11ff\uff9e\uff9f]$/u;

/** Whether {@linkcode INVISIBLE} may match at a unit: building that expression costs more than a short text. */
function mayBeInvisible(unit: number): boolean {
  if (unit < 0x115f) return unit === 0xad || unit === 0x34f || unit === 0x61c;
  if (unit < 0x2070) return unit <= 0x200f || unit >= 0x202a;
  if (unit < 0xfe00) return unit === 0x3164 || (unit >= 0xdb40 && unit <= 0xdb43);
  return unit <= 0xfe0f || unit === 0xfeff || unit === 0xffa0;
}

/** Returns the end of the piece at `at` that normalises alone to the same text as in its place. */
function clusterEnd(text: string, at: number): number {
  let end = unseenOrPointEnd(text, at);
  while (end < text.length && !isPieceStart(text.charCodeAt(end))) {
    const next = unseenOrPointEnd(text, end);
    const point = text.slice(end, next);
    // An invisible character goes with what stands before it, so that a mark behind it still joins.
    if (!extender().test(point) && stripSequences(point).replace(INVISIBLE, "") !== "") break;
    end = next;
  }
  return end;
}

/** Units that never join what stands before them: what keeps its length, Latin and Cyrillic letters, punctuation, Hangul. */
function isPieceStart(unit: number): boolean {
  if (startsSequence(unit)) return false;
  return isUnchanged(unit) || (unit < 0x300 && unit !== 0xad) || (unit >= 0x370 && unit <= 0x482) ||
    (unit >= 0x2010 && unit <= 0x2027) || (unit >= 0x2030 && unit <= 0x205e) || (unit >= 0xac00 && unit <= 0xd7a3) ||
    (unit >= 0x3003 && unit <= 0x3029);
}

/** Units that begin a piece of their own and keep their length: ASCII, common Han, Kana, CJK stops, full-width ASCII. */
function isUnchanged(unit: number): boolean {
  return (unit < 0x80 && unit !== ESCAPE) || (unit >= 0x4e00 && unit <= 0x9fff) || (unit >= 0x3041 && unit <= 0x3096) ||
    (unit >= 0x30a1 && unit <= 0x30fe) || (unit >= 0x3000 && unit <= 0x3002) || (unit >= 0xff01 && unit <= 0xff5e);
}

const ESCAPE = 0x1b;
const ESCAPE_CHAR = "\x1b";

function unseenOrPointEnd(text: string, at: number): number {
  return startsSequence(text.charCodeAt(at)) ? sequenceEnd(text, at) : at + pointUnits(text, at);
}

function pointUnits(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
