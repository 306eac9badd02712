/**
 * What brings a remembered fact up (SPEC 8.6, 9.2).
 *
 * @module
 */
import type { StateStore } from "../../store/state/open_state.ts";
import type { CuratedEntry } from "../../workspace/curated.ts";
import { MEMORY_FILE } from "../../workspace/layout.ts";
import { isDerivedBy } from "../author.ts";
import { conceptTags } from "../concept_tags.ts";
import { derivedTriggers } from "../derived_triggers.ts";

/** Returns the phrases of a fact whose writer named none: the same that the dream would write, at most three. */
export function phrasesFrom(text: string): string[] {
  return derivedTriggers(text, conceptTags(MEMORY_FILE, text));
}

/** Returns the phrases of an entry of `MEMORY.md` that somebody gave; those derived from its words do not fit other words. */
export function givenPhrases(
  { ledger }: Pick<StateStore, "ledger">,
  entry: Pick<CuratedEntry, "raw" | "annotations"> | null,
): readonly string[] {
  if (entry === null) return [];
  return isDerivedBy(ledger.find(MEMORY_FILE, entry.raw)?.writer ?? "") ? [] : entry.annotations.triggers;
}
