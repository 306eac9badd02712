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

/** Returns the weight of each term, in the order of the terms; above 0, and their sum is 1 (empty for no terms). */
export function weighTerms(terms: readonly QueryTerm[], index: Pick<IndexStore, "keywords" | "chunks">): number[] {
  const tokens = new Set(terms.flatMap((term) => term.alternatives.flatMap((way) => way.phrase)));
  const frequencies = index.keywords.documentFrequencies([...tokens]);
  const chunks = index.chunks.count();
  const weights = terms.map((term) =>
    rarity(frequencyOf(term, frequencies), chunks) * (isLoneCjk(term) ? LONE_CJK : 1)
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
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

function isLoneCjk({ text }: QueryTerm): boolean {
  return text !== "" && cjkUnits(text, 0) === text.length;
}

/** Returns in how many chunks a term can stand at most: a phrase is no more frequent than its rarest token. */
function frequencyOf(term: QueryTerm, frequencies: ReadonlyMap<string, number>): number {
  const ofWay = term.alternatives.map((way) => Math.min(...way.phrase.map((token) => frequencies.get(token) ?? 0)));
  return Math.max(0, ...ofWay);
}
