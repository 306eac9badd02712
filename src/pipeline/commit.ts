/**
 * The last step of the index pipeline: rows of files to both databases (SPEC 5, step 8). What a line is goes to the
 * ledger first; a process killed in between leaves a line recorded that the index will find again.
 *
 * @module
 */
import type { IsoTime } from "../base/clock.ts";
import type { IndexStore } from "../store/index/open_index.ts";
import type { StateStore } from "../store/state/open_state.ts";
import type { PreparedFile } from "./prepare.ts";

/** Where to commit. */
export interface CommitTarget {
  /** The index itself, or the second file of a rebuild. */
  readonly index: IndexStore;
  /** Where lines are recorded as seen. */
  readonly state: StateStore;
  /** The present moment. */
  readonly at: IsoTime;
}

/** Commits files, each whole or not at all. */
export function commit({ index, state, at }: CommitTarget, files: readonly PreparedFile[]): void {
  if (files.length === 0) return;
  if (!state.isReadonly) {
    state.transaction(() => {
      for (const { source, seen } of files) state.ledger.see(source.path, seen, at);
    });
  }
  index.transaction(() => {
    for (const { source, chunks } of files) index.replaceFile(source, chunks);
  });
}
