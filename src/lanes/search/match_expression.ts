/**
 * A question as FTS5 expressions. Every token stands between double quotes with its own quotes doubled, so no text of a
 * question can become an operator.
 *
 * @module
 */
import type { QueryTerm } from "../../base/text/query_terms.ts";
import type { Question } from "./question.ts";

/** The tiers of the keyword lane (SPEC 6). */
export interface MatchExpressions {
  /** Every term, and every phrase. */
  readonly strict: string;
  /** Any term, or a clue. Where phrases are demanded, every phrase. Equal to `strict` where that is the same. */
  readonly loose: string;
  /** What to ask instead of `loose` if nothing holds the demanded phrases, or `null` if that is to be the answer. */
  readonly fallback: string | null;
}

/** Returns the expressions of a question, or `null` if it has no term at all. */
export function matchExpressions(question: Question): MatchExpressions | null {
  const { terms, clues, phrases, isSentence } = question;
  if (terms.length === 0) return null;
  const quoted = new Set(phrases.flat().map((term) => term.text));
  const others = terms.filter((term) => !quoted.has(term.text));
  const exact = phrases.map(phraseExpression);
  const strict = [...exact, ...others.map(termExpression)].join(" AND ");
  const any = [...terms.map(termExpression), ...clues.map((clue) => quote([clue])), ...exact].join(" OR ");
  if (phrases.length === 0 || isSentence) return { strict, loose: terms.length === 1 ? strict : any, fallback: null };
  return { strict, loose: exact.join(" AND "), fallback: others.length > 0 ? any : null };
}

/**
 * No column is named: a token of a word and of a part of an identifier is the same token, and asking for it once instead
 * of once for each column takes half the time.
 */
function termExpression(term: QueryTerm): string {
  const ways = [...new Set(term.alternatives.map(({ phrase }) => quote(phrase)))];
  return ways.length === 1 ? ways.join("") : `(${ways.join(" OR ")})`;
}

/**
 * A phrase holds inside one column only. Where its terms live in different ones (a single CJK character among Latin
 * words) all of them are asked for, wherever they stand.
 */
function phraseExpression(phrase: readonly QueryTerm[]): string {
  for (const column of ["body", "parts"] as const) {
    const tokens = phrase.map((term) => term.alternatives.find((way) => way.column === column)?.phrase);
    if (tokens.every((part) => part !== undefined)) return quote(tokens.flat());
  }
  return `(${phrase.map(termExpression).join(" AND ")})`;
}

function quote(tokens: readonly string[]): string {
  return `"${tokens.join(" ").replaceAll('"', '""')}"`;
}
