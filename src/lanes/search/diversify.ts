/**
 * Keeps near copies of a hit from filling the page (SPEC 6). Maximal marginal relevance over the whole list would push
 * down hits that merely speak of the same subject, so it acts only on a hit that shares most of its words with a higher
 * one.
 *
 * @module
 */
import { jaccard } from "../../base/jaccard.ts";
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
  /** The hit itself. */
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
        if (other === undefined || !maySharePassages(item.hit.text, other.hit.text)) continue;
        item.overlap = Math.max(item.overlap, jaccard(item.words(), other.words()));
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

/** Passages that are looked for in the other text, evenly spread. */
const PASSAGES = 12;
/** UTF-16 units of a passage: two short words, or eight characters. */
const PASSAGE_UNITS = 8;
/**
 * Passages that near copies share at least. Where four words in five are common, seven passages in ten come through
 * unchanged; of two texts that merely speak of the same subject one or two do.
 */
const MIN_SHARED_PASSAGES = 4;
/** Shorter texts are compared at once. */
const SHORT_UNITS = 240;

/** Returns whether two texts are worth comparing word by word, which costs a hundred times as much as this look. */
function maySharePassages(a: string, b: string): boolean {
  if (a.length < SHORT_UNITS || b.length < SHORT_UNITS) return true;
  let shared = 0;
  for (let at = 0; at < PASSAGES && shared < MIN_SHARED_PASSAGES; at++) {
    const start = Math.floor(at * (a.length - PASSAGE_UNITS) / (PASSAGES - 1));
    if (b.includes(a.slice(start, start + PASSAGE_UNITS))) shared++;
  }
  return shared >= MIN_SHARED_PASSAGES;
}

function copyValue(score: number, overlap: number, lambda: number): number {
  return lambda * score - (1 - lambda) * overlap;
}

/** Returns the words of a text, worked out when first asked for; of CJK runs the bigrams. */
function lazyWords(text: string): () => ReadonlySet<string> {
  let words: Set<string> | null = null;
  return () => words ??= wordsOf(text);
}

/** Beyond this, text is Chinese, Japanese, Korean or symbols: few blanks to split at. */
const FIRST_WIDE_UNIT = 0x1100;

/** Blanks and the punctuation of ASCII and of CJK text. */
const BETWEEN_WORDS = /[\s!-/:-@[-`{-~\u2010-\u203b\u3000-\u303f\uff01-\uff0f\uff1a-\uff20]+/;

function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const run of text.toLowerCase().split(BETWEEN_WORDS)) {
    if (run === "") continue;
    if (!isWide(run)) words.add(run);
    else for (let at = 0; at === 0 || at + 1 < run.length; at++) words.add(run.slice(at, at + 2));
  }
  return words;
}

function isWide(run: string): boolean {
  for (let at = 0; at < run.length; at++) if (run.charCodeAt(at) >= FIRST_WIDE_UNIT) return true;
  return false;
}
