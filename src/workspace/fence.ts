/**
 * Code fences.
 *
 * @module
 */

/** A line of backticks or tildes. */
export interface FenceMarker {
  /** What the fence is made of; only the same sign closes it. */
  readonly sign: "`" | "~";
  /** 3 to 16. */
  readonly length: number;
  /** Stands in a quotation. */
  readonly isQuoted: boolean;
  /** Nothing stands behind the signs: such a line can close a fence. */
  readonly isBare: boolean;
}

/** Returns the fence marker that a line is, at any depth and also as the text of a list item, or `null`. */
export function fenceMarker(line: string): FenceMarker | null {
  if (!line.includes("```") && !line.includes("~~~")) return null;
  const match = FENCE.exec(line);
  if (match === null) return null;
  const [, quote = "", bullet, signs = "", info = ""] = match;
  const sign = signs.startsWith("`") ? "`" : "~";
  // Three backticks that close on their own line are a code span.
  if (sign === "`" && info.includes("`")) return null;
  return {
    sign,
    length: signs.length,
    isQuoted: quote.includes(">"),
    isBare: bullet === undefined && info.trim() === "",
  };
}

/**
 * Returns the line that closes the fence opened at `at`, or `null` if none does.
 *
 * A fence is closed by as many of its signs or more with nothing behind them. Where another fence of the same signs and
 * length is opened first (with a language behind it), this one has lost its end; its line is then text, and so is what
 * follows, as with a fence that is open at the end of the file. Diaries with an odd number of fences lose no day that way.
 */
export function fenceEnd(rows: readonly string[], at: number, opened: FenceMarker): number | null {
  for (let next = at + 1; next < rows.length; next++) {
    const marker = fenceMarker(rows[next] ?? "");
    if (marker === null || marker.sign !== opened.sign || marker.isQuoted !== opened.isQuoted) continue;
    if (marker.isBare && marker.length >= opened.length) return next;
    if (!marker.isBare && marker.length === opened.length) return null;
  }
  return null;
}

/**
 * Quotation, list marker, signs, language. More than 16 signs are no fence: with few lengths to look for, a file of
 * fences that never close is still read in linear time.
 */
const FENCE = /^([\s>]{0,64})([-*+][ \t]+|\d{1,3}[.)][ \t]+)?(`{3,16}|~{3,16})(?![`~])(.*)$/s;
