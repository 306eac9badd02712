/**
 * The column of a chunk that says what is embedded of it.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import type { PieceSpan } from "./chunks.ts";

/** Returns spans as the column holds them. */
export function writeSpans(spans: readonly PieceSpan[]): string {
  return JSON.stringify(spans.map(({ start, end, startLine, endLine }) => [start, end, startLine, endLine]));
}

/** Returns the spans of a column. @throws {MemoryError} defect, for anything that {@linkcode writeSpans} does not write */
export function readSpans(column: string): PieceSpan[] {
  const value: unknown = JSON.parse(column);
  if (!Array.isArray(value)) throw unreadable(column);
  return value.map((span: unknown) => {
    if (!Array.isArray(span) || !span.every((each) => typeof each === "number")) throw unreadable(column);
    const [start = 0, end = 0, startLine = 1, endLine = 1] = span;
    return { start, end, startLine, endLine };
  });
}

function unreadable(column: string): MemoryError {
  return new MemoryError(`Cannot read the column value "${column}": it should be a list of pieces`, { kind: "defect" });
}
