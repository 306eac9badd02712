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
  const comment = raw.indexOf("<!--");
  // Nearly all entries end in annotations, which the text has not: nothing is left to be looked for.
  if (comment < 0 || (!text.includes("<!--") && endsInComments(raw, comment))) return text;
  return parseCurated(visibleMarkdown(raw)).entries.map((entry) => entry.text).join("\n");
}

/** Whether an entry is one line: words first, then comments to its end. */
function endsInComments(raw: string, comment: number): boolean {
  return /[\p{L}\p{N}]/u.test(raw.slice(0, comment)) && /^(?:<!--[^<>\n]*-->[ \t]*)+\r?\n?$/.test(raw.slice(comment)) &&
    !raw.slice(0, comment).includes("\n");
}

/** Returns a text of Markdown without the lines and parts of lines that a comment hides. */
export function visibleMarkdown(text: string): string {
  return visibleLines(scanMarkdown(text, { hasManagedBlocks: false })).filter((line) => line !== null).join("\n");
}
