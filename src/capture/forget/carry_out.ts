/**
 * The steps of a forget that began (SPEC 7.6). Each may be done again: a killed process leaves them to the next one.
 *
 * @module
 */
import { withCuratedLock } from "../../curate/with_curated_lock.ts";
import type { ForgetRow } from "../../store/state/forgets.ts";
import { withLock } from "../../store/lock.ts";
import type { WorkspaceLayout } from "../../workspace/layout.ts";
import { cutFile } from "./cut_file.ts";
import type { ForgetDeps } from "./forget_plan.ts";

/** Cuts the files and deletes the rows of their lines; to be done under {@linkcode withoutWriters}. */
export function cutFiles({ state, select }: Pick<ForgetDeps, "state" | "select">, row: ForgetRow): void {
  const matcher = state.forgets.matcher(row);
  const gone = row.files.flatMap((cut) => cutFile(select, cut, matcher));
  // Last, so that a line that still stands is never nobody's.
  state.eraseLines([...row.lines, ...gone]);
}

/**
 * Runs a function while no note is taken, no order is carried out and no dream runs.
 *
 * @throws {MemoryError} busy, when that takes longer than a minute
 */
export function withoutWriters<T>(layout: WorkspaceLayout, work: () => T): T {
  const lock = (name: string) => ({ locksDir: layout.locksDir, name, waitMs: LOCK_WAIT_MS });
  return withLock(lock("sweep"), () => withCuratedLock(layout, () => withLock(lock("diary"), work)));
}

/** A night takes seconds, a queue of notes less. */
const LOCK_WAIT_MS = 60_000;
