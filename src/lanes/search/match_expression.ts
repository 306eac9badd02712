/**
 * A question as FTS5 expressions. Every token stands between double quotes with its own quotes doubled, so no text of a
 * question can become an operator.
 *
 * @module
 */
import type { QueryTerm, TermAlternative } from "../../base/text/query_terms.ts";
import type { Question } from "./question.ts";

/** The two tiers of the keyword lane (SPEC 6). */
export interface MatchExpressions {
  /** Every term, and every phrase. */
  readonly strict: string;
  /** Any term; every phrase if there are some. Equal to `strict` where that is the same. */
  readonly loose: string;
  /**
   * Any term, phrases taken apart: for a sentence that happens to hold a quotation which stands nowhere. `null` without
   * phrases, and for a question that is nothing but phrases, which is meant exactly.
   */
  readonly fallback: string | null;
}

/** Returns the expressions of a question, or `null` if it has no term at all. */
export function matchExpressions(question: Question): MatchExpressions | null {
  const phrases = question.phrases.map(phraseExpression);
  const quoted = new Set(question.phrases.flat().map((term) => term.text));
  const terms = question.terms.filter((term) => !quoted.has(term.text)).map(termExpression);
  if (phrases.length === 0 && terms.length === 0) return null;
  const strict = [...phrases, ...terms].join(" AND ");
  const loose = phrases.length > 0 ? phrases.join(" AND ") : terms.join(" OR ");
  const isSentence = phrases.length > 0 && terms.length > 0;
  return { strict, loose, fallback: isSentence ? question.terms.map(termExpression).join(" OR ") : null };
}

/** Columns in which a token of the text, or of the day and the headings above it, may stand. */
const COLUMNS: Readonly<Record<TermAlternative["column"], string>> = {
  body: "{body context}",
  parts: "{parts context_parts}",
};

function termExpression(term: QueryTerm): string {
  const ways = term.alternatives.map(({ column, phrase }) => `${COLUMNS[column]} : ${quote(phrase)}`);
  return ways.length === 1 ? ways.join("") : `(${ways.join(" OR ")})`;
}

/**
 * A phrase holds inside one column only. Where its terms live in different ones (a single CJK character among Latin
 * words) all of them are asked for, wherever they stand.
 */
function phraseExpression(phrase: readonly QueryTerm[]): string {
  for (const column of ["body", "parts"] as const) {
    const tokens = phrase.map((term) => term.alternatives.find((way) => way.column === column)?.phrase);
    if (tokens.every((part) => part !== undefined)) return `{${column}} : ${quote(tokens.flat())}`;
  }
  return `(${phrase.map(termExpression).join(" AND ")})`;
}

function quote(tokens: readonly string[]): string {
  return `"${tokens.join(" ").replaceAll('"', '""')}"`;
}
