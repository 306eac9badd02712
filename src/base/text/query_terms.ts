/**
 * A question taken apart.
 *
 * @module
 */
import { isStopWord } from "./stop_words.ts";
import { tokenise } from "./tokenise.ts";

/** One way a term can occur in the keyword index: these tokens, adjacent, in this column. */
export interface TermAlternative {
  readonly column: "body" | "parts";
  readonly phrase: readonly string[];
}

/** One thing that is asked for. */
export interface QueryTerm {
  /** Canonical text: two terms with the same text are one term. */
  readonly text: string;
  /** Any of these is a match. */
  readonly alternatives: readonly TermAlternative[];
  readonly isStop: boolean;
}

/** The terms of a question. */
export interface QueryTerms {
  /** In order of first appearance, without repeats; those of phrases too. */
  readonly terms: readonly QueryTerm[];
  /** What stood between double quotes, term by term. */
  readonly phrases: readonly (readonly QueryTerm[])[];
}

/** Returns the terms of any text. */
export function queryTerms(query: string): QueryTerms {
  const terms = new Map<string, QueryTerm>();
  for (const token of tokenise(query)) {
    const column = token.kind === "part" || token.kind === "char" ? "parts" : "body";
    if (token.kind === "part") continue;
    terms.set(token.text, {
      text: token.text,
      alternatives: column === "body" && token.kind === "word"
        ? [{ column: "body", phrase: [token.text] }, { column: "parts", phrase: [token.text] }]
        : [{ column, phrase: [token.text] }],
      isStop: isStopWord(token.text),
    });
  }
  return { terms: [...terms.values()], phrases: [] };
}

/** Returns the sorted unique non-stop term texts joined by a space: two questions with the same terms are one question. */
export function normalisedQuestion(query: string): string {
  return queryTerms(query).terms.filter((term) => !term.isStop).map((term) => term.text).sort().join(" ");
}
