/**
 * Rows of pipe tables.
 *
 * @module
 */
import type { LineKind } from "./markdown_line.ts";

/**
 * Sets the kind of table rows among lines that are text so far: lines that begin with `|` and hold another, the header
 * above a delimiter row (`--- | ---`), and the rows below it that hold a `|`.
 */
export function markTables(rows: readonly string[], kinds: LineKind[]): void {
  let isInTable = false;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? "";
    const isRow = kinds[at] === "text" && row.includes("|");
    if (isRow && isDelimiterRow(row)) {
      isInTable = true;
      if (kinds[at - 1] === "text" && (rows[at - 1] ?? "").includes("|")) kinds[at - 1] = "table";
    }
    if (!isRow) isInTable = false;
    else if (isInTable || isPipedRow(row)) kinds[at] = "table";
  }
}

function isPipedRow(row: string): boolean {
  const text = row.trim();
  return text.startsWith("|") && text.indexOf("|", 1) > 0;
}

/** Cells of dashes, with colons for alignment. */
function isDelimiterRow(row: string): boolean {
  const cells = row.split("|").map((cell) => cell.trim()).filter((cell) => cell !== "");
  return cells.length > 0 && cells.every((cell) => /^:?-+:?$/.test(cell));
}
