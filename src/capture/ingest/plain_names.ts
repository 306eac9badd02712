/**
 * Names of tools: a client calls one what it was told, be it a token.
 *
 * @module
 */
import { plainPlaceholders } from "../redact/placeholder.ts";
import type { Redaction } from "../redact/redact.ts";

/** Names that are kept: no client has more tools. */
const MOST_NAMES = 1_000;

/** Returns what returns a name without secrets; there are few names, and thousands of calls. */
export function plainNames(redact: (text: string) => Redaction): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    // Server and tool are names of their own.
    const plain = plainPlaceholders(name.split("__").map((part) => redact(part).text).join("__"));
    if (known.size < MOST_NAMES) known.set(name, plain);
    return plain;
  };
}
