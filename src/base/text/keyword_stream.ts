/**
 * What the keyword index stores of a text.
 *
 * @module
 */
import { tokenise } from "./tokenise.ts";

/** Tokens joined by one space, for the two columns of the index. */
export interface KeywordStream {
  /** Words, whole identifiers, bigrams. */
  readonly body: string;
  /** Parts of identifiers and single CJK characters. */
  readonly parts: string;
}

/** The `tokenize` option of the FTS5 table; stands between double quotes in SQL. */
export const FTS_TOKENIZER = "ascii tokenchars '-_./:+#@'";

/** Returns the two streams of a text. */
export function keywordStream(text: string): KeywordStream {
  const body: string[] = [];
  const parts: string[] = [];
  for (const token of tokenise(text)) {
    (token.kind === "part" || token.kind === "char" ? parts : body).push(token.text);
  }
  return { body: body.join(" "), parts: parts.join(" ") };
}
