/**
 * Taking a look back back (SPEC 8.10): its pages and the candidates that were staged for it go. What was needed since has
 * earned its place itself and stays.
 *
 * @module
 */
import { dropPages } from "../deep/dreams_file.ts";
import { DREAMS_FILE } from "../../workspace/layout.ts";
import type { DreamDeps } from "../night.ts";
import { besideSweeps } from "../orders/as_order.ts";
import { BACKFILL_END, BACKFILL_MARK, backfillMark } from "./backfill_page.ts";
import { isUnder, plainPath } from "./past_claims.ts";

/** What was taken back; JSON in this shape. */
export interface RevertReport {
  /** In plain form; `null`: everything. */
  readonly path: string | null;
  /** Whether anything changed. */
  readonly reverted: boolean;
  /** Candidates that went. */
  readonly removed: number;
  /** Candidates that were recalled or kept since, and stay as any other. */
  readonly kept: number;
  /** Pages that went. */
  readonly pages: number;
  /** The file of the pages if it was written, or `null`. */
  readonly diary: string | null;
}

/**
 * Takes back what was made for a path, or everything.
 *
 * @throws {MemoryError} busy, while a sweep runs; failed, if `DREAMS.md` cannot be written
 */
export function revertBackfill(deps: DreamDeps, path: string | null): RevertReport {
  const place = path === null ? null : plainPath(path);
  const { layout, state } = deps;
  const mark = place === null ? BACKFILL_MARK : backfillMark(place);
  return besideSweeps(deps, "take a look back back", () => {
    // The pages first: killed in between, the candidates still have their rows and go next time.
    const pages = dropPages(layout, { mark, end: BACKFILL_END });
    const { removed, kept } = state.transaction(() => dropCandidates(deps, place));
    const diary = pages === 0 ? null : DREAMS_FILE;
    return { path: place, reverted: removed + kept + pages > 0, removed, kept, pages, diary };
  });
}

function dropCandidates({ state }: DreamDeps, place: string | null): { removed: number; kept: number } {
  const rows = state.backfills.all().filter((row) => place === null || isUnder(place, row.path));
  const keys = rows.map(({ candidateKey }) => candidateKey);
  const recalled = state.recalls.of(keys);
  const standing = state.candidates.get(keys);
  const gone = standing.filter(({ key, promotedAt }) => promotedAt === null && !recalled.has(key)).map(({ key }) =>
    key
  );
  state.candidates.unfold(gone);
  state.candidates.remove(gone);
  state.backfills.remove(keys);
  return { removed: gone.length, kept: standing.length - gone.length };
}
