/**
 * Which entries of a curated file are shown when not all of them fit.
 *
 * @module
 */
import { DAY_MS } from "../../base/clock.ts";
import { codePoints } from "../../base/text/measure.ts";
import type { CuratedEntry } from "../../workspace/curated.ts";

/** A heading as it would be printed. */
export interface PrintedHeading {
  /** With its `#` marks, harmless. */
  readonly text: string;
  /** 1-based, in the file. */
  readonly startLine: number;
}

/** An entry as it would be printed. */
export interface PrintedEntry {
  /** The entry in the file. */
  readonly entry: CuratedEntry;
  /** Without annotations, harmless. */
  readonly text: string;
  /** The headings that it stands under, outermost first. */
  readonly headings: readonly PrintedHeading[];
}

/** What the order depends on beside the entries. */
export interface ChoiceContext {
  /** When each entry was last recalled or triggered, by its key, ISO 8601. */
  readonly lastUses: ReadonlyMap<string, string>;
  /** The present moment, in milliseconds since the epoch. */
  readonly nowMs: number;
  /** How far back a use counts. */
  readonly recentUseDays: number;
}

/** An entry without importance stands in the middle, as its multiplier in search is neutral (SPEC 6). */
const NEUTRAL_IMPORTANCE = 5;
/** Chars between an entry or heading and what stands before it, at most: a blank line. */
export const SEPARATOR_CHARS = 2;

/**
 * Returns the entries that fit into `roomChars` with their headings, whole ones only: those of an active project first,
 * then those used lately, then by importance, then the newest. One that does not fit makes room for the next.
 */
export function chooseEntries(
  entries: readonly PrintedEntry[],
  roomChars: number,
  context: ChoiceContext,
): Set<PrintedEntry> {
  const chosen = new Set<PrintedEntry>();
  const headings = new Set<PrintedHeading>();
  let left = roomChars;
  for (const printed of [...entries].sort((a, b) => compare(a.entry, b.entry, context))) {
    const added = [printed, ...printed.headings.filter((heading) => !headings.has(heading))];
    const cost = added.reduce((sum, { text }) => sum + codePoints(text) + SEPARATOR_CHARS, 0);
    if (cost > left) continue;
    left -= cost;
    chosen.add(printed);
    for (const heading of printed.headings) headings.add(heading);
  }
  return chosen;
}

function compare(a: CuratedEntry, b: CuratedEntry, context: ChoiceContext): number {
  return Number(hasProject(b)) - Number(hasProject(a)) ||
    Number(isUsed(b, context)) - Number(isUsed(a, context)) ||
    importanceOf(b) - importanceOf(a) ||
    newestFirst(a.annotations.observed ?? "", b.annotations.observed ?? "") ||
    b.startLine - a.startLine;
}

/** Entries of projects that are not active are not among those to choose from. */
function hasProject(entry: CuratedEntry): boolean {
  return Array.isArray(entry.annotations.projects) && entry.annotations.projects.length > 0;
}

function isUsed(entry: CuratedEntry, { lastUses, nowMs, recentUseDays }: ChoiceContext): boolean {
  const last = lastUses.get(entry.key);
  return last !== undefined && nowMs - Date.parse(last) <= recentUseDays * DAY_MS;
}

function importanceOf(entry: CuratedEntry): number {
  return entry.annotations.importance ?? NEUTRAL_IMPORTANCE;
}

/** Orders days downwards; an entry without one counts as older than any. */
function newestFirst(a: string, b: string): number {
  return a === b ? 0 : a < b ? 1 : -1;
}
