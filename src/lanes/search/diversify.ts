/**
 * Keeps near copies of a hit from filling the page (SPEC 6). Maximal marginal relevance over the whole list would push
 * down hits that merely speak of the same subject, so it acts only on a hit that shares most of its words with a higher
 * one.
 *
 * @module
 */
import type { SearchConfig } from "../config.ts";

/** What the order of a hit depends on. */
export interface Ranked {
  /** Final score of the hit, 0 or more. */
  readonly rankScore: number;
  /** Tier of the path lane; nothing crosses it. */
  readonly pathTier: number;
  /** Text of the chunk. */
  readonly text: string;
}

/** A hit in its place and why it stands there. */
export interface Placed<T> {
  readonly hit: T;
  /** Overlap with the most similar higher hit if that makes it a near copy, else `null`. */
  readonly copyShare: number | null;
}

/**
 * Returns the best `count` hits in order: each time the one of the highest path tier with the highest
 * `lambda · score - (1 - lambda) · overlap` if it is a near copy of one already placed, or plain score if it is not.
 *
 * @param hits sorted, best first
 */
export function diversify<T extends Ranked>(
  hits: readonly T[],
  count: number,
  settings: SearchConfig["diversity"],
): Placed<T>[] {
  const rest = hits.map((hit) => ({ hit, words: lazyWords(hit.text), overlap: 0, comparedWith: 0 }));
  const placed: { item: (typeof rest)[number]; copyShare: number | null }[] = [];
  while (placed.length < count && rest.length > 0) {
    const best = { at: 0, value: Number.NEGATIVE_INFINITY, copyShare: null as number | null };
    for (const [at, item] of rest.entries()) {
      if (item.hit.pathTier !== rest[0]?.hit.pathTier) break;
      for (; item.comparedWith < placed.length; item.comparedWith++) {
        const other = placed[item.comparedWith]?.item;
        if (other !== undefined) item.overlap = Math.max(item.overlap, jaccard(item.words(), other.words()));
      }
      const isCopy = item.overlap >= settings.similarity;
      const value = isCopy ? copyValue(item.hit.rankScore, item.overlap, settings.lambda) : item.hit.rankScore;
      if (value > best.value) Object.assign(best, { at, value, copyShare: isCopy ? item.overlap : null });
      // Hits further down have no higher score, and being a copy only lowers it: nothing below can win any more.
      if (!isCopy) break;
    }
    for (const item of rest.splice(best.at, 1)) placed.push({ item, copyShare: best.copyShare });
  }
  return placed.map(({ item, copyShare }) => ({ hit: item.hit, copyShare }));
}

/** Returns the Jaccard overlap of two word sets, 0 to 1; two empty sets do not overlap. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  // The overlap cannot pass the ratio of the sizes; most pairs need no look at their words.
  if (large.size === 0) return 0;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  return shared / (a.size + b.size - shared);
}

function copyValue(score: number, overlap: number, lambda: number): number {
  return lambda * score - (1 - lambda) * overlap;
}

/** Returns the words of a text, worked out when first asked for: Latin runs as they are, CJK as bigrams. */
function lazyWords(text: string): () => ReadonlySet<string> {
  let words: Set<string> | null = null;
  return () => words ??= wordsOf(text);
}

const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}]+/gu;
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const [run] of text.toLowerCase().matchAll(RUN)) {
    if (!CJK.test(run) || run.length === 1) words.add(run);
    else for (let at = 0; at + 1 < run.length; at++) words.add(run.slice(at, at + 2));
  }
  return words;
}
