import type { CandidateRow } from "../../store/state/candidates.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import { rootOf } from "../pool.ts";

/** Returns the rows of candidates with all claims that were folded into them. */
export function candidatesOf(
  { candidates, candidateViews }: Pick<StateStore, "candidates" | "candidateViews">,
  keys: readonly string[],
): CandidateRow[] {
  const wanted = new Set(keys);
  const rows = new Map([...candidates.get([...wanted]), ...candidateViews.folded()].map((row) => [row.key, row]));
  return [...rows.values()].filter(({ key }) => wanted.has(key) || wanted.has(rootOf(key, rows)))
    .sort((a, b) => a.key < b.key ? -1 : 1);
}
