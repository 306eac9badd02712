/**
 * The form of a line whose digest is its name in the ledger (SPEC 4.3).
 *
 * @module
 */
import { shortHash } from "../hash.ts";

/** Hex digits of a line's digest: 128 bits, so that no two lines of one path ever share a name by chance. */
const LINE_HASH_DIGITS = 32;

/**
 * Returns a line in NFC without its line end and trailing blanks; case, marker, punctuation and annotations stay. Of a
 * text of several lines (a curated entry) every line is treated so, and line ends become `\n`.
 */
export function normaliseLine(line: string): string {
  const composed = line.normalize("NFC");
  if (!composed.includes("\n")) return composed.trimEnd();
  return composed.split("\n").map((part) => part.trimEnd()).join("\n").trimEnd();
}

/** Returns the first 32 hex digits of the SHA-256 of the normalised line. */
export function lineHash(line: string): string {
  return shortHash(normaliseLine(line), LINE_HASH_DIGITS);
}
