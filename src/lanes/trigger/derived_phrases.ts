/**
 * Which trigger phrases of an entry nobody wrote: the dream, or an order to remember, made them of its words (SPEC 8.6).
 *
 * @module
 */
import { isDerivedBy } from "../../curate/author.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import { parseCurated } from "../../workspace/curated.ts";

/** An entry as it stands. */
export interface StandingEntry {
  /** `e:` and 12 hex digits. */
  readonly entryKey: string;
  /** Of its file, relative to the workspace. */
  readonly path: string;
  /** With annotations; `null` if it stands in its file no more. */
  readonly raw: string | null;
}

/**
 * Returns the phrases that stood in an entry when a sweep wrote it, and that the writer of its claim had not asked for; and
 * all of one that is booked as remembered without any, as long as nobody changed it. A phrase that came into the file later was
 * written by somebody.
 */
export function derivedPhrases(
  { promotions, candidates, ledger }: Pick<StateStore, "promotions" | "candidates" | "ledger">,
  { entryKey, path, raw: standing }: StandingEntry,
): Set<string> {
  const derived = new Set<string>();
  if (standing !== null && isDerivedBy(ledger.find(path, standing)?.writer ?? "")) {
    for (const { annotations } of parseCurated(standing).entries) annotations.triggers.forEach((it) => derived.add(it));
  }
  for (const { operation, undoneAt, raw, candidateKey } of promotions.ofEntry(entryKey)) {
    if (operation === "merged" || undoneAt !== null || raw === null) continue;
    const asked = new Set(candidates.get([candidateKey]).flatMap(({ triggers }) => triggers));
    const written = parseCurated(raw).entries.flatMap(({ annotations }) => annotations.triggers);
    for (const phrase of written) if (!asked.has(phrase)) derived.add(phrase);
  }
  return derived;
}
