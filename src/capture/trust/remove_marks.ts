/**
 * Takes the marks of untrusted origin off some lines of a file and keeps every other byte.
 *
 * @module
 */
import { withoutUntrustedMark } from "../../provenance/mark.ts";

/** A text without the marks of some lines. */
export interface LinesWithoutMarks {
  /** The whole text. */
  readonly text: string;
  /** The numbers that those lines have now, 1-based; a line that held nothing but a mark is gone. */
  readonly lines: readonly number[];
}

/** Returns the text without the marks in some spans of lines, which do not overlap. */
export function removeMarks(
  text: string,
  spans: readonly { readonly startLine: number; readonly endLine: number }[],
): LinesWithoutMarks {
  const rows = text.split("\n");
  const kept: string[] = [];
  const lines: number[] = [];
  let next = 0;
  for (const { startLine, endLine } of joined(spans)) {
    kept.push(...rows.slice(next, startLine - 1));
    const before = rows.slice(startLine - 1, endLine);
    const after = withoutUntrustedMark(before.join("\n")).split("\n");
    const had = new Set(before.filter((row) => row.trim() === ""));
    for (const row of after) {
      if (row.trim() === "" && !had.has(row)) continue;
      kept.push(row);
      lines.push(kept.length);
    }
    next = endLine;
  }
  return { text: [...kept, ...rows.slice(next)].join("\n"), lines };
}

/** Neighbouring spans as one: a mark may be wrapped from one onto the next. */
function joined(spans: readonly { readonly startLine: number; readonly endLine: number }[]) {
  const runs: { startLine: number; endLine: number }[] = [];
  for (const { startLine, endLine } of [...spans].sort((a, b) => a.startLine - b.startLine)) {
    const last = runs.at(-1);
    if (last !== undefined && startLine <= last.endLine + 1) last.endLine = Math.max(last.endLine, endLine);
    else runs.push({ startLine, endLine });
  }
  return runs;
}
