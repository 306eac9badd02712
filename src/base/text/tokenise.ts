/**
 * The one tokeniser: it serves the index, questions, triggers and intents (SPEC 5).
 *
 * @module
 */
import { cjkUnits } from "./characters.ts";
import { foldWithOffsets } from "./fold.ts";
import { scanTokens, type Span } from "./scan_tokens.ts";
import { StemMemo } from "./stem.ts";

/**
 * What a token is:
 *
 * - `word`: letters, or digits, of a script with spaces; English words as their Porter stem
 * - `identifier`: a name as a whole, such as `max_retry_count`, `2026.4.10`, `c++`, `getusername`
 * - `part`: a piece of the identifier before it, stemmed like a word
 * - `bigram`: two CJK characters that stand side by side
 * - `char`: one CJK character
 */
export type TokenKind = "word" | "identifier" | "part" | "bigram" | "char";

/** One token. */
export interface Token {
  /** The form that is compared and indexed: NFKC, lower case, no blanks, at most 128 UTF-16 units. */
  readonly text: string;
  /** See {@linkcode TokenKind}. */
  readonly kind: TokenKind;
  /** UTF-16 offset into the given text. */
  readonly start: number;
  /** UTF-16 offset of the end, exclusive. */
  readonly end: number;
}

/**
 * Returns the tokens of any text, in order of position; an identifier stands before its parts, a character before the
 * bigram that it begins.
 *
 * Runs of letters and digits joined by one of `_ - . / : + # @` are identifiers, as are camelCase and letters mixed
 * with digits. An identifier of ASCII letters only is stemmed like a word, so that SQLite and sqlite are one token.
 * Punctuation at the end of a sentence is never part of a token, nor are symbols and emoji.
 *
 * @param memo stems to reuse between calls; see {@linkcode StemMemo}
 */
export function tokenise(text: string, memo: StemMemo = new StemMemo()): Token[] {
  const { text: folded, offsets } = foldWithOffsets(text);
  const tokens: Token[] = [];
  const push = (token: string, kind: TokenKind, place: Span) => {
    const start = offsets?.starts[place.start] ?? place.start;
    tokens.push({ text: token, kind, start, end: offsets?.ends[place.end - 1] ?? place.end });
  };
  const cjkRun = (start: number, end: number) => {
    for (let at = start; at < end;) {
      const next = at + cjkUnits(folded, at);
      push(folded.slice(at, next), "char", { start: at, end: next });
      const after = next + (next < end ? cjkUnits(folded, next) : 0);
      if (next < end) push(folded.slice(at, after), "bigram", { start: at, end: after });
      at = next;
    }
  };
  scanTokens({ folded, memo }, { word: push, cjkRun });
  return tokens;
}
