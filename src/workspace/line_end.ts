/**
 * How a text ends its lines.
 *
 * @module
 */

/** Returns the line end that most lines of a text have; `\n` if it has none, or as many of both. */
export function lineEndOf(text: string): "\n" | "\r\n" {
  let all = 0;
  let crlf = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    all++;
    if (text[at - 1] === "\r") crlf++;
  }
  return crlf * 2 > all ? "\r\n" : "\n";
}
