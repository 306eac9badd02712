/**
 * What a person deleted from `MEMORY.md` by hand is turned down (SPEC 8.8). What vanished while a hooked turn was open is
 * nobody's word and stays as it is.
 *
 * @module
 */
import type { IsoTime } from "../base/clock.ts";
import type { CandidateRow } from "../store/state/candidates.ts";
import { keptEntries } from "../store/state/kept_entries.ts";
import type { StateStore } from "../store/state/open_state.ts";
import { candidatesOf } from "./orders/candidates_of.ts";

/** What deleted entries are worked out from. */
export type DeletedSource = Pick<StateStore, "departures" | "promotions" | "candidates" | "candidateViews">;

/** Returns the claims of deleted entries that the next real night turns down. */
export function deletedClaims(state: DeletedSource): CandidateRow[] {
  const deleted = state.departures.open().filter(({ reason }) => reason === "deleted");
  if (deleted.length === 0) return [];
  const kept = keptEntries(state);
  const gone = deleted.filter(({ entryKey }) => !kept.has(entryKey));
  const keys = gone.flatMap(({ entryKey }) => state.promotions.ofEntry(entryKey)).map((row) => row.candidateKey);
  // A claim that is no longer noted as promoted was looked at before: what the owner said since holds.
  return candidatesOf(state, keys).filter(({ promotedAt }) => promotedAt !== null);
}

/** Turns these claims down, and returns how many there were. */
export function turnDownDeleted({ state }: { readonly state: StateStore }, at: IsoTime): number {
  const rows = deletedClaims(state);
  if (rows.length === 0) return 0;
  state.transaction(() => {
    state.rejections.add(rows.map(({ claimHash }) => ({ claimHash, rejectedAt: at, reason: "deleted" })));
    state.candidates.setPromoted(rows.map(({ key }) => key), null);
  });
  return rows.length;
}
