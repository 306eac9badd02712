/**
 * The text in a tool's output, whatever its shape.
 *
 * @module
 */

/** A text, and whether it is all there was. */
export interface OutputText {
  /** Strings and numbers of the output, each on lines of its own. */
  readonly text: string;
  /** More was left out. */
  readonly isCut: boolean;
}

/**
 * Returns the text of a tool's output.
 *
 * @param maxUnits UTF-16 units, at most
 */
export function outputText(output: unknown, maxUnits: number): OutputText {
  const parts: string[] = [];
  let units = 0;
  // A list of what is left instead of calls: a value may be nested as deeply as it likes.
  const left: unknown[] = [output];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === "string" || typeof value === "number") {
      const text = String(value);
      if (units + text.length > maxUnits) {
        return { text: [...parts, text.slice(0, maxUnits - units)].join("\n"), isCut: true };
      }
      parts.push(text);
      units += text.length;
    } else if (typeof value === "object" && value !== null) left.push(...Object.values(value).reverse());
  }
  return { text: parts.join("\n"), isCut: false };
}
