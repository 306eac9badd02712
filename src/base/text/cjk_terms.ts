/**
 * The terms of a run of CJK characters in a question.
 *
 * @module
 */
import { cjkUnits } from "./characters.ts";
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
  const run = tokens.filter((token) => token.kind === "char").map((token) => token.text).join("");
  if (!isParted) return pieceTerms(run, () => false);
  const terms: QueryTerm[] = [];
  let pieceStart = 0;
  let at = 0;
  const close = () => terms.push(...pieceTerms(run.slice(pieceStart, at), isStopWord));
  while (at < run.length) {
    const units = stopWordUnits(run, at);
    if (units > 0) {
      close();
      terms.push(...pieceTerms(run.slice(at, at + units), () => true));
      pieceStart = at + units;
    }
    at += Math.abs(units) || cjkUnits(run, at) || 1;
  }
  close();
  return terms;
}

function pieceTerms(piece: string, isStop: (text: string) => boolean): QueryTerm[] {
  const chars = [...piece];
  const [only] = chars;
  if (chars.length === 1 && only !== undefined) {
    // In `body` only where it stands alone there, too; that serves phrases.
    const alternatives = [{ column: "parts", phrase: [only] }, { column: "body", phrase: [only] }] as const;
    return [{ text: only, alternatives, isStop: isStop(only) }];
  }
  return chars.slice(1).map((char, index) => {
    const text = `${chars[index] ?? ""}${char}`;
    return { text, alternatives: [{ column: "body", phrase: [text] }], isStop: isStop(text) };
  });
}
