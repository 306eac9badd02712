/**
 * The mark that travels with a line of untrusted origin (SPEC 4.3). It can only lower trust, so it is honoured in every
 * file, on every machine and wherever on the line it stands, code included.
 *
 * @module
 */

/**
 * Returns whether a line, or any line of an entry, carries the mark; blanks and case do not matter. A mark that the end of
 * a line cuts off counts too: an editor may have wrapped it.
 */
export function hasUntrustedMark(line: string): boolean {
  return /<!--\s*origin\s*(?:$|:\s*(?:untrusted\s*(?:-->|$)|$))/im.test(line);
}

/**
 * Returns a text without the marks in it and without the blanks before each; a mark that is wrapped over two lines takes
 * the line end with it. One that is cut off and goes on nowhere stays.
 */
export function withoutUntrustedMark(text: string): string {
  return text.replace(/[ \t]*<!--\s*origin\s*:\s*untrusted\s*-->/gi, "");
}
