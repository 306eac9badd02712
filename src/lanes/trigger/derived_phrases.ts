/**
 * Which trigger phrases of an entry nobody wrote: the dream made them of its words (SPEC 8.6).
 *
 * @module
 */
import type { StateStore } from "../../store/state/open_state.ts";
import { parseCurated } from "../../workspace/curated.ts";

/**
 * Returns the phrases that stood in an entry when a sweep wrote it, and that the writer of its claim had not asked for. A
 * phrase that came into the file later was written by somebody.
 *
 * @param entryKey `e:` and 12 hex digits
 */
export function derivedPhrases(
  { promotions, candidates }: Pick<StateStore, "promotions" | "candidates">,
  entryKey: string,
): Set<string> {
  const derived = new Set<string>();
  for (const { operation, undoneAt, raw, candidateKey } of promotions.ofEntry(entryKey)) {
    if (operation === "merged" || undoneAt !== null || raw === null) continue;
    const asked = new Set(candidates.get([candidateKey]).flatMap(({ triggers }) => triggers));
    const written = parseCurated(raw).entries.flatMap(({ annotations }) => annotations.triggers);
    for (const phrase of written) if (!asked.has(phrase)) derived.add(phrase);
  }
  return derived;
}
