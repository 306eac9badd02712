/**
 * What stands where a secret stood.
 *
 * @module
 */

/** Returns `[redacted: kind]`. */
export function placeholder(kind: string): string {
  return `${PLACEHOLDER_START}${kind}]`;
}

/** How each placeholder begins. */
export const PLACEHOLDER_START = "[redacted: ";

/** Returns a text with `redacted-kind` for each placeholder: brackets and blanks may not stand in the names of tools and files. */
export function plainPlaceholders(text: string): string {
  return text.replace(/\[redacted: ([a-z0-9-]+)\]/g, "redacted-$1");
}
