/**
 * The tags around everything that is handed to an agent (SPEC 4.7), and how what stands between them is dropped when it
 * comes back: it is nobody's statement.
 *
 * @module
 */

/** Name of the tag. */
export const FENCE_TAG = "memory-data";

/**
 * Returns a text without the spans that were handed out. A span without an end goes on to the end of the text; an end
 * without a beginning is left out as well.
 */
export function withoutMemoryData(text: string): string {
  if (!text.includes(FENCE_TAG)) return text;
  return text.replace(SPAN, "\n").replace(LONE_END, "\n");
}

const SPAN = new RegExp(`<${FENCE_TAG}(?=[\\s>])[^]*?(?:</${FENCE_TAG}>|$)`, "g");
const LONE_END = new RegExp(`</?${FENCE_TAG}\\s*>`, "g");
