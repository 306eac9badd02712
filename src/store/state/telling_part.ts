/**
 * How much of a line a tainted text has to be (SPEC 4.3).
 *
 * @module
 */
import { copyWidth, LEAST_COPY_WIDTH } from "./copy_text.ts";

/** Separate items are taken together only from this width on: two short ones may stand side by side in some sentence. */
export const LEAST_WIDTH_OF_ITEMS = 2 * LEAST_COPY_WIDTH;

/**
 * A line that holds a text shorter than {@linkcode LEAST_WIDTH_OF_ITEMS}, a few words that may stand in any sentence, is a
 * copy only if so much of it is that text, or if the text is a sentence of it.
 */
const LEAST_SHARE_OF_LINE = 0.5;

/**
 * Returns whether a part of a text, without spaces, tells that the text repeats it.
 *
 * @param textWidth see {@linkcode copyWidth}; of the text without spaces
 */
export function isTelling(part: string, textWidth: number): boolean {
  const width = copyWidth(part);
  return width >= LEAST_WIDTH_OF_ITEMS || width >= LEAST_SHARE_OF_LINE * textWidth;
}
