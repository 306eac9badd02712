/**
 * What a sweep did to `MEMORY.md`, taken back entry by entry: what a person changed since stays as it is.
 *
 * @module
 */
import { removeEntries, replaceEntry } from "../../curate/compose.ts";
import { putBack } from "../../curate/put_back.ts";
import type { DepartureRow } from "../../store/state/departures.ts";
import type { StoredPromotion } from "../../store/state/promotions.ts";
import { type CuratedEntry, parseCurated } from "../../workspace/curated.ts";

/** A text of the file with what was done to it. */
export interface Reverted {
  /** The whole new text. */
  readonly text: string;
  /** Texts of entries that were taken out. */
  readonly removed: readonly string[];
  /** Raw entries that stand again as they did. */
  readonly returned: readonly string[];
  /** Texts of entries that a person changed since, and that stay. */
  readonly left: readonly string[];
}

/** Returns the text without what the sweep did, the last change first. */
export function revertChanges(
  text: string,
  { promotions, departures }: {
    readonly promotions: readonly StoredPromotion[];
    readonly departures: readonly DepartureRow[];
  },
): Reverted {
  let current = text;
  const removed: string[] = [];
  const returned: string[] = [];
  const left: string[] = [];
  for (const promotion of [...promotions].reverse()) {
    const file = parseCurated(current);
    const entry = entryOf(file.entries, promotion);
    // What is gone already needs no taking back.
    if (entry === undefined) continue;
    if (promotion.operation !== "merged") {
      current = removeEntries(file, new Set([entry.startLine]));
      removed.push(entry.text);
    } else if (promotion.priorRaw !== null && unified(entry.raw) === promotion.raw) {
      current = replaceEntry(file, entry.startLine, promotion.priorRaw);
      returned.push(promotion.priorRaw);
    } else left.push(entry.text);
  }
  for (const { raw, heading, entryKey } of departures) {
    const file = parseCurated(current);
    if (file.entries.some(({ key }) => key === entryKey)) continue;
    current = putBack(file, raw, heading);
    returned.push(raw);
  }
  return { text: current, removed, returned, left };
}

function entryOf(entries: readonly CuratedEntry[], { raw, entryKey }: StoredPromotion): CuratedEntry | undefined {
  return entries.find((entry) => unified(entry.raw) === raw) ?? entries.find(({ key }) => key === entryKey);
}

function unified(raw: string): string {
  return raw.replace(/\r\n/g, "\n").replace(/\n+$/, "");
}
