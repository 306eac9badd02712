/**
 * The terms of a run of CJK characters in a question.
 *
 * @module
 */
import type { QueryTerm } from "./query_term.ts";
import { isStopWord, stopWordUnits } from "./stop_words.ts";
import type { Token } from "./tokenise.ts";

/**
 * Returns the terms of one run, given its characters and bigrams.
 *
 * Bigrams that straddle the edge of a function word occur in no answer (为什么换数据库: 么换) and would count as the
 * rarest, so the run is parted at function words first. A character left alone between two of them is a term itself.
 *
 * @param isParted whether to part the run and to mark function words
 */
export function cjkRunTerms(tokens: readonly Token[], isParted: boolean): QueryTerm[] {
  const chars = tokens.filter((token) => token.kind === "char").map((token) => token.text);
  if (!isParted) return pieceTerms(chars, () => false);
  const terms: QueryTerm[] = [];
  let piece: string[] = [];
  const close = () => {
    terms.push(...pieceTerms(piece, isStopWord));
    piece = [];
  };
  const run = chars.join("");
  for (let index = 0, at = 0; index < chars.length;) {
    const units = stopWordUnits(run, at);
    if (units > 0) close();
    const taken = takeUnits(chars, index, Math.abs(units));
    if (units > 0) terms.push(...pieceTerms(taken, () => true));
    else piece.push(...taken);
    index += taken.length;
    at += taken.join("").length;
  }
  close();
  return terms;
}

/** Returns at least one character from `index`, until `units` UTF-16 units are taken. */
function takeUnits(chars: readonly string[], index: number, units: number): string[] {
  const taken: string[] = [];
  for (let got = 0, at = index; at < chars.length && (taken.length === 0 || got < units); at++) {
    const char = chars[at] ?? "";
    taken.push(char);
    got += char.length;
  }
  return taken;
}

function pieceTerms(chars: readonly string[], isStop: (text: string) => boolean): QueryTerm[] {
  const [only] = chars;
  if (chars.length === 1 && only !== undefined) {
    return [{ text: only, alternatives: [{ column: "parts", phrase: [only] }], isStop: isStop(only) }];
  }
  return chars.slice(1).map((char, index) => {
    const text = `${chars[index] ?? ""}${char}`;
    return { text, alternatives: [{ column: "body", phrase: [text] }], isStop: isStop(text) };
  });
}
