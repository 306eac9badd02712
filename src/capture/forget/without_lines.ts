/**
 * A text without some of its lines; every other byte stays.
 *
 * @module
 */

/**
 * Returns the text without the lines of the given 1-based numbers, with their line ends. Lines of `instead` are replaced.
 *
 * @param instead by the number of the line, without line end
 */
export function withoutLines(
  text: string,
  numbers: ReadonlySet<number>,
  instead: ReadonlyMap<number, string> = new Map(),
): string {
  let rest = "";
  let number = 0;
  for (let at = 0; at < text.length;) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found + 1;
    number++;
    const line = instead.get(number);
    if (line !== undefined) rest += line + lineEnd(text, at, end);
    else if (!numbers.has(number)) rest += text.slice(at, end);
    at = end;
  }
  return rest;
}

function lineEnd(text: string, start: number, end: number): string {
  return /\r?\n$/.exec(text.slice(start, end))?.[0] ?? "";
}
