/**
 * The block of triggered entries (SPEC 9.2): one frame, whole entries only.
 *
 * @module
 */
import { codePoints } from "../../base/text/measure.ts";
import { harmless } from "../bootstrap/injected_copy.ts";
import { escapeFence, fence, fenceOverhead } from "../fence.ts";
import { citationOf } from "../search/hit.ts";
import type { TriggeredEntry } from "../turn.ts";

/** What the opening tag says of the source. */
const SOURCE = "MEMORY.md and USER.md, entries for this message";

/** Returns the line or lines of an entry inside the frame, with its citation. */
export function printTriggered({ path, startLine, endLine, text }: Pick<
  TriggeredEntry,
  "path" | "startLine" | "endLine" | "text"
>): string {
  return `- ${harmless(text).replaceAll("\n", "\n  ")} (${escapeFence(citationOf(path, startLine, endLine))})`;
}

/** Returns the chars of a block with those printed entries. */
export function blockChars(printed: readonly string[]): number {
  const text = printed.join("\n");
  return printed.length === 0 ? 0 : fenceOverhead(SOURCE) + codePoints(text);
}

/** Returns the block, or an empty text for no entries. */
export function triggerBlock(printed: readonly string[]): string {
  return printed.length === 0 ? "" : fence(printed.join("\n"), SOURCE);
}
