/**
 * Splits a line that is too long for a chunk.
 *
 * @module
 */
import { estimateTokens } from "../base/text/measure.ts";

/**
 * Returns the pieces of a line, each of at most `budget` model tokens; put together they are the line. The cut is behind a
 * sentence, else behind a comma or blank, else between two characters, but in the second half of the budget. A character
 * with its combining marks, and an emoji made of several, stay whole as far as they have a sane length.
 *
 * @param budget model tokens, 1 or more
 */
export function splitLine(line: string, budget: number): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < line.length;) {
    const end = pieceEnd(line, start, budget);
    pieces.push(line.slice(start, end));
    start = end;
  }
  return pieces;
}

/** A Latin character is a quarter of a token: no piece has more units than this for each token. */
const MAX_UNITS_PER_TOKEN = 4;
/** Characters that a cut moves back at most to keep a cluster whole; a longer pile of marks is cut. */
const MAX_CLUSTER_UNITS = 32;

function pieceEnd(line: string, start: number, budget: number): number {
  const limit = limitOf(line, start, budget);
  if (limit >= line.length) return line.length;
  const half = start + Math.floor((limit - start) / 2);
  let clauseEnd = 0;
  for (let at = limit; at > half; at--) {
    if (isSentenceEnd(line, at)) return at;
    if (clauseEnd === 0 && isClauseEnd(line, at)) clauseEnd = at;
  }
  return clauseEnd > 0 ? clauseEnd : clusterStart(line, limit, start);
}

/** Returns the last place to which the budget reaches, between two code points and behind at least one. */
function limitOf(line: string, start: number, budget: number): number {
  let low = nextPoint(line, start);
  let high = pointStart(line, Math.min(line.length, start + budget * MAX_UNITS_PER_TOKEN));
  while (low < high) {
    const between = pointStart(line, Math.ceil((low + high) / 2));
    // Between the halves of one character there is nothing: only the end is left to try.
    const middle = between > low ? between : high;
    if (estimateTokens(line.slice(start, middle)) <= budget) low = middle;
    else high = pointStart(line, middle - 1);
  }
  return low;
}

/** Behind a stop and the quotes that follow it; a full stop counts only before a blank. */
function isSentenceEnd(line: string, at: number): boolean {
  if (/["'\u201d\u2019)\uff09\u300d\u300f\]]/.test(line.charAt(at))) return false;
  let before = at - 1;
  while (/["'\u201d\u2019)\uff09\u300d\u300f\]]/.test(line.charAt(before))) before--;
  const sign = line.charAt(before);
  if (/[\u3002\uff01\uff1f\uff1b!?;]/.test(sign)) return !/[\u3002\uff01\uff1f\uff1b!?;]/.test(line.charAt(at));
  return sign === "." && line.charAt(at) === " ";
}

function isClauseEnd(line: string, at: number): boolean {
  return /[\s,\uff0c\u3001\uff1a]/.test(line.charAt(at - 1)) && !/\s/.test(line.charAt(at));
}

function clusterStart(line: string, at: number, start: number): number {
  let place = at;
  while (place > start && at - place < MAX_CLUSTER_UNITS && isJoined(line, place)) place = pointStart(line, place - 1);
  return place > start && !isJoined(line, place) ? place : at;
}

/** Whether what stands at `at` belongs to the character before: marks, skin tones, and both sides of a joiner. */
function isJoined(line: string, at: number): boolean {
  const point = String.fromCodePoint(line.codePointAt(at) ?? 0);
  return line.charAt(at - 1) === "\u200d" || /^[\p{M}\p{Emoji_Modifier}\u200d]$/u.test(point);
}

function nextPoint(line: string, at: number): number {
  return at + ((line.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}

/** Moves a place between the halves of a surrogate pair before it. */
function pointStart(line: string, at: number): number {
  const isInside = (line.codePointAt(at - 1) ?? 0) > 0xffff;
  return isInside ? at - 1 : at;
}
