/**
 * Words that go with those of a question: they stand in several of the best finds and are rare elsewhere. A person asks
 * for "the database", and the line that says why names SQLite only.
 *
 * @module
 */
import type { IndexStore } from "../../store/index/open_index.ts";
import { type QueryTerm, queryTerms } from "../../base/text/query_terms.ts";
import { rarity } from "../search/weigh_terms.ts";

/** Finds that are looked at for further words. */
export const EXPANDED_FROM = 4;
/** Further words, at most: more would drown those of the question. */
const MOST_TERMS = 6;
/** In how many of the finds a word has to stand; in a curated entry one is enough. */
const LEAST_FINDS = 2;
/** A word that stands in more than this share of all chunks tells nothing. */
const MOST_SHARE = 0.05;
/** In small collections no share tells what is common. In chunks. */
const FEW_CHUNKS = 20;

/** A text among the best finds. */
export interface BestFind {
  /** As it is shown. */
  readonly text: string;
  /** It is a curated entry, whose words were chosen with care. */
  readonly isCurated: boolean;
}

/** Returns the further terms, the rarest first. */
export function expandTerms(
  finds: readonly BestFind[],
  asked: readonly QueryTerm[],
  index: Pick<IndexStore, "keywords" | "chunks">,
): QueryTerm[] {
  const known = new Set(asked.map(({ text }) => text));
  const seen = new Map<string, { readonly term: QueryTerm; count: number }>();
  for (const { text, isCurated } of finds.slice(0, EXPANDED_FROM)) {
    for (const term of queryTerms(text).terms) {
      if (term.isStop || known.has(term.text) || /^\d{1,2}$/.test(term.text)) continue;
      const found = seen.get(term.text) ?? { term, count: 0 };
      found.count += isCurated ? LEAST_FINDS : 1;
      seen.set(term.text, found);
    }
  }
  const shared = [...seen.values()].filter(({ count }) => count >= LEAST_FINDS).map(({ term }) => term);
  const frequencies = index.keywords.documentFrequencies(shared.map(({ text }) => text));
  const chunks = index.chunks.count();
  return shared
    .map((term) => ({ term, frequency: frequencies.get(term.text) ?? 0 }))
    .filter(({ frequency }) => frequency > 1 && (frequency < FEW_CHUNKS || frequency <= MOST_SHARE * chunks))
    .sort((a, b) => rarity(b.frequency, chunks) - rarity(a.frequency, chunks) || (a.term.text < b.term.text ? -1 : 1))
    .slice(0, MOST_TERMS)
    .map(({ term }) => term);
}
