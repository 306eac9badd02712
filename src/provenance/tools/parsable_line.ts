/**
 * Bounds of the shell lines that are parsed (SPEC 4.5): what cannot be seen through reads from outside.
 *
 * @module
 */

/** A longer line is a script, which is not looked through. In UTF-16 units. */
const MOST_SOURCE = 40_000;
/** Brackets in brackets: the time of the parser grows with the square of their number. */
const MOST_DEPTH = 150;
/** Returns whether a line is short and plain enough to be parsed at once; a hook may not be kept busy until its client gives up. */
export function isParsable(source: string): boolean {
  if (source.length > MOST_SOURCE) return false;
  let depth = 0;
  for (const unit of source) {
    if (unit === "(" || unit === "{") depth++;
    else if (unit === ")" || unit === "}") depth = Math.max(0, depth - 1);
    if (depth > MOST_DEPTH) return false;
  }
  return true;
}
