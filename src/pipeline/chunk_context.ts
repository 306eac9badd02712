/**
 * What a chunk's text does not say but a question may ask for.
 *
 * @module
 */
import type { LocalDay } from "../base/clock.ts";
import type { MarkdownLine } from "../workspace/markdown_line.ts";

/**
 * Returns the day and the titles of the headings above a line, as in `2026-08-19 Gateway > Ports`; empty if there are
 * none. A heading's own title is left out (it stands in the text), as is one that only repeats the day.
 */
export function chunkContext(day: LocalDay | null, first: MarkdownLine | undefined): string {
  const above = first?.kind === "heading" ? first.headings.slice(0, -1) : first?.headings ?? [];
  const titles = above.filter((title) => title !== "" && title !== day).join(" > ");
  return day === null ? titles : `${day} ${titles}`.trimEnd();
}
