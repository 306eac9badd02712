/**
 * Which entries the dream's record says stand in `MEMORY.md` now. Worked out from promotions and departures, so that an
 * entry that a person deleted, or that got lost, is noticed.
 *
 * @module
 */
import type { StateStore } from "./open_state.ts";
import type { StoredPromotion } from "./promotions.ts";

/** An entry that stands, by the record. */
export interface KeptEntry {
  /** `e:` and 12 hex digits. */
  readonly entryKey: string;
  /** As the newest sweep that touched it wrote it; `null` in rows of an older version. */
  readonly raw: string | null;
  /** Its words. */
  readonly text: string;
  /** Whether a sweep wrote its words; `false` if claims were only joined to what somebody else wrote. */
  readonly isDreamWritten: boolean;
  /** What it was promoted from and joined with, oldest first. */
  readonly promotions: readonly StoredPromotion[];
}

/** Returns the entries by key, in the order in which they were first kept. */
export function keptEntries(
  { promotions, departures }: Pick<StateStore, "promotions" | "departures">,
): Map<string, KeptEntry> {
  const kept = new Map<string, KeptEntry>();
  for (const row of promotions.all()) {
    if (row.undoneAt !== null || row.entryKey === "") continue;
    if (row.operation === "superseded" && row.priorKey !== null) kept.delete(row.priorKey);
    const before = kept.get(row.entryKey);
    kept.set(row.entryKey, {
      entryKey: row.entryKey,
      raw: row.raw,
      text: row.text,
      isDreamWritten: row.operation !== "merged" || (before?.isDreamWritten ?? false),
      promotions: [...before?.promotions ?? [], row],
    });
  }
  for (const { entryKey, departedAt } of departures.open()) {
    const last = kept.get(entryKey)?.promotions.at(-1);
    // Kept anew after it had left.
    if (last !== undefined && Date.parse(last.promotedAt) <= Date.parse(departedAt)) kept.delete(entryKey);
  }
  return kept;
}
