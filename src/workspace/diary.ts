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
 * Returns one bullet without a line end.
 *
 * @param text one line, without annotations
 */
export function formatDiaryLine(text: string, annotations: Partial<Annotations>): string {
  const trailer = formatAnnotations(annotations);
  return trailer === "" ? `- ${text}` : `- ${text} ${trailer}`;
}

/** Returns whether a path is a dated note of the workspace itself, at any depth; imports are none. */
export function isDiaryPath(path: string): boolean {
  const rule = pathRule(path);
  return rule.day !== null && !rule.isImport;
}
