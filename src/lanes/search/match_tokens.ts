/**
 * Whether a term stands among tokens, and how to tell from the bare text that it cannot.
 *
 * @module
 */
import type { QueryTerm, TermAlternative } from "../../base/text/query_terms.ts";
import type { Token } from "../../base/text/tokenise.ts";

/**
 * Returns a text that stands in lower-case text wherever a word with this token does. Stems share all but their last
 * character with the words they come from ("happi" with "happy").
 */
export function probeOf(token: string): string {
  const isStem = token.length > 2 && /^[a-z]+$/.test(token);
  return isStem ? token.slice(0, -1) : token;
}

/** Returns whether tokens hold an alternative: its tokens side by side in its column. */
export function holds(tokens: readonly Token[], { column, phrase }: TermAlternative): boolean {
  const [first, ...rest] = phrase;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || token.text !== first || columnOf(token) !== column) continue;
    if (rest.length === 0 || follows(tokens, at, { column, phrase })) return true;
  }
  return false;
}

function follows(tokens: readonly Token[], from: number, { column, phrase }: TermAlternative): boolean {
  let wanted = 1;
  for (let at = from + 1; at < tokens.length && wanted < phrase.length; at++) {
    const token = tokens[at];
    if (token === undefined || columnOf(token) !== column) continue;
    if (token.text !== phrase[wanted]) return false;
    wanted++;
  }
  return wanted === phrase.length;
}

function columnOf(token: Token): TermAlternative["column"] {
  return token.kind === "part" || token.kind === "char" ? "parts" : "body";
}

/** Returns a function that gives the UTF-16 offset of the first term on a line, about; 0 if none is there. */
export function firstMatch(terms: readonly QueryTerm[]): (line: string) => number {
  const probes = terms.flatMap((term) => term.alternatives.flatMap((way) => way.phrase.slice(0, 1).map(probeOf)));
  return (line) => {
    const lower = line.toLowerCase();
    const places = probes.map((probe) => lower.indexOf(probe)).filter((at) => at >= 0);
    return places.length === 0 ? 0 : Math.min(...places);
  };
}
