/**
 * YAML at the head of a file.
 *
 * @module
 */

/**
 * Returns the number of lines of front matter, markers included; 0 if there is none. It begins on line 1 with `---`, is
 * closed by `---` or `...`, and holds keys; a thematic break on line 1 is followed by prose. The YAML need not be valid:
 * nothing reads it.
 */
export function frontMatterEnd(rows: readonly string[]): number {
  if ((rows[0] ?? "").replace(/^\ufeff/, "").trimEnd() !== "---") return 0;
  let hasKey = false;
  for (let at = 1; at < rows.length; at++) {
    const row = rows[at] ?? "";
    if (/^(?:---|\.\.\.)$/.test(row.trimEnd())) return hasKey ? at + 1 : 0;
    if (key().test(row)) hasKey = true;
    else if (!hasKey && !IGNORED.test(row)) return 0;
    else if (!INNER.test(row)) return 0;
  }
  return 0;
}

/** `name:` at the start of a line, with a blank or nothing behind the colon. */
const key = (): RegExp => /^["']?[\p{L}\p{N}_.-]{1,64}["']?[ \t]*:(?:[ \t]|$)/u;
/** A blank line or a remark: may stand before the first key. */
const IGNORED = /^[ \t]*(?:#|$)/;
/** What may stand under a key: a list item, an indented line, a closing bracket. */
const INNER = /^(?:[ \t]|#|-(?:[ \t]|$)|[\]}]|$)/;
