/**
 * What a question puts between double quotes.
 *
 * @module
 */

/** A stretch of a question. */
export interface QueryPart {
  /** Without quotes. */
  readonly text: string;
  /** Stood between a pair of double quotes. */
  readonly isQuoted: boolean;
}

/** Returns a question cut at pairs of `"` or of `“` and `”`, in order; a quote without its pair is text. */
export function queryParts(query: string): QueryPart[] {
  const parts: QueryPart[] = [];
  let from = 0;
  for (let at = 0; at < query.length; at++) {
    const close = CLOSING[query.charAt(at)];
    const end = close === undefined ? -1 : query.indexOf(close, at + 1);
    if (end < 0) continue;
    parts.push({ text: query.slice(from, at), isQuoted: false }, { text: query.slice(at + 1, end), isQuoted: true });
    from = end + 1;
    at = end;
  }
  parts.push({ text: query.slice(from), isQuoted: false });
  return parts;
}

const CLOSING: Readonly<Record<string, string>> = { '"': '"', "\uff02": "\uff02", "\u201c": "\u201d" };
