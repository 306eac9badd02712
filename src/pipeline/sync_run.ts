/**
 * What one run of the pipeline carries from step to step.
 *
 * @module
 */
import type { OriginSource } from "../store/state/origin_reader.ts";
import type { FileList } from "../workspace/list_files.ts";
import type { FileNote, SyncDeps, SyncReport } from "./sync.ts";

/** A run with what it has done so far. */
export interface SyncRun {
  readonly deps: SyncDeps;
  readonly source: OriginSource;
  readonly extraPaths: readonly string[];
  /** Identity of the index to be. */
  readonly identity: string;
  readonly isForced: boolean;
  /** On the scale of `performance.now()`; `Infinity` without a budget. */
  readonly deadlineMs: number;
  readonly onProgress: (done: number, total: number) => void;
  readonly failures: FileNote[];
  readonly skipped: FileNote[];
  readonly notices: string[];
  changed: number;
  removed: number;
  isBehind: boolean;
}

/** Returns the report of a run that is over. */
export function reportOf(run: SyncRun, list: FileList): SyncReport {
  const { index } = run.deps;
  const unread = index.sources.skipped();
  return {
    files: { seen: list.files.length, changed: run.changed, removed: run.removed, failed: run.failures.length },
    chunks: index.chunks.count(),
    failures: run.failures,
    skipped: [...run.skipped, ...unread].sort((a, b) => a.path < b.path ? -1 : 1),
    isBehind: run.isBehind,
    notices: run.isBehind ? [...run.notices, "The index is behind: it does not show every change yet"] : run.notices,
  };
}
