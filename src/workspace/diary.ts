/**
 * The diary of a local day (SPEC 3): its path, its header and the form of its lines.
 *
 * @module
 */
import type { LocalDay } from "../base/clock.ts";
import { pathRule } from "../provenance/tier.ts";
import { type Annotations, formatAnnotations } from "./annotation.ts";
import { MEMORY_DIR } from "./layout.ts";

/** Returns the workspace-relative path of a day's diary. */
export function diaryPath(day: LocalDay): string {
  return `${MEMORY_DIR}/${day}.md`;
}

/** Returns what a new diary begins with. */
export function diaryHeader(day: LocalDay): string {
  return `# ${day}\n\n`;
}

/**
 * Returns whether a line is a heading that holds a day and nothing else. It states nothing, so it has no origin: it
 * neither lowers what stands below it nor counts as a line that nobody booked.
 */
export function isDayHeading(line: string): boolean {
  return line.startsWith("#") && /^#{1,6}[ \t]*\d{4}-\d{2}-\d{2}[ \t]*$/.test(line);
}

/**
 * Returns one bullet without a line end.
 *
 * @param text one line, without annotations
 */
export function formatDiaryLine(text: string, annotations: Partial<Annotations>): string {
  const trailer = formatAnnotations(annotations);
  return trailer === "" ? `- ${text}` : `- ${text} ${trailer}`;
}

/** Returns whether a path is a dated note of the workspace itself, at any depth; imports and transcripts are none. */
export function isDiaryPath(path: string): boolean {
  const rule = pathRule(path);
  return rule.day !== null && !rule.isImport && !rule.isSession;
}
