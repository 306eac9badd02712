/**
 * Near-duplicates (SPEC 8.1): two claims that say the same. Overlap of words is not enough, since "port 18789" and "port
 * 18790" differ in one word: everything that turns one fact into another must be the same too.
 *
 * @module
 */
import { jaccard } from "../base/jaccard.ts";
import { tellingFacts } from "../base/text/telling_facts.ts";
import { tokenise } from "../base/text/tokenise.ts";
import { normaliseClaim } from "../workspace/claims.ts";

/** What two claims are compared by. */
export interface Fingerprint {
  /** The normalised claim. */
  readonly normalised: string;
  /** Stemmed words, identifiers and CJK bigrams. */
  readonly words: ReadonlySet<string>;
  /** Numbers, dates, negations and so on, one string; equal strings mean equal facts. */
  readonly facts: string;
  /** Capitalised words, lower-cased: all of them may be names. */
  readonly names: ReadonlySet<string>;
}

/** Returns what a claim is compared by. */
export function fingerprint(text: string): Fingerprint {
  const normalised = normaliseClaim(text);
  const tokens = tokenise(text);
  // Single characters are parts of bigrams, and parts of identifiers stand in them: neither says anything of its own.
  const kept = tokens.filter(({ kind }) => kind === "word" || kind === "identifier" || kind === "bigram");
  const words = new Set((kept.length > 0 ? kept : tokens).map((token) => token.text));
  const identifiers = tokens.filter(({ kind }) => kind === "identifier").map((token) => token.text);
  const { facts, names } = tellingFacts(text, identifiers);
  return { normalised, words, facts, names };
}

/**
 * Returns whether two claims are near-duplicates: equal after normalisation, or Jaccard ≥ `similarity` with equal facts
 * and no name that the other does not mention.
 *
 * @param similarity 0 to 1
 */
export function isNearDuplicate(a: Fingerprint, b: Fingerprint, similarity: number): boolean {
  if (a.normalised === b.normalised) return true;
  if (a.facts !== b.facts || jaccard(a.words, b.words) < similarity) return false;
  return mentions(b, a.names) && mentions(a, b.names);
}

function mentions(claim: Fingerprint, names: ReadonlySet<string>): boolean {
  // A capital at the start of a sentence need not be a name, so the word may be lower-case in the other claim.
  for (const name of names) if (!new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, "iu").test(claim.normalised)) return false;
  return true;
}
