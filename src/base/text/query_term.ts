/**
 * One term of a question.
 *
 * @module
 */

/** One way a term can occur in the keyword index: these tokens, adjacent, in this column. */
export interface TermAlternative {
  /** Column of the keyword index. */
  readonly column: "body" | "parts";
  /** Tokens in order; one or more. */
  readonly phrase: readonly string[];
}

/** One thing that is asked for: a word, an identifier, a CJK bigram or a CJK character that stands alone. */
export interface QueryTerm {
  /** Canonical text: two terms with the same text are one term. */
  readonly text: string;
  /** Any of these is a match; never empty. The first is the term as it was written. */
  readonly alternatives: readonly TermAlternative[];
  /** Says nothing about the subject. If all terms of a question are such, none is marked. */
  readonly isStop: boolean;
}
