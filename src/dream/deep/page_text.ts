/**
 * How text is shown on a page of `DREAMS.md`.
 *
 * @module
 */
import { escapeHidden } from "../../base/text/display.ts";
import { cutCodePoints } from "../../base/text/measure.ts";

/** Longest text of a claim on the page, in chars: enough to know it again. */
const TEXT_CHARS = 300;

/**
 * Returns a claim on one line, hidden characters written out, comment signs broken so that no text looks like a mark of
 * ours.
 */
export function shown(text: string): string {
  const line = escapeHidden(text.replace(/\s+/g, " ").trim()).replace(/<!--/g, "<! --").replace(/-->/g, "-- >");
  const cut = cutCodePoints(line, TEXT_CHARS);
  return cut.length < line.length ? `${cut}…` : cut;
}

/** Returns lines in a code fence that none of them closes, marked as a diff. */
export function diffBlock(lines: readonly string[]): string[] {
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return ["### Change in MEMORY.md", "", `${fence}diff`, ...lines, fence];
}

/** Returns a count with its noun. */
export function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns a place as a person reads it: one line has one number. */
export function shownPlace(place: string): string {
  return shown(place.replace(/#L(\d+)-L\1$/, "#L$1"));
}
