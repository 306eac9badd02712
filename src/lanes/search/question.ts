/**
 * The question of a search, taken apart. Any text is a legal question (SPEC 6); only one that holds nothing to look for
 * is refused.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import { type QueryTerm, queryTerms } from "../../base/text/query_terms.ts";

/** What a search looks for. */
export interface Question {
  /** As asked. */
  readonly text: string;
  /** Terms that count: those that say something, or all of them if none does. At most {@linkcode MAX_TERMS}. */
  readonly terms: readonly QueryTerm[];
  /** Terms that must stand side by side, because they were put between double quotes. */
  readonly phrases: readonly (readonly QueryTerm[])[];
}

/**
 * Terms of one question that are looked up. A pasted page has thousands; its first hundred words say what it is about,
 * and each further term costs a scan of its postings.
 */
export const MAX_TERMS = 64;
/** Phrases of one question that are looked up. */
const MAX_PHRASES = 8;

/**
 * Returns the parts of a question.
 *
 * @throws {MemoryError} usage, when the text is empty, blank, or nothing but sentence marks
 */
export function readQuestion(text: string): Question {
  if (BLANK.test(text)) {
    throw new MemoryError(`Cannot search for "${text.trim().slice(0, 20)}": a question needs at least one word`, {
      kind: "usage",
      hint: 'ask as in: memory search "gateway port"',
    });
  }
  const { terms, phrases } = queryTerms(text);
  const telling = terms.filter((term) => !term.isStop);
  return {
    text,
    terms: (telling.length > 0 ? telling : terms).slice(0, MAX_TERMS),
    phrases: phrases.filter((phrase) => phrase.length > 0).slice(0, MAX_PHRASES),
  };
}

/** Blanks, control and invisible characters, and the marks of sentences, in both widths. */
const BLANK = /^[\s\p{Cc}\p{Cf}?!.,;:'"\u2026\u3002\uFF0C\u3001\uFF1B\uFF1A\uFF1F\uFF01\u201C\u201D\u2018\u2019]*$/u;
