/**
 * What a question puts between double quotes.
 *
 * @module
 */

/** Returns the texts between pairs of `"` or of `“` and `”`, in order; a quote without its pair is text. */
export function quotedPhrases(query: string): string[] {
  const phrases: string[] = [];
  for (let at = 0; at < query.length; at++) {
    const close = CLOSING[query.charAt(at)];
    if (close === undefined) continue;
    const end = query.indexOf(close, at + 1);
    if (end < 0) continue;
    phrases.push(query.slice(at + 1, end));
    at = end;
  }
  return phrases;
}

const CLOSING: Readonly<Record<string, string>> = { '"': '"', "\uff02": "\uff02", "\u201c": "\u201d" };
