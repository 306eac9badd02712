import type { IsoTime } from "../base/clock.ts";
import { keptEntries } from "../store/state/kept_entries.ts";
import type { StateStore } from "../store/state/open_state.ts";
import { candidatesOf } from "./orders/candidates_of.ts";

/**
 * Turns down the claims of entries that a person deleted from `MEMORY.md` by hand (SPEC 8.8), and returns how many. What
 * vanished while a hooked turn was open is nobody's word and stays as it is.
 */
export function turnDownDeleted({ state }: { readonly state: StateStore }, at: IsoTime): number {
  const deleted = state.departures.open().filter(({ reason }) => reason === "deleted");
  if (deleted.length === 0) return 0;
  const kept = keptEntries(state);
  const gone = deleted.filter(({ entryKey }) => !kept.has(entryKey));
  const keys = gone.flatMap(({ entryKey }) => state.promotions.ofEntry(entryKey)).map((row) => row.candidateKey);
  // A claim that is no longer noted as promoted was looked at before: what the owner said since holds.
  const rows = candidatesOf(state, keys).filter(({ promotedAt }) => promotedAt !== null);
  if (rows.length === 0) return 0;
  state.transaction(() => {
    state.rejections.add(rows.map(({ claimHash }) => ({ claimHash, rejectedAt: at, reason: "deleted" })));
    state.candidates.setPromoted(rows.map(({ key }) => key), null);
  });
  return rows.length;
}
