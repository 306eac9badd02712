/**
 * What a person sees of an entry: no comment, and what a comment hides neither. What a person does not see is not put before
 * an agent.
 *
 * @module
 */
import { type CuratedEntry, parseCurated } from "../workspace/curated.ts";
import { scanMarkdown } from "../workspace/scan_markdown.ts";
import { visibleLines } from "../workspace/visible_lines.ts";

/** Returns the text of an entry without any comment; empty if all of it stands in one. */
export function visibleEntry({ raw, text }: Pick<CuratedEntry, "raw" | "text">): string {
  if (!raw.includes("<!--")) return text;
  return parseCurated(visibleMarkdown(raw)).entries.map((entry) => entry.text).join("\n");
}

/** Returns a text of Markdown without the lines and parts of lines that a comment hides. */
export function visibleMarkdown(text: string): string {
  return visibleLines(scanMarkdown(text, { hasManagedBlocks: false })).filter((line) => line !== null).join("\n");
}
