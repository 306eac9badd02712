/**
 * Hashed runs of words, for finding text that repeats other text (SPEC 4.3, 4.5).
 *
 * @module
 */
import { tokenise } from "./tokenise.ts";

/** Returns the hashed shingles of a text: every run of 5 words or 8 CJK characters. */
export function shingles(text: string): Set<number> {
  const words = tokenise(text).filter((token) => token.kind !== "part" && token.kind !== "bigram");
  const result = new Set<number>();
  for (let at = 0; at + 5 <= words.length; at++) {
    result.add(Number(Bun.hash(words.slice(at, at + 5).map((word) => word.text).join(" "))));
  }
  return result;
}

/** Returns the shared part of two sets as a share of the smaller, 0 to 1; 0 when one is empty. */
export function sharedShare(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  if (small.size === 0) return 0;
  let shared = 0;
  for (const hash of small) if (large.has(hash)) shared++;
  return shared / small.size;
}
