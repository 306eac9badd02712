/**
 * A cheap look whether a file is worth cutting into statements.
 *
 * @module
 */
import { normaliseClaim } from "../workspace/claims.ts";

/**
 * Returns a test of a file's raw text for a statement: `false` only if the file lacks a word or a character of it. Words
 * are of plain letters and digits, which neither a line end nor a mark of emphasis divides; of other scripts every character
 * counts by itself.
 */
export function mayHold(statement: string): (fileText: string) => boolean {
  const form = normaliseClaim(statement);
  const parts = new Set([...form.matchAll(/[a-z0-9]+|[\u0080-\u{10ffff}]/gu)].map(([part]) => part));
  if (parts.size === 0) return () => true;
  return (fileText) => {
    const text = fileText.normalize("NFKC").toLowerCase().normalize("NFKC");
    return [...parts].every((part) => text.includes(part));
  };
}
