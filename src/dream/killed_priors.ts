/**
 * What a killed night took out of `MEMORY.md` without coming to record it: found in the file as it was before that night.
 * Unrecorded, an entry that was replaced would be taken for one that a person deleted, and its claim be turned down.
 *
 * @module
 */
import { derivedKeys, keysOfEntry } from "../curate/derived_keys.ts";
import { readCurated } from "../curate/read_curated.ts";
import { unified } from "../curate/raw_entry.ts";
import type { NewDeparture } from "../store/state/departures.ts";
import { type CuratedEntry, parseCurated } from "../workspace/curated.ts";
import { MEMORY_FILE } from "../workspace/layout.ts";
import type { DreamDeps, Night } from "./night.ts";

/**
 * Returns the entries of killed nights that stand no more, by the key of the unrecorded entry that took their place. To be
 * asked before tonight writes.
 */
export function killedPriors(
  { state, layout, originsOf }: Pick<DreamDeps, "state" | "layout" | "originsOf">,
  { night, killed }: {
    readonly night: Pick<Night, "known">;
    /** Numbers of the killed sweeps. */
    readonly killed: readonly number[];
  },
): ReadonlyMap<string, CuratedEntry> {
  const priors = new Map<string, CuratedEntry>();
  if (night.known.size === 0 || killed.length === 0) return priors;
  const present = new Set(readCurated(MEMORY_FILE, layout, originsOf).file.entries.map(({ key }) => key));
  const images = killed.flatMap((id) => state.preImages.ofSweep(id)).filter(({ path }) => path === MEMORY_FILE);
  const gone = images.flatMap(({ content }) =>
    content === null ? [] : parseCurated(new TextDecoder().decode(content)).entries
  ).filter(({ kind, key }) => kind === "item" && !present.has(key));
  for (const entry of night.known.values()) {
    const prior = gone.find((it) => it.key !== entry.key && isReplaced(it, entry));
    if (prior !== undefined) priors.set(entry.key, prior);
  }
  return priors;
}

/** Returns the departure of an entry that was replaced. */
export function replacedBy(
  prior: CuratedEntry,
  { successorKey, sweepId, at }: { readonly successorKey: string; readonly sweepId: number; readonly at: string },
): NewDeparture {
  const { key, heading, raw } = prior;
  const left = { entryKey: key, raw: unified(raw), heading, reason: "superseded" as const };
  return { ...left, sweepId, successorKey, session: null, departedAt: at };
}

/** The rule by which the killed night replaced it (SPEC 8.6): one key, given or derived. */
function isReplaced(prior: CuratedEntry, entry: CuratedEntry): boolean {
  const [before, after] = [prior.annotations.key, entry.annotations.key];
  if (before !== null || after !== null) return before === after;
  const keys = keysOfEntry(prior.text);
  return derivedKeys(entry.text).some((key) => keys.includes(key));
}
