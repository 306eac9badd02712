/**
 * The part of a chunk that is shown: at most a few hundred chars around the lines that match best (SPEC 6).
 *
 * @module
 */
import { codePoints, cutCodePoints } from "../../base/text/measure.ts";

/** A cut-out of a chunk. */
export interface Snippet {
  /** Lines joined by `\n`, or a window of one line. */
  readonly text: string;
  /** Place of the first line shown, from 0. */
  readonly first: number;
  /** Place of the last line shown, from 0, inclusive. */
  readonly last: number;
}

/** Stands where a line was cut. */
const ELLIPSIS = "\u2026";

/** What to cut and how. */
export interface SnippetRequest {
  /** Of the chunk. */
  readonly lines: readonly string[];
  /** Share of the question on each line, 0 to 1. */
  readonly weights: readonly number[];
  /** Longest result, in chars. */
  readonly maxChars: number;
  /** UTF-16 offset of the first match on a line; used only for a line that is too long to be shown whole. */
  readonly matchAt: (line: string) => number;
}

/**
 * Returns whole lines around the best one, grown by turns below and above while they fit; blank lines at the ends are
 * left out. Of a line longer than `maxChars` a window around its first match. No character is cut in two.
 */
export function cutSnippet({ lines, weights, maxChars, matchAt }: SnippetRequest): Snippet {
  const best = bestLine(lines, weights);
  const line = lines[best] ?? "";
  const size = sizeOf(line);
  if (size > maxChars) return { text: cutLine(line, maxChars, matchAt(line)), first: best, last: best };
  const span = grow(lines, best, maxChars - size);
  while (span.first < best && isBlank(lines[span.first])) span.first++;
  while (span.last > best && isBlank(lines[span.last])) span.last--;
  return { text: lines.slice(span.first, span.last + 1).join("\n"), ...span };
}

/** Returns the chars of a line; counting is needed only where characters have two units. */
function sizeOf(line: string): number {
  return /[\ud800-\udbff]/.test(line) ? codePoints(line) : line.length;
}

/** Returns the place of the line with the greatest weight, the first of equals; the first that is not blank if none has any. */
function bestLine(lines: readonly string[], weights: readonly number[]): number {
  let best = Math.max(0, lines.findIndex((line) => !isBlank(line)));
  for (const [at, weight] of weights.entries()) if (at < lines.length && weight > (weights[best] ?? 0)) best = at;
  return best;
}

function grow(lines: readonly string[], from: number, room: number): { first: number; last: number } {
  const span = { first: from, last: from };
  let left = room;
  // One turn below, one above; when neither side fits any more, that is all.
  let isDown = true;
  let failed = 0;
  while (failed < 2) {
    const at = isDown ? span.last + 1 : span.first - 1;
    const line = lines[at];
    const cost = line === undefined ? Number.POSITIVE_INFINITY : sizeOf(line) + 1;
    if (cost > left) failed++;
    else {
      failed = 0;
      left -= cost;
      if (isDown) span.last = at;
      else span.first = at;
    }
    isDown = !isDown;
  }
  return span;
}

/** Returns a window of a line: a third of it before the match, with an ellipsis at each cut end. */
function cutLine(line: string, maxChars: number, matchAt: number): string {
  const before = Math.max(0, matchAt - Math.floor(maxChars / 3));
  const start = isTrailing(line, before) ? before + 1 : before;
  const head = start > 0 ? ELLIPSIS : "";
  const rest = line.slice(start);
  const whole = codePoints(rest) <= maxChars - head.length;
  return head + (whole ? rest : cutCodePoints(rest, maxChars - head.length - 1) + ELLIPSIS);
}

/** Returns whether the second half of a surrogate pair stands at an offset. */
function isTrailing(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}
