/**
 * A question taken apart into terms, each with the ways in which it can stand in the keyword index (SPEC 6).
 *
 * @module
 */
import { cjkRunTerms } from "./cjk_terms.ts";
import { cutCodePoints } from "./measure.ts";
import type { QueryTerm, TermAlternative } from "./query_term.ts";
import { queryParts } from "./query_parts.ts";
import { isStopWord } from "./stop_words.ts";
import { type Token, tokenise } from "./tokenise.ts";

export type { QueryTerm, TermAlternative } from "./query_term.ts";

/** The terms of a question. */
export interface QueryTerms {
  /** In order of first appearance, without repeats; those of phrases too. Empty only if nothing could be searched. */
  readonly terms: readonly QueryTerm[];
  /** What stood between double quotes, term by term; their first `body` alternatives stand side by side in a match. */
  readonly phrases: readonly (readonly QueryTerm[])[];
}

/** Longest question in code points. A pasted log is no better question for being longer; the rest is left out. */
export const MAX_QUERY_CHARS = 4000;

/** Returns the terms of any text: operators, quotes and signs of other search languages are text. */
export function queryTerms(query: string): QueryTerms {
  const parts = queryParts(cutCodePoints(query, MAX_QUERY_CHARS)).map((part) => ({
    tokens: tokenise(part.text),
    isQuoted: part.isQuoted,
  }));
  // Between quotes every word is meant, function words too.
  const phrases = parts.filter((part) => part.isQuoted).map((part) => termsOf(part.tokens, false));
  const terms = unique(parts.flatMap((part) => termsOf(part.tokens, !part.isQuoted)));
  const hasSubject = terms.some((term) => !term.isStop);
  return {
    terms: hasSubject ? terms : unique(parts.flatMap((part) => termsOf(part.tokens, false))),
    phrases: phrases.filter((phrase) => phrase.length > 0),
  };
}

/**
 * Returns the sorted unique texts of the terms that are no stop words, joined by a space: two questions with the same
 * terms are one question (SPEC 6, recalls). Empty if nothing could be searched.
 */
export function normalisedQuestion(query: string): string {
  return queryTerms(query).terms.filter((term) => !term.isStop).map((term) => term.text).sort().join(" ");
}

/** `isParted`: function words are marked, and part a run of Chinese. */
function termsOf(tokens: readonly Token[], isParted: boolean): QueryTerm[] {
  const terms: QueryTerm[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at];
    if (token === undefined) break;
    const end = groupEnd(tokens, at);
    const rest = tokens.slice(at + 1, end);
    if (token.kind === "char") terms.push(...cjkRunTerms([token, ...rest], isParted));
    else if (token.kind === "identifier") terms.push(identifierTerm(token.text, rest));
    else terms.push(wordTerm(token.text, isParted));
    at = end;
  }
  return terms;
}

/** Returns the end of the CJK run, or of the identifier with its parts, that begins at `at`. */
function groupEnd(tokens: readonly Token[], at: number): number {
  const isCjk = tokens[at]?.kind === "char";
  let end = at + 1;
  for (let next = tokens[end]; next !== undefined; next = tokens[++end]) {
    const isSame = isCjk
      // A character begins a new run unless a bigram has bridged the gap to it.
      ? next.kind === "bigram" || (next.kind === "char" && tokens[end - 1]?.kind === "bigram")
      : next.kind === "part";
    if (!isSame) break;
  }
  return end;
}

function wordTerm(text: string, isParted: boolean): QueryTerm {
  const alternatives = [alternative("body", [text]), alternative("parts", [text])];
  return { text, alternatives, isStop: isParted && isStopWord(text) };
}

function identifierTerm(text: string, parts: readonly Token[]): QueryTerm {
  const alternatives = [alternative("body", [text]), alternative("parts", [text])];
  const [first] = parts;
  if (parts.length > 1) {
    alternatives.push(alternative("parts", parts.map((part) => part.text)));
    alternatives.push(alternative("body", outermost(parts).map((part) => part.text)));
  } else if (first !== undefined && /^[@#]/.test(text)) {
    // A tag or handle is the word as well; a dot (.NET) or a sign behind (C++) makes another name, not the same one.
    alternatives.push(alternative("body", [first.text]), alternative("parts", [first.text]));
  }
  return { text, alternatives, isStop: false };
}

/** Leaves out the pieces of a segment that stands before them as a whole. */
function outermost(parts: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (const part of parts) if (part.start >= (kept.at(-1)?.end ?? 0)) kept.push(part);
  return kept;
}

function alternative(column: "body" | "parts", phrase: readonly string[]): TermAlternative {
  return { column, phrase };
}

/** A text that is both a stop word and, elsewhere, a subject is a subject. */
function unique(terms: readonly QueryTerm[]): QueryTerm[] {
  const byText = new Map<string, QueryTerm>();
  for (const term of terms) {
    const known = byText.get(term.text);
    if (known === undefined || (known.isStop && !term.isStop)) byText.set(term.text, term);
  }
  return [...byText.values()];
}
