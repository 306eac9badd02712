/**
 * Near copies of tainted text (SPEC 4.2, 8.1): nearly the same words, and nothing that makes it another fact. What was folded for
 * copies has no capitals, so that a name in it is a word like any other.
 *
 * @module
 */
import { jaccard } from "../../base/jaccard.ts";
import type { StemMemo } from "../../base/text/stem.ts";
import { tellingFacts } from "../../base/text/telling_facts.ts";
import { tokenise } from "../../base/text/tokenise.ts";

/** SPEC 8.1; no setting of the dream changes what a copy is. */
const SIMILARITY = 0.88;

/** What a folded text is compared by. */
export interface NearText {
  /** Stemmed words, identifiers and CJK bigrams. */
  readonly words: ReadonlySet<string>;
  /** Numbers, negations and so on; equal strings mean equal facts. */
  readonly facts: string;
}

/** Returns what a folded text is compared by. */
export function nearTextOf(folded: string, stems: StemMemo): NearText {
  const kept = tokenise(folded, stems).filter(({ kind }) => kind !== "char" && kind !== "part");
  return { words: new Set(kept.map(({ text }) => text)), facts: tellingFacts(folded, []).facts };
}

/** Returns whether one text is a near copy of the other. */
export function isNearText(one: NearText, other: NearText): boolean {
  return one.facts === other.facts && jaccard(one.words, other.words) >= SIMILARITY;
}
