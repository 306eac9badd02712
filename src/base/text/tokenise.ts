/**
 * The one tokeniser: it serves the index, questions, triggers and intents (SPEC 5).
 *
 * @module
 */
import { stemmer } from "stemmer";

/** What a token is; see {@linkcode tokenise}. */
export type TokenKind = "word" | "identifier" | "part" | "bigram" | "char";

/** One token. */
export interface Token {
  /** The form that is compared and indexed. */
  readonly text: string;
  readonly kind: TokenKind;
  /** UTF-16 offset into the given text. */
  readonly start: number;
  /** UTF-16 offset of the end, exclusive. */
  readonly end: number;
}

/** Returns the tokens of a text in order of position. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+|[a-zA-Z0-9]+/gu)) {
    const start = match.index;
    if (/^[a-zA-Z0-9]/.test(match[0])) {
      tokens.push({ text: stemmer(match[0].toLowerCase()), kind: "word", start, end: start + match[0].length });
      continue;
    }
    const chars = [...match[0]];
    let at = start;
    for (const [index, char] of chars.entries()) {
      tokens.push({ text: char, kind: "char", start: at, end: at + char.length });
      const next = chars[index + 1];
      if (next !== undefined) {
        tokens.push({ text: char + next, kind: "bigram", start: at, end: at + char.length + next.length });
      }
      at += char.length;
    }
  }
  return tokens;
}
