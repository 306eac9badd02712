/**
 * Finds near-duplicates without comparing all pairs (SPEC 8.1). Two sets with Jaccard ≥ t share at least one of their
 * rarest `n − ⌈t·n⌉ + 1` words, so only claims that meet there are compared.
 *
 * @module
 */
import { type Fingerprint, fingerprint, isNearDuplicate } from "../curate/near_duplicate.ts";

/** Finds near-duplicates of a claim among those it was built from. */
export interface NearIndex<T> {
  /** Returns the near-duplicates of a claim in the order of the index; the claim itself too if it is in there. */
  find(text: string): T[];
}

/**
 * Returns an index over claims.
 *
 * @param similarity 0 to 1, above 0
 */
export function nearIndex<T extends { readonly text: string }>(claims: readonly T[], similarity: number): NearIndex<T> {
  const prints = claims.map(({ text }) => fingerprint(text));
  const frequency = new Map<string, number>();
  for (const { words } of prints) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const order: PrefixOrder = { frequency, similarity };
  const places = new Map<string, number[]>();
  const equal = new Map<string, number[]>();
  prints.forEach((print, at) => {
    add(equal, print.normalised, at);
    for (const word of rarest(print, order)) add(places, place(print, word), at);
  });
  const digits = new Set(claims.map(({ text }) => digitsOf(text)));
  const printOf = new Map(claims.map(({ text }, at) => [text, prints[at]]));
  return {
    find(text) {
      // Near-duplicates have the same numbers, so most claims of a large pool need not be cut into words at all.
      if (!digits.has(digitsOf(text))) return [];
      const print = printOf.get(text) ?? fingerprint(text);
      const met = new Set(equal.get(print.normalised));
      for (const word of rarest(print, order)) for (const at of places.get(place(print, word)) ?? []) met.add(at);
      return [...met].sort((a, b) => a - b).flatMap((at) => {
        const [claim, other] = [claims[at], prints[at]];
        return claim !== undefined && other !== undefined && isNearDuplicate(print, other, similarity) ? [claim] : [];
      });
    },
  };
}

interface PrefixOrder {
  readonly frequency: ReadonlyMap<string, number>;
  readonly similarity: number;
}

/** Guards the ceiling below against the last bit of a product such as 0.88 × 25. */
const ROUNDING = 1e-9;

function rarest({ words }: Fingerprint, { frequency, similarity }: PrefixOrder): string[] {
  const counted = [...words].map((word) => ({ word, count: frequency.get(word) ?? 0 }));
  counted.sort((a, b) => a.count - b.count || (a.word < b.word ? -1 : 1));
  const length = counted.length - Math.ceil(similarity * counted.length - ROUNDING) + 1;
  return counted.slice(0, length).map(({ word }) => word);
}

/** Claims with other facts are no near-duplicates, so they need not meet. */
function place({ facts }: Fingerprint, word: string): string {
  return `${word}\n${facts}`;
}

function digitsOf(text: string): string {
  return text.normalize("NFKC").replace(/\D+/g, "");
}

function add(places: Map<string, number[]>, word: string, at: number): void {
  const known = places.get(word);
  if (known === undefined) places.set(word, [at]);
  else known.push(at);
}
