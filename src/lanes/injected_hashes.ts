/**
 * Under which hashes a text goes to the injection log, so that it is known again when it comes back (SPEC 4.7).
 *
 * @module
 */
import { claimsOf } from "../workspace/claims.ts";
import { scanMarkdown } from "../workspace/scan_markdown.ts";

/** Returns the hash of every claim of a text (see `Claim.claimHash`), each once, in order. */
export function injectedHashes(text: string): string[] {
  return [...new Set(claimsOf("", scanMarkdown(text)).map((claim) => claim.claimHash))];
}
