/**
 * The stored claims that a night has met so far. They are loaded as they are needed: of a hundred thousand claims a night
 * concerns a few thousand.
 *
 * @module
 */
import type { CandidateRow, Candidates } from "../store/state/candidates.ts";

/** Claims by key, as they are to be seen. */
export interface ClaimBook {
  /** What is there, by key. */
  readonly rows: ReadonlyMap<string, CandidateRow>;
  /** Takes rows in; one that is there already stays as it is. */
  keep(rows: Iterable<CandidateRow>): void;
  /** Fetches what is missing of the given keys; those that are stored nowhere stay out. */
  load(keys: Iterable<string>): void;
}

/**
 * Returns an empty book.
 *
 * @param candidates where rows are fetched from
 * @param seenAs how a stored row is to be seen; as it is if left out
 */
export function claimBook(
  candidates: Pick<Candidates, "get">,
  seenAs: (row: CandidateRow) => CandidateRow = (row) => row,
): ClaimBook {
  const rows = new Map<string, CandidateRow>();
  const keep = (given: Iterable<CandidateRow>) => {
    for (const row of given) if (!rows.has(row.key)) rows.set(row.key, seenAs(row));
  };
  return {
    rows,
    keep,
    load: (keys) => {
      const missing = [...new Set(keys)].filter((key) => !rows.has(key));
      if (missing.length > 0) keep(candidates.get(missing));
    },
  };
}
