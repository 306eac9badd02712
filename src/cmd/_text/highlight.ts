import type { QueryTerm } from "../../base/text/query_terms.ts";
import { tokenise } from "../../base/text/tokenise.ts";

/** Returns a text with every word painted that answers one of the terms. */
export function highlight(text: string, terms: readonly QueryTerm[], paint: (word: string) => string): string {
  const wanted = new Set(terms.flatMap(({ alternatives }) => alternatives.flatMap(({ phrase }) => phrase)));
  let shown = "";
  let at = 0;
  for (const { start, end } of mergedRanges(text, wanted)) {
    shown += text.slice(at, start) + paint(text.slice(start, end));
    at = end;
  }
  return shown + text.slice(at);
}

/** An identifier and its parts, or two bigrams, may overlap: together they are one range. */
function mergedRanges(text: string, wanted: ReadonlySet<string>): { start: number; end: number }[] {
  const hits = tokenise(text).filter((token) => wanted.has(token.text)).sort((a, b) => a.start - b.start);
  const ranges: { start: number; end: number }[] = [];
  for (const { start, end } of hits) {
    const open = ranges.at(-1);
    if (open !== undefined && start <= open.end) open.end = Math.max(open.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}
