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
