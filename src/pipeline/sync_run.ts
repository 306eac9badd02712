/**
 * What one run of the pipeline carries from step to step.
 *
 * @module
 */
import type { ListingDigest } from "../store/index/index_meta.ts";
import type { OriginSource } from "../store/state/origin_reader.ts";
import type { FileList } from "../workspace/list_files.ts";
import type { Detection } from "./detect.ts";
import type { FileNote, SyncDeps, SyncReport } from "./sync.ts";

/** What comparing a listing with an index gave. */
export interface FoundBefore {
  /** The listing. */
  readonly list: FileList;
  /** See {@linkcode IndexMeta.dataVersion}. */
  readonly version: number;
  /** What is to be done. */
  readonly detection: Detection;
}

/** A run with what it has done so far. */
export interface SyncRun {
  /** What the caller handed in. */
  readonly deps: SyncDeps;
  /** Where origins are read, with the policy that holds. */
  readonly source: OriginSource;
  /** Files and folders outside the workspace. */
  readonly extraPaths: readonly string[];
  /** Identity of the index to be. */
  readonly identity: string;
  /** Everything is built anew. */
  readonly isForced: boolean;
  /** A full disk is an error. */
  readonly isRequired: boolean;
  /** Somebody waits for the run. */
  readonly isAwaited: boolean;
  /** Copies are looked for in every file. */
  readonly isThorough: boolean;
  /** On the scale of `performance.now()`; `Infinity` without a budget. */
  deadlineMs: number;
  /** Turns that were over when the run began, and whose lines have not all been looked for. */
  readonly closedTurns: readonly number[];
  /** Told after each file. */
  readonly onProgress: (done: number, total: number) => void;
  /** What could not be read, so far. */
  failures: FileNote[];
  /** What was left out by rule, so far. */
  skipped: FileNote[];
  /** What a person has to be told, so far. */
  readonly notices: string[];
  /** Files whose bytes changed, so far. */
  changed: number;
  /** Files removed from the index, so far. */
  removed: number;
  /** `MEMORY.md` is not as it was, or gone. */
  isCoreChanged: boolean;
  /** Something was left for the next run. */
  isBehind: boolean;
  /** The index holds a file for each that was listed, and no other. */
  isExact: boolean;
  /** Files that the index does not hold as they were listed: they were changing, or could not be read. */
  readonly inexact: Set<string>;
  /** Of the listing that was compared last; see `listingDigest`. */
  digest: { readonly list: FileList; readonly digest: ListingDigest } | null;
  /** What was found before the lock was taken, and at which version of the index. */
  found: FoundBefore | null;
  /** Chunks in the index, where they need not be counted. */
  knownChunks: number | null;
}

/** Returns the report of a run that is over. */
export function reportOf(run: SyncRun, list: FileList): SyncReport {
  const { index } = run.deps;
  const unread = index.sources.skipped();
  return {
    files: { seen: list.files.length, changed: run.changed, removed: run.removed, failed: run.failures.length },
    chunks: run.knownChunks ?? index.chunks.count(),
    failures: run.failures,
    skipped: [...run.skipped, ...unread].sort((a, b) => a.path < b.path ? -1 : 1),
    isBehind: run.isBehind,
    notices: run.isBehind ? [...run.notices, "The index is behind: it does not show every change yet"] : run.notices,
  };
}
