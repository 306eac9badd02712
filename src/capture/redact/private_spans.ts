/**
 * What a person marks as private: `<private>…</private>`. It is stored nowhere, whatever the settings say.
 *
 * @module
 */
import type { Finding, Search } from "./finding.ts";
import { foldWidth } from "../../base/text/fold_width.ts";

/** How it is named where it stood, and counted. */
export const PRIVATE_KIND = "private";

/**
 * Whole elements with their marks; in any case, with attributes, one in another. One that nobody closed goes on to the end:
 * of what follows nobody can say that it is meant for others.
 */
export const PRIVATE_SPANS: Search = {
  mayFind: (text) => MAY_BEGIN.test(text),
  find(text) {
    const findings: Finding[] = [];
    let depth = 0;
    let start = 0;
    for (const match of text.matchAll(MARK)) {
      const isEnd = match.groups?.["end"] !== undefined;
      if (!isEnd) {
        if (depth === 0) start = match.index;
        depth++;
      } else if (depth > 0) {
        depth--;
        if (depth === 0) findings.push({ start, end: match.index + match[0].length, kind: PRIVATE_KIND });
      }
    }
    if (depth > 0) findings.push({ start, end: text.length, kind: PRIVATE_KIND });
    return findings;
  },
};

/**
 * Returns a text in which nothing is left between the marks. The marks stay, empty, so that a text can be cut into parts
 * and {@linkcode PRIVATE_SPANS} still finds and counts what was there.
 */
export function emptyPrivate(text: string): string {
  const folded = foldWidth(text);
  if (!PRIVATE_SPANS.mayFind(folded)) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of PRIVATE_SPANS.find(folded)) {
    parts.push(text.slice(from, start), EMPTY);
    from = end;
  }
  return parts.join("") + text.slice(from);
}

const EMPTY = "<private></private>";

const MAY_BEGIN = /(?:<|&lt;)\s{0,8}private(?![\p{L}\p{N}_-])/iu;
/** An end without its `>` ends nothing; a beginning without it begins. Blanks and attributes are bounded, for linear time. */
const MARK =
  /(?:<|&lt;)\s{0,8}(?:(?<end>\/)\s{0,8}private\s{0,8}(?:>|&gt;)|private(?![\p{L}\p{N}_-])(?:[^<>\n]{0,200}?(?:>|&gt;))?)/giu;
