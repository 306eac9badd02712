import type { LocalDay } from "../../base/clock.ts";
import { readCurated } from "../../curate/read_curated.ts";
import { grantsPermission } from "../../provenance/grants_permission.ts";
import { MEMORY_FILE } from "../../workspace/layout.ts";
import type { Candidate } from "../candidate.ts";
import type { GateVerdict } from "../deep/gates.ts";
import type { DreamDeps } from "../night.ts";

/** What was to be kept. */
export interface Shut {
  /** What the dream works with. */
  readonly deps: DreamDeps;
  /** The claim. */
  readonly candidate: Candidate;
  /** Where it stands, as a selector. */
  readonly place: string;
}

/** Returns the command that helps against a gate that is shut; `undefined` if none does. */
export function acceptHint({ name }: GateVerdict, { deps, candidate, place }: Shut): string | undefined {
  switch (name) {
    case "origin":
      return originHint(candidate, { today: deps.clock.now().day, place });
    case "quality":
      return "say it as a whole statement: memory note";
    case "promoted":
      return standsIn(deps, candidate)
        ? "it stands in MEMORY.md already"
        : "it was kept before and its entry left; memory dream history names it, memory dream restore brings it back";
    case "forgotten":
      return "note it again yourself: memory note";
    default:
      return undefined;
  }
}

function originHint(
  { text, wishes: { expires } }: Candidate,
  { today, place }: { readonly today: LocalDay; readonly place: string },
): string {
  if (grantsPermission(text)) return "say it yourself, with its end: memory remember --fact";
  if (expires !== null && expires < today) return "note it again with a later end: memory note --until";
  return `vouch for the line first, at a terminal: memory trust ${place}`;
}

function standsIn({ layout, originsOf, state }: DreamDeps, { key, duplicates }: Candidate): boolean {
  const made = new Set(
    [key, ...duplicates].flatMap((each) => state.promotions.ofCandidate(each)).map((row) => row.entryKey),
  );
  return readCurated(MEMORY_FILE, layout, originsOf).file.entries.some((entry) => made.has(entry.key));
}
