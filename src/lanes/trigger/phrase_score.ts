/**
 * How well a message holds a trigger phrase (SPEC 9.2).
 *
 * @module
 */
import { type QueryTerm, queryTerms } from "../../base/text/query_terms.ts";
import type { MessageTokens } from "./message_tokens.ts";

/** How a phrase stands in a message. */
export interface PhraseScore {
  /** As its writer put it. */
  readonly phrase: string;
  /** Terms of the phrase that say something; 0 if it was not taken apart, since none of them can stand there. */
  readonly terms: number;
  /** Those of them that the message holds. */
  readonly present: number;
  /** 0 to 1. */
  readonly score: number;
}

/** Its words stand side by side. */
const CONTIGUOUS = 1;
/** All its words are there, apart from each other. */
const APART = 0.9;
/** Its only word is there. One word that nobody chose fires too easily, so alone it is not enough. */
const ONE_WRITTEN = 0.85;
const ONE_DERIVED = 0.7;
/** Some of its words are there: weight of their share, and weight of there being two of them at least. */
const SHARE_WEIGHT = 0.8;
const COUNT_WEIGHT = 0.2;
const ENOUGH_TERMS = 2;

/**
 * Returns how a phrase stands in a message. A term is a stemmed word, an identifier, or an overlapping CJK bigram; function
 * words are no terms unless there is nothing else, and bigrams across their edges are none. A phrase of one character
 * never scores.
 *
 * @param isDerived returns whether nobody wrote the phrase; asked only where it matters
 */
export function phraseScore(phrase: string, message: MessageTokens, isDerived: () => boolean): PhraseScore {
  if (!message.mayHold(phrase)) return { phrase, terms: 0, present: 0, score: 0 };
  const { terms } = queryTerms(phrase);
  const telling = terms.filter((term) => !term.isStop);
  const counted = telling.length > 0 ? telling : terms;
  const present = counted.filter((term) => message.has(term)).length;
  const facts = { phrase, terms: counted.length, present };
  if (present === 0 || isOneCharacter(terms)) return { ...facts, score: 0 };
  if (counted.length === 1) return { ...facts, score: isDerived() ? ONE_DERIVED : ONE_WRITTEN };
  if (present === counted.length) return { ...facts, score: message.hasRun(phrase) ? CONTIGUOUS : APART };
  const share = SHARE_WEIGHT * present / counted.length + COUNT_WEIGHT * Math.min(1, present / ENOUGH_TERMS);
  return { ...facts, score: share };
}

function isOneCharacter(terms: readonly QueryTerm[]): boolean {
  const [only] = terms;
  return terms.length === 1 && only !== undefined && [...only.text].length === 1;
}
