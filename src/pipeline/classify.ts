/**
 * Step 3 of the index pipeline: path to tier and rule of origin (SPEC 5).
 *
 * @module
 */
import { type PathRule, pathRule } from "../provenance/tier.ts";

/** Returns the rule of a path, or `null` when files there are not indexed. */
export function classify(path: string): PathRule | null {
  const rule = pathRule(path);
  return rule.isIndexed ? rule : null;
}
