/**
 * Code that is set off by four blanks.
 *
 * @module
 */
import { bulletOf } from "./line_shape.ts";
import type { LineKind } from "./markdown_line.ts";

/**
 * Marks the lines of indented code. Only what stands outside of any list counts: below a list item four blanks are a
 * child or a wrapped line of it, and notes are full of those. An item is never code.
 *
 * @param kinds what larger blocks decided; lines without a kind are looked at
 */
export function markIndentedCode(rows: readonly string[], kinds: (LineKind | undefined)[]): void {
  if (!rows.some((row, at) => kinds[at] === undefined && INDENTED.test(row))) return;
  let isInList = false;
  // Code needs a blank line, a heading or the start of the text before it: after prose it is a wrapped line.
  let mayBegin = true;
  for (const [at, row] of rows.entries()) {
    if (kinds[at] !== undefined) {
      isInList &&= kinds[at] === "comment";
      mayBegin = true;
    } else if (row.trim() === "") {
      mayBegin = true;
    } else if (bulletOf(row.trim()) !== null) {
      // However far it is set off: people and agents indent whole lists.
      isInList = true;
      mayBegin = false;
    } else if (INDENTED.test(row)) {
      if (mayBegin && !isInList) kinds[at] = "code";
    } else {
      // Prose directly below an item, or set off a little, belongs to it.
      isInList &&= !mayBegin || /^\s/.test(row);
      mayBegin = row.startsWith("#");
    }
  }
}

const INDENTED = /^(?: {4}| {0,3}\t)/;
