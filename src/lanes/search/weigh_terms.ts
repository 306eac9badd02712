/**
 * How much each term of a question says: rare words count more than common ones.
 *
 * @module
 */
import { cjkUnits } from "../../base/text/characters.ts";
import type { QueryTerm } from "../../base/text/query_terms.ts";
import type { IndexStore } from "../../store/index/open_index.ts";

/**
 * Chunks that every collection is treated as having beside its own, none of them with the term. In two files nobody can
 * say which word is rare: there all terms weigh nearly the same; in ten thousand the addition does not matter.
 */
const PRIOR_CHUNKS = 50;

/** A single Chinese character is part of many words and seldom the one that was meant: it says half as much. */
const LONE_CJK = 0.5;

/** What is said around a question counts a quarter: it may name the subject, and mostly does not. */
const ASIDE = 0.25;

/**
 * Part of a missing word's weight that is not held against the chunks of a tiny collection. More, and one common word
 * would make a clear match of any question.
 */
const EXCUSED = 0.25;

/** The part of an index that tells how common a term is. */
export interface TermCounts {
  /** Counts chunks by token. */
  readonly keywords: Pick<IndexStore["keywords"], "documentFrequencies">;
  /** Counts all chunks. */
  readonly chunks: Pick<IndexStore["chunks"], "count">;
}

/** What the terms of a question weigh. */
export interface TermWeights {
  /** In the order of the terms; each above 0, their sum is 1 (empty for no terms). */
  readonly weights: readonly number[];
  /** The part of them that a perfect answer can be expected to hold, 0 to 1. */
  readonly reach: number;
}

/**
 * Returns the weights of terms in an index. A term that stands nowhere cannot tell one chunk from another, and how much
 * its absence tells depends: less in a small collection, where most words stand nowhere, than in a large one, where the
 * thing asked for is not there. A Chinese bigram that stands nowhere while its neighbours do lies across the edge of
 * two words (换数 in 换数据库) and tells nothing at all.
 *
 * @param asides texts of terms that stand beside the question proper; see `Question`
 */
export function weighTerms(
  terms: readonly QueryTerm[],
  index: TermCounts,
  asides?: ReadonlySet<string>,
): TermWeights {
  const tokens = new Set(terms.flatMap((term) => term.alternatives.flatMap((way) => way.phrase)));
  const found = index.keywords.documentFrequencies([...tokens]);
  const frequencies = terms.map((term) => frequencyOf(term, found));
  const chunks = index.chunks.count();
  const raw = terms.map((term, at) =>
    rarity(frequencies[at] ?? 0, chunks) * (isLoneCjk(term) ? LONE_CJK : 1) *
    (asides?.has(term.text) === true ? ASIDE : 1)
  );
  const sum = raw.reduce((total, weight) => total + weight, 0);
  const weights = raw.map((weight) => weight / sum);
  const missing = weights.reduce((total, weight, at) => {
    if (frequencies[at] !== 0) return total;
    return total +
      weight * (isAcrossWords(terms, frequencies, at) ? 1 : EXCUSED * PRIOR_CHUNKS / (PRIOR_CHUNKS + chunks));
  }, 0);
  return { weights, reach: 1 - missing };
}

/**
 * Returns the inverse document frequency of BM25 in the form that never falls to 0, with {@linkcode PRIOR_CHUNKS}.
 *
 * @param frequency chunks that hold the term
 * @param chunks chunks in all
 */
export function rarity(frequency: number, chunks: number): number {
  const without = Math.max(0, chunks - frequency) + PRIOR_CHUNKS;
  return Math.log(1 + (without + 0.5) / (frequency + 1.5));
}

/** Returns whether the neighbours of a bigram, which share a character with it, all stand somewhere. */
function isAcrossWords(terms: readonly QueryTerm[], frequencies: readonly number[], at: number): boolean {
  const own = terms[at]?.text ?? "";
  if (cjkUnits(own, 0) === 0 || cjkUnits(own, 0) === own.length) return false;
  const neighbours = [at - 1, at + 1].filter((place) => {
    const other = terms[place]?.text ?? "";
    return other !== "" && (place < at ? own.startsWith(other.slice(-1)) : other.startsWith(own.slice(-1)));
  });
  return neighbours.length > 0 && neighbours.every((place) => (frequencies[place] ?? 0) > 0);
}

function isLoneCjk({ text }: QueryTerm): boolean {
  return text !== "" && cjkUnits(text, 0) === text.length;
}

/** Returns in how many chunks a term can stand at most: a phrase is no more frequent than its rarest token. */
function frequencyOf(term: QueryTerm, frequencies: ReadonlyMap<string, number>): number {
  const ofWay = term.alternatives.map((way) => Math.min(...way.phrase.map((token) => frequencies.get(token) ?? 0)));
  return Math.max(0, ...ofWay);
}
