/**
 * Which terms of a question stand in a text. Tokenising every line of every candidate would cost more than the whole
 * rest of a search; most words can be ruled out by a plain substring test, and only the few that pass go through the
 * tokeniser, so the answer is the same.
 *
 * @module
 */
import type { QueryTerm, TermAlternative } from "../../base/text/query_terms.ts";
import { StemMemo } from "../../base/text/stem.ts";
import { type Token, tokenise } from "../../base/text/tokenise.ts";

/** Returns the places (indices) of the terms that a text holds, in ascending order. */
export type TermFinder = (text: string) => readonly number[];

/** Returns a finder for the terms of one question; it remembers words it has seen. */
export function termFinder(terms: readonly QueryTerm[]): TermFinder {
  const probes = terms.map((term) => term.alternatives.map((way) => way.phrase.map(probeOf)));
  const memo = new StemMemo();
  const seen = new Map<string, readonly Token[]>();
  const tokensOf = (run: string) => {
    const known = seen.get(run);
    if (known !== undefined) return known;
    if (seen.size >= MAX_REMEMBERED) seen.clear();
    const tokens = tokenise(run, memo);
    seen.set(run, tokens);
    return tokens;
  };
  return (text) => {
    const whole = text.normalize("NFKC");
    const lower = whole.toLowerCase();
    const found: number[] = [];
    for (const [at, term] of terms.entries()) {
      const isFound = term.alternatives.some((way, index) => {
        const wanted = probes[at]?.[index] ?? [];
        if (!wanted.every((probe) => lower.includes(probe))) return false;
        // Where lower-casing changed the length, offsets into `lower` say nothing about `whole`.
        const isLocal = wanted.length === 1 && lower.length === whole.length;
        const runs = isLocal ? runsWith(whole, lower, wanted.join("")) : [whole];
        return runs.some((run) => holds(tokensOf(run), way));
      });
      if (isFound) found.push(at);
    }
    return found;
  };
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

/**
 * Returns a text that stands in lower-case text wherever a word with this token does. Stems share all but their last
 * character with the words they come from ("happi" with "happy").
 */
export function probeOf(token: string): string {
  const isStem = token.length > 2 && /^[a-z]+$/.test(token);
  return isStem ? token.slice(0, -1) : token;
}

/** Words that were taken apart are kept for the next line; a text with more different ones than this starts anew. */
const MAX_REMEMBERED = 4_000;

/** Returns the blank-to-blank runs of `whole` in which `probe` stands. */
function* runsWith(whole: string, lower: string, probe: string): Generator<string> {
  for (let at = lower.indexOf(probe); at !== -1;) {
    const start = edge(whole, at, -1);
    const end = edge(whole, at + probe.length - 1, 1);
    yield whole.slice(start, end);
    at = lower.indexOf(probe, end);
  }
}

/** Returns the offset of the blank before (exclusive) or after `at`. */
function edge(text: string, at: number, step: 1 | -1): number {
  let to = at;
  while (to >= 0 && to < text.length && !isBlank(text.charCodeAt(to))) to += step;
  return step === 1 ? to : to + 1;
}

/** Space, tab, line ends, and the ideographic space: what no token spans. */
function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0x3000;
}

/** Returns whether tokens hold an alternative: its tokens side by side in its column. */
function holds(tokens: readonly Token[], way: TermAlternative): boolean {
  const column = tokens.filter((token) =>
    (token.kind === "part" || token.kind === "char") === (way.column === "parts")
  );
  const [first, ...rest] = way.phrase;
  return column.some((token, at) =>
    token.text === first && rest.every((text, step) => column[at + step + 1]?.text === text)
  );
}
