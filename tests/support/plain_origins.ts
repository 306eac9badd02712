/**
 * An origin reader without a ledger, for tests that need the rules of paths and marks only.
 *
 * @module
 */
import { classifyLine } from "../../src/provenance/classify_line.ts";
import type { LineOrigin } from "../../src/provenance/origin.ts";
import { pathRule } from "../../src/provenance/tier.ts";

/** Returns the origin of lines that nobody booked and that repeat nothing. */
export function plainOrigins(path: string, lines: readonly string[]): LineOrigin[] {
  const rule = pathRule(path);
  const policy = { unbooked: "agent", isLost: false } as const;
  return lines.map((line) => classifyLine({ rule, line, row: null, copyOf: null, policy }));
}
