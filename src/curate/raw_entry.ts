/**
 * Raw entries of a curated file, compared without what depends on their place in it.
 *
 * @module
 */

/** Returns a raw entry without final line ends and with LF inside: the last one of a file may have gained one. */
export function unified(raw: string): string {
  return raw.replace(/\r\n/g, "\n").replace(/\n+$/, "");
}

/** Returns the line ends that a raw entry ends with, blank lines included. */
export function lineEndsOf(raw: string): string {
  return /(?:\r?\n)*$/.exec(raw)?.[0] ?? "";
}
