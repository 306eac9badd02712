/**
 * Superseded directives leave `USER.md` after a while (SPEC 7.2).
 *
 * @module
 */
import { daysBetween, type LocalDay } from "../../base/clock.ts";
import { type CuratedEntry, type CuratedFile, formatCurated } from "../../workspace/curated.ts";

/** How long superseded directives stay. */
export interface PruneFrame {
  /** The present local day. */
  readonly today: LocalDay;
  /** Days that a superseded directive stays; the next write or night after them takes it out. */
  readonly keepDays: number;
}

/**
 * Returns the superseded directives whose time is over. Superseded since: the observed day of the entry above, which took
 * the place, or its own if that is later. One that has no day at all stays.
 */
export function prunableDirectives(file: CuratedFile, { today, keepDays }: PruneFrame): CuratedEntry[] {
  return file.entries.filter((entry, at) => {
    const { kind, annotations } = entry;
    if (kind !== "item" || annotations.status !== "superseded") return false;
    const days = [annotations.observed, file.entries[at - 1]?.annotations.observed ?? null].filter((day) =>
      day !== null
    );
    const since = days.sort().at(-1);
    return since !== undefined && daysBetween(since, today) >= keepDays;
  });
}

/** Returns the text of the file without some of its entries; all other bytes stay. */
export function withoutEntries(file: CuratedFile, gone: readonly CuratedEntry[]): string {
  const lines = new Set(gone.map(({ startLine }) => startLine));
  return formatCurated({ pieces: file.pieces.filter(({ entry }) => entry === null || !lines.has(entry.startLine)) });
}
