import { codePoints } from "../../base/text/measure.ts";

/** Blanks between two columns. */
const GAP = "  ";

/**
 * Returns rows of cells as lines whose columns stand under each other; the last column is not padded.
 *
 * @param numeric columns, counted from 0, that are aligned at their right end
 */
export function alignRows(rows: readonly (readonly string[])[], numeric: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => widths[at] = Math.max(widths[at] ?? 0, cellWidth(cell)));
  return rows.map((row) =>
    row.map((cell, at) => {
      const blanks = " ".repeat((widths[at] ?? 0) - cellWidth(cell));
      return numeric.includes(at) ? blanks + cell : at === row.length - 1 ? cell : cell + blanks;
    }).join(GAP).trimEnd()
  );
}

/** Escape sequences of colour take no room. */
const COLOUR = /\p{Cc}\[\d+m/gu;
/** Characters that terminals draw two columns wide: CJK, kana, hangul, full-width forms. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

function cellWidth(cell: string): number {
  const bare = cell.replace(COLOUR, "");
  return codePoints(bare) + (bare.match(WIDE)?.length ?? 0);
}
