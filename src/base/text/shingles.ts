/**
 * Hashed runs of words, for finding text that repeats other text (SPEC 4.3, 4.5).
 *
 * @module
 */
import { tokenise } from "./tokenise.ts";

/**
 * Returns the hashed shingles of a text: every run of 5 words or 8 CJK characters, or of both mixed in that ratio. A text
 * that is shorter has one shingle, of all it has; a text without words has none. Case, punctuation, word endings and
 * invisible characters make no difference.
 *
 * The hashes are whole numbers below 2⁵³ and the same in every version, since they are stored.
 */
export function shingles(text: string): Set<number> {
  const units = tokenise(text).filter((token) => token.kind !== "part" && token.kind !== "bigram");
  const sizes = units.map((unit) => unit.kind === "char" ? CHAR_SIZE : WORD_SIZE);
  const result = new Set<number>();
  let end = 0;
  let size = 0;
  for (let start = 0; start < units.length; start++) {
    while (end < units.length && size < SHINGLE_SIZE) size += sizes[end++] ?? 0;
    if (size < SHINGLE_SIZE && start > 0) break;
    result.add(hashOf(units.slice(start, end).map((unit) => unit.text)));
    size -= sizes[start] ?? 0;
  }
  return result;
}

/** Five words are one shingle, and so are eight CJK characters (SPEC 4.5). */
const SHINGLE_SIZE = 40;
const WORD_SIZE = SHINGLE_SIZE / 5;
const CHAR_SIZE = SHINGLE_SIZE / 8;

/** FNV-1a twice, with different beginnings: together 53 bits, since 32 would collide within one long session. */
const FNV_PRIME = 0x01000193;
const FIRST_BASIS = 0x811c9dc5;
const SECOND_BASIS = 0x2c1b3c6d;
const LOW_BITS = 21;

function hashOf(words: readonly string[]): number {
  const text = words.join(" ");
  let first = FIRST_BASIS;
  let second = SECOND_BASIS;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, FNV_PRIME);
    second = Math.imul(second ^ unit ^ (first >>> LOW_BITS), FNV_PRIME);
  }
  return (first >>> 0) * 2 ** LOW_BITS + (second >>> (32 - LOW_BITS));
}
