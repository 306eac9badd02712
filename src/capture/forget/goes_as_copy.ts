/**
 * Which passages go because they repeat what is forgotten (SPEC 7.6), though nobody named them.
 *
 * @module
 */
import { pathRule } from "../../provenance/tier.ts";
import type { ForgottenMatcher } from "../../store/state/forgets.ts";
import type { Passage } from "./passages.ts";

/**
 * Returns whether a passage goes as a copy. What says more than is forgotten, as an entry with other children or a paragraph
 * with other sentences, is somebody's work and stays. A report and a transcript are made of what was said: of those whatever
 * says it goes.
 */
export function goesAsCopy(path: string, { text }: Passage, matcher: ForgottenMatcher): boolean {
  const { tier, isSession } = pathRule(path);
  return tier === "review" || isSession ? matcher.says(text) : matcher.isAll(text);
}
