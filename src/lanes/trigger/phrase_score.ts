/**
 * How well a message holds a trigger phrase (SPEC 9.2).
 *
 * @module
 */
import { type QueryTerm, queryTerms } from "../../base/text/query_terms.ts";
import { tokenise } from "../../base/text/tokenise.ts";
import type { MessageTokens, PhraseGuess } from "./message_tokens.ts";
import { isOneFamily } from "./word_family.ts";

/** How a phrase stands in a message. */
export interface PhraseScore {
  /** As its writer put it. */
  readonly phrase: string;
  /** Terms of the phrase that say something; 0 if it was not taken apart, since it can score nothing that counts. */
  readonly terms: number;
  /** Those of them that the message holds, near enough to each other to belong together. */
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
 * Words belong together if no more than so many telling words stand from one to the next: five to each side is the span in
 * which linguists look for words that go together. Far apart, as in a pasted log, they are a matter of chance.
 */
const WITHIN_WORDS = 5;
/** In another order than that of the phrase, as in "the gateway was deployed", they stand closer where they belong together. */
const WITHIN_WORDS_TURNED = 3;

/**
 * Returns how a phrase stands in a message. A term is a stemmed word, an identifier, or an overlapping CJK bigram; function
 * words are no terms unless there is nothing else, and bigrams across their edges are none. A phrase of one character
 * never scores.
 *
 * @param isDerived returns whether nobody wrote the phrase; asked only where it matters
 * @param needed a phrase that cannot come to this score scores nothing. @default 0
 */
export function phraseScore(
  phrase: string,
  message: MessageTokens,
  { isDerived, needed = 0 }: { readonly isDerived: () => boolean; readonly needed?: number },
): PhraseScore {
  const guess = message.guess(phrase);
  if (guess === null || mostOf(guess) < needed) {
    return { phrase, terms: 0, present: 0, score: 0 };
  }
  const { terms } = queryTerms(phrase);
  const telling = terms.filter((term) => !term.isStop);
  const counted = telling.length > 0 ? telling : terms;
  const places = counted.map((term) => placesOf(term, phrase, message));
  const together = mostTogether(places);
  // "Store the object" is no part of "object store quota". Of Chinese, where a word has several terms, order says little.
  const present = together < counted.length && isLatin(phrase) ? Math.min(together, mostInOrder(places)) : together;
  const facts = { phrase, terms: counted.length, present };
  if (present === 0 || isOneCharacter(terms)) return { ...facts, score: 0 };
  if (counted.length === 1) return { ...facts, score: isDerived() ? ONE_DERIVED : ONE_WRITTEN };
  if (present === counted.length) return { ...facts, score: message.hasRun(phrase) ? CONTIGUOUS : APART };
  return { ...facts, score: shareScore({ present, missing: counted.length - present }) };
}

/** Returns whether there is any message in which a phrase scores: it has a word, and is not one character. */
export function canScore(phrase: string): boolean {
  const { terms } = queryTerms(phrase);
  return terms.length > 0 && !isOneCharacter(terms);
}

/** Returns what {@linkcode phraseScore} comes to at most: cheap, and 0 only of a phrase of which the message has no word. */
export function mostScore(phrase: string, message: MessageTokens): number {
  const guess = message.guess(phrase);
  return guess === null ? 0 : mostOf(guess);
}

function mostOf(guess: PhraseGuess): number {
  return guess.missing > 0 ? shareScore(guess) : CONTIGUOUS;
}

/** The score where words are missing; it grows with those present. */
function shareScore({ present, missing }: PhraseGuess): number {
  return SHARE_WEIGHT * present / (present + missing) + COUNT_WEIGHT * Math.min(1, present / ENOUGH_TERMS);
}

/** Returns where a term stands; a word of its stem that is no form of it is another word. */
function placesOf(term: QueryTerm, phrase: string, message: MessageTokens): number[] {
  const found = message.occurrences(term);
  if (found.length === 0) return [];
  // Of a longer phrase the characters around it say that it is meant.
  if (phrase === term.text && !ASCII.test(phrase) && isBigram(phrase)) {
    return found.filter((each) => !each.cutsWord()).map(({ place }) => place);
  }
  const forms = WORD.test(term.text)
    ? tokenise(phrase).filter(({ text }) => text === term.text).map(({ start, end }) => phrase.slice(start, end))
    : [];
  return found.filter(({ written }) =>
    written === null || forms.length === 0 || forms.some((form) => isOneFamily(form, written))
  ).map(({ place }) => place);
}

/** What is stemmed: other scripts, names with signs and digits stand as they are. */
const WORD = /^[a-z]+$/;
/** Asked first: classes of Unicode properties take longer to build than a phrase takes to score. */
const ASCII = /^[ -~]+$/;
const HAN = /[\u4e00-\u9fff]/;
const latin = (): RegExp => /^[\p{Script=Latin}\p{N}\p{P}\p{S}\p{Z}]+$/u;
const COMMON_BIGRAM = /^[\u4e00-\u9fff]{2}$/;
const bigram = (): RegExp => /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}$/u;

function isLatin(phrase: string): boolean {
  return ASCII.test(phrase) || (!HAN.test(phrase) && latin().test(phrase));
}

function isBigram(phrase: string): boolean {
  return COMMON_BIGRAM.test(phrase) || bigram().test(phrase);
}

interface Standing {
  readonly place: number;
  /** Number of the term in the phrase. */
  readonly term: number;
}

/** Returns how many terms, of each of which the places are given, stand near to each other at most. */
function mostTogether(places: readonly (readonly number[])[]): number {
  const all = places.flatMap((each, term) => each.map((place): Standing => ({ place, term })));
  const groups: Set<number>[] = [];
  let before: Standing | undefined;
  for (const standing of all.sort((a, b) => a.place - b.place || a.term - b.term)) {
    const room = before === undefined || standing.term >= before.term ? WITHIN_WORDS : WITHIN_WORDS_TURNED;
    if (before === undefined || standing.place - before.place > room) groups.push(new Set());
    groups.at(-1)?.add(standing.term);
    before = standing;
  }
  return Math.max(0, ...groups.map(({ size }) => size));
}

/** Returns how many words of a phrase the message has in their order, one after the other, where it lacks some of them. */
function mostInOrder(places: readonly (readonly number[])[]): number {
  // By the last word of a row: the longest row that ends with it, as every phrase is short.
  const rows: (Standing & { readonly length: number })[] = [];
  for (const [term, each] of places.entries()) {
    for (const place of each) {
      const lengths = rows.filter((row) => row.term < term && row.place < place && place - row.place <= WITHIN_WORDS)
        .map(({ length }) => length);
      rows.push({ term, place, length: 1 + Math.max(0, ...lengths) });
    }
  }
  return Math.max(0, ...rows.map(({ length }) => length));
}

function isOneCharacter(terms: readonly QueryTerm[]): boolean {
  const [only] = terms;
  return terms.length === 1 && only !== undefined && [...only.text].length === 1;
}
