/** The mark of what was made from claims in other words: their keys, with blanks between them, as its only group. */
export const MADE_FROM = /^<!-- made from: (c:[0-9a-f]{12}(?: c:[0-9a-f]{12})*) -->$/;

/** Returns the mark. @param keys of claims, at least one */
export function madeFromMark(keys: readonly string[]): string {
  return `<!-- made from: ${keys.join(" ")} -->`;
}
