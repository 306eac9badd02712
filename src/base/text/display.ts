/**
 * Text from files on its way to a terminal (SPEC 4.3, 11.4).
 *
 * @module
 */

/** Returns the text without terminal control sequences and control characters; line feeds and tabs stay. */
export function stripControls(text: string): string {
  return text.replace(/\p{Cc}/gu, (char) => char === "\n" || char === "\t" ? char : "");
}

/** Returns the text with every hidden character written out as `‹U+202E›`. */
export function escapeHidden(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}]/gu,
    (char) => char === "\n" ? char : `‹U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`,
  );
}
