/**
 * Looking back at old diaries (SPEC 8.10): grounded reflections for `DREAMS.md`, and, if asked for, their claims as
 * candidates. Shows what it would do unless told to do it; what it did can be taken back.
 *
 * @module
 */
import { addPage, dropPages, readDreams } from "../deep/dreams_file.ts";
import type { DreamDeps } from "../night.ts";
import { besideSweeps } from "../orders/as_order.ts";
import { BACKFILL_END, backfillMark, formatBackfill } from "./backfill_page.ts";
import { type LookBack, lookBack } from "./look_back.ts";
import { type Past, pastClaims, plainPath } from "./past_claims.ts";

/** What to look back at. */
export interface BackfillRequest {
  /** A file or folder of the workspace. */
  readonly path: string;
  /** Whether the claims become candidates too. */
  readonly isStaging: boolean;
  /** Whether anything is written. */
  readonly isApplied: boolean;
}

/** What was found and done; JSON in this shape. */
export interface BackfillReport extends LookBack {
  /** In plain form. */
  readonly path: string;
  /** Whether it was written; else this is what would be. */
  readonly applied: boolean;
  /** Files that hold claims. */
  readonly files: number;
  /** Claims that may be kept as far as origin and form go. */
  readonly claims: number;
  /** Claims left out for their origin, their end, or since they were forgotten; and those that are no statements. */
  readonly leftOut: { readonly refused: number; readonly junk: number };
  /** With `--stage` the new candidates, and how many claims were some already. */
  readonly staged: { readonly new: number; readonly known: number } | null;
  /** The page's file if it was written; `null` if not, or if it tells the same already. */
  readonly diary: string | null;
  /** Files that could not be read, as whole sentences without a stop. */
  readonly notices: readonly string[];
}

/**
 * Looks back.
 *
 * @throws {MemoryError} failed or usage: nothing to look back at; busy, while a sweep runs
 */
export function backfill(deps: DreamDeps, { path, isStaging, isApplied }: BackfillRequest): BackfillReport {
  const place = plainPath(path);
  const now = deps.clock.now();
  const past = pastClaims(deps, place, now);
  const found = lookBack(past.claims, deps.config.rem);
  const report = (done: Pick<BackfillReport, "staged" | "diary">): BackfillReport => ({
    path: place,
    applied: isApplied,
    files: past.files.length,
    claims: past.claims.length,
    leftOut: { refused: past.refused, junk: past.junk },
    ...done,
    notices: past.unread,
    ...found,
  });
  if (!isApplied) return report({ staged: isStaging ? countNew(deps, past) : null, diary: null });
  return besideSweeps(deps, "look back", () => {
    // Candidates first: killed in between, the next call finds them known and still writes the page.
    const staged = isStaging ? stage(deps, past) : null;
    const page = formatBackfill({ path: place, today: now.day, past, found });
    return report({ staged, diary: writeOnce(deps, place, page) });
  });
}

function countNew({ state }: DreamDeps, { claims }: Past): { new: number; known: number } {
  const known = state.candidates.get(claims.map(({ facts }) => facts.key)).length;
  return { new: claims.length - known, known };
}

/** New claims only: what is a candidate already keeps what it earned, and is not taken back with these. */
function stage({ state, clock }: DreamDeps, { claims }: Past): { new: number; known: number } {
  const at = clock.now().iso;
  return state.transaction(() => {
    const known = new Set(state.candidates.get(claims.map(({ facts }) => facts.key)).map(({ key }) => key));
    const fresh = claims.map(({ facts }) => facts).filter(({ key }) => !known.has(key));
    state.candidates.upsert(fresh);
    state.candidates.stage(fresh.map(({ key }) => key), at);
    state.backfills.add(fresh.map(({ key, path }) => ({ candidateKey: key, path, stagedAt: at })));
    return { new: fresh.length, known: known.size };
  });
}

/** A page that tells the same, but for its day, stays; another one of the same path gives way. */
function writeOnce({ layout }: DreamDeps, path: string, page: string): string | null {
  const mark = backfillMark(path);
  const body = page.slice(page.indexOf(mark));
  if (readDreams(layout).replaceAll("\r\n", "\n").includes(body)) return null;
  dropPages(layout, { mark, end: BACKFILL_END });
  return addPage(layout, page);
}
