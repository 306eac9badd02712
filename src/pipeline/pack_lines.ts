/**
 * Packs lines into groups within a budget of model tokens.
 *
 * @module
 */
import { estimateTokens } from "../base/text/measure.ts";
import type { AnnotatedLine } from "./annotate.ts";
import { splitLine } from "./split_line.ts";

/** Model tokens of a chunk, at most (SPEC 5, step 5). */
export const CHUNK_TOKENS = 400;

/** A line, or a piece of a line that alone is over the budget. */
export interface PackedUnit {
  /** The line it is, or is a piece of. */
  readonly source: AnnotatedLine;
  /** The line's text, or a part of it. */
  readonly text: string;
  /** Model tokens with the line end. */
  readonly tokens: number;
}

/**
 * Returns groups of neighbouring lines with at most {@linkcode CHUNK_TOKENS} tokens each. A group begins with the last
 * lines of the one before as far as they have 80 tokens and the next line still fits. Each group holds a line that is not
 * blank and that no earlier group holds, and neither begins nor ends with a blank one.
 */
export function packLines(lines: readonly AnnotatedLine[]): PackedUnit[][] {
  const groups: PackedUnit[][] = [];
  let held: PackedUnit[] = [];
  let tokens = 0;
  let hasNew = false;
  for (const unit of unitsOf(lines)) {
    if (tokens + unit.tokens > CHUNK_TOKENS) {
      if (hasNew) groups.push(withoutBlankEdges(held));
      // Without a new line the group holds an overlap and a great many blank lines.
      held = hasNew ? overlapOf(held, CHUNK_TOKENS - unit.tokens) : [];
      tokens = held.reduce((sum, one) => sum + one.tokens, 0);
      hasNew = false;
    }
    held.push(unit);
    tokens += unit.tokens;
    hasNew ||= !isBlank(unit);
  }
  if (hasNew) groups.push(withoutBlankEdges(held));
  return groups;
}

/** Returns the text of a group: lines joined by `\n`, pieces of one line joined as they were. */
export function textOf(units: readonly PackedUnit[]): string {
  return units.reduce((text, unit, index) => {
    const before = units[index - 1];
    if (before === undefined) return unit.text;
    return before.source === unit.source ? text + unit.text : `${text}\n${unit.text}`;
  }, "");
}

/** Returns the lines of a group that are not blank, each once. */
export function linesOf(units: readonly PackedUnit[]): AnnotatedLine[] {
  return [...new Set(units.filter((unit) => !isBlank(unit)).map((unit) => unit.source))];
}

/** Tokens that a group repeats from the one before, at most (SPEC 5, step 5). */
const OVERLAP_TOKENS = 80;
/** A line end is one Latin character, a quarter of a token. */
const LINE_END_TOKENS = 0.25;

function unitsOf(lines: readonly AnnotatedLine[]): PackedUnit[] {
  return lines.flatMap((source) => {
    const tokens = estimateTokens(source.text) + LINE_END_TOKENS;
    if (tokens <= CHUNK_TOKENS) return [{ source, text: source.text, tokens }];
    return splitLine(source.text, CHUNK_TOKENS - 1).map((text) => {
      return { source, text, tokens: estimateTokens(text) + LINE_END_TOKENS };
    });
  });
}

function overlapOf(units: readonly PackedUnit[], room: number): PackedUnit[] {
  const limit = Math.min(OVERLAP_TOKENS, room);
  let start = units.length;
  let tokens = 0;
  while (start > 0 && tokens + (units[start - 1]?.tokens ?? 0) <= limit) tokens += units[--start]?.tokens ?? 0;
  return units.slice(start);
}

function withoutBlankEdges(units: readonly PackedUnit[]): PackedUnit[] {
  let start = 0;
  let end = units.length;
  while (start < end && isBlank(units[start])) start++;
  while (end > start && isBlank(units[end - 1])) end--;
  return units.slice(start, end);
}

function isBlank(unit: PackedUnit | undefined): boolean {
  return unit === undefined || unit.text.trim() === "";
}
