/**
 * The steps of a forget that began (SPEC 7.6). Each may be done again: a killed process leaves them to the next one.
 *
 * @module
 */
import { withCuratedLock } from "../../curate/with_curated_lock.ts";
import type { ForgetRow } from "../../store/state/forgets.ts";
import { withLock } from "../../store/lock.ts";
import { dropHeard } from "../../workspace/heard_words.ts";
import type { WorkspaceLayout } from "../../workspace/layout.ts";
import { cutFile } from "./cut_file.ts";
import type { ForgetDeps } from "./forget_plan.ts";
import { goesAsCopy } from "./goes_as_copy.ts";
import { erasureOf } from "./late_erasure.ts";
import { standsInTheWay } from "./look_at_file.ts";
import { memoryFiles } from "./memory_files.ts";
import { passagesOf } from "./passages.ts";

/**
 * Cuts the files, also those that a process which had read the text before has written since, takes out of the state what
 * it has made of it since, and deletes the rows of the lines; to be done under {@linkcode withoutWriters}.
 */
export function cutFiles(
  { state, select, layout }: Pick<ForgetDeps, "state" | "select" | "layout">,
  row: ForgetRow,
): void {
  const matcher = state.forgets.matcher(row);
  const gone = row.files.flatMap((cut) => cutFile(select, cut, matcher));
  // What the owner has said again since stays.
  const late = {
    ...matcher,
    isAll: (text: string) => matcher.isAll(text) && state.tombstones.isForgotten(text),
    says: (text: string) => matcher.says(text) && state.tombstones.isForgotten(text),
  };
  const known = new Set(row.files.map(({ path }) => path));
  for (const found of memoryFiles(select)) {
    if (!("file" in found) || known.has(found.file.path) || standsInTheWay(found.file) !== null) continue;
    const { path, text } = found.file;
    if (!passagesOf(path, text).some((it) => goesAsCopy(path, it, late))) continue;
    gone.push(...cutFile(select, { path, before: "", lines: [], isWhole: false, instead: {} }, late));
  }
  // What hooks heard and no ingestion has taken up yet.
  dropHeard(layout, late.says);
  state.erase(erasureOf(late));
  // Last, so that a line that still stands is never nobody's.
  state.eraseLines([...row.lines, ...gone]);
}

/**
 * Runs a function while no note is taken, no order is carried out, no transcript is read and no dream runs: whoever of them
 * comes later finds the tombstones. The locks are taken in the one order of all (see `withCuratedLock`).
 *
 * @throws {MemoryError} busy, when that takes longer than a minute
 */
export function withoutWriters<T>(layout: WorkspaceLayout, work: () => T): T {
  const lock = (name: string) => ({ locksDir: layout.locksDir, name, waitMs: LOCK_WAIT_MS });
  const exclusive = () => withCuratedLock(layout, () => withLock(lock("diary"), work));
  return withLock(lock("sweep"), () => withLock(lock("ingest"), exclusive));
}

/** A night takes seconds, a queue of notes less. */
const LOCK_WAIT_MS = 60_000;
