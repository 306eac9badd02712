/**
 * The part of a message that is looked at. A message may have a page of a log in it, or a megabyte: what it asks for stands
 * at its beginning or at its end.
 *
 * @module
 */
import { cutCodePoints } from "../../base/text/measure.ts";
import { withoutMemoryData } from "../../base/text/memory_fence.ts";

/** Chars from the beginning, and from the end. Together they are what a search takes of a question at most. */
const HEAD_CHARS = 3_000;
const TAIL_CHARS = 999;

/**
 * Returns it, at most 4,000 chars: its beginning and its end, without what the memory itself put there, which asks for
 * nothing.
 */
export function lookedAt(message: string): string {
  const own = withoutMemoryData(message).trim();
  const head = cutCodePoints(own, HEAD_CHARS + TAIL_CHARS);
  if (head.length === own.length) return own;
  const tail = [...own.slice(-UNITS_PER_CHAR * TAIL_CHARS)].slice(-TAIL_CHARS).join("");
  return `${cutCodePoints(own, HEAD_CHARS)}\n${tail}`;
}

/** A code point has at most two UTF-16 units. */
const UNITS_PER_CHAR = 2;
