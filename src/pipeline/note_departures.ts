/**
 * Entries of the dream and of the owner's orders that are no longer in `MEMORY.md` (SPEC 8.8): deleted by a person, or vanished while a hooked turn
 * was open. Noted by whoever sees the changed file first, because later nobody could tell the two apart.
 *
 * @module
 */
import { systemCode } from "../base/errors.ts";
import { keptEntries } from "../store/state/kept_entries.ts";
import { standingRemembered } from "../store/state/remembered.ts";
import type { StateStore } from "../store/state/open_state.ts";
import type { Clock } from "../base/clock.ts";
import { stripAnnotations } from "../workspace/annotation.ts";
import { parseCurated } from "../workspace/curated.ts";
import { absolute, MEMORY_FILE, type WorkspaceLayout } from "../workspace/layout.ts";
import { MAX_FILE_BYTES } from "../workspace/list_files.ts";
import { readTextFile } from "../workspace/read_text.ts";

/** What noting works with. */
export interface DepartureDeps {
  /** Where the file is. */
  readonly layout: WorkspaceLayout;
  /** Promotions, departures, turns and sweeps. */
  readonly state: StateStore;
  /** For the moment of the note. */
  readonly clock: Clock;
}

/**
 * Notes entries that left and entries that came back, and returns how many left. A file that cannot be read tells nothing,
 * and neither does one whose last sweep was killed: the next sweep finishes that one first.
 */
export function noteDepartures({ layout, state, clock }: DepartureDeps): number {
  if (state.isReadonly || state.sweeps.last("real")?.status === "running") return 0;
  const kept = standingEntries(state);
  const open = state.departures.open().filter(({ reason }) => reason === "deleted" || reason === "vanished");
  if (kept.size === 0 && open.length === 0) return 0;
  const standing = standingKeys(layout);
  if (standing === null) return 0;
  const at = clock.now().iso;
  const returned = open.filter(({ entryKey }) => standing.has(entryKey)).map(({ id }) => id);
  if (returned.length > 0) state.departures.setReturned(returned, at);
  // What was forgotten left by the owner's order, and its words are not written down once more.
  const gone = [...kept.values()].filter(({ entryKey, raw, text }) =>
    !standing.has(entryKey) && ![text, raw].some((it) => it !== null && state.tombstones.isForgotten(it))
  );
  if (gone.length === 0) return 0;
  const turns = state.turns.unsettled();
  state.departures.add(gone.map(({ entryKey, raw, text, heading }) => ({
    entryKey,
    raw: raw ?? `- ${text}`,
    heading,
    reason: turns.length > 0 ? "vanished" : "deleted",
    sweepId: null,
    successorKey: null,
    session: turns[0]?.session ?? null,
    departedAt: at,
  })));
  return gone.length;
}

/** Returns what stands by the record; what the dream wrote last of an entry is newer than the order. */
function standingEntries(state: StateStore): Map<string, RecordedEntry> {
  const standing = new Map<string, RecordedEntry>();
  for (const { entryKey, raw, heading } of standingRemembered(state)) {
    standing.set(entryKey, { entryKey, raw, heading, text: stripAnnotations(raw.replace(/^\s*[-*+]\s+/, "")).trim() });
  }
  for (const { entryKey, raw, text } of keptEntries(state).values()) {
    standing.set(entryKey, { entryKey, raw, heading: standing.get(entryKey)?.heading ?? null, text });
  }
  return standing;
}

interface RecordedEntry {
  readonly entryKey: string;
  readonly raw: string | null;
  readonly heading: string | null;
  readonly text: string;
}

/** Returns the keys of the file's entries: none if there is no file, `null` if it cannot be read. */
function standingKeys(layout: WorkspaceLayout): ReadonlySet<string> | null {
  try {
    const read = readTextFile(absolute(layout, MEMORY_FILE), { maxBytes: MAX_FILE_BYTES });
    if (read.kind === "skipped") return null;
    return new Set(parseCurated(read.text).entries.map(({ key }) => key));
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    return code === "ENOENT" ? new Set() : null;
  }
}
