/**
 * The files and the index agree again (SPEC 5). The driver reads as the table of contents of the pipeline.
 *
 * @module
 */
import type { Clock } from "../base/clock.ts";
import { MemoryError } from "../base/errors.ts";
import type { UnbookedPolicy } from "../provenance/classify_line.ts";
import { noteDepartures } from "./note_departures.ts";
import { isUnusableIndex } from "../store/index/index_file.ts";
import type { IndexStore } from "../store/index/open_index.ts";
import { isDiskFull } from "../store/disk_space.ts";
import { withLock } from "../store/lock.ts";
import { diskFullError, isOutOfRoom, isUnwritable } from "../store/sqlite_errors.ts";
import type { IsAlive } from "../store/state/live_turns.ts";
import type { StateStore } from "../store/state/open_state.ts";
import { presentPolicy } from "../store/state/origin_reader.ts";
import type { WorkspaceLayout } from "../workspace/layout.ts";
import { type FileList, listFiles } from "../workspace/list_files.ts";
import { indexIdentity } from "./identity.ts";
import { bringUpToDate } from "./bring_up_to_date.ts";
import { hasWork, isRebuilt, OTHER_IDENTITY } from "./has_work.ts";
import { reportOf, type SyncRun } from "./sync_run.ts";
import { settleTurns, turnsToSettle } from "./turns/settle_turns.ts";

/** What {@linkcode sync} works with. */
export interface SyncDeps {
  /** Asks the system whether the client of a turn still runs. @default every client does */
  readonly isAlive?: IsAlive;
  /** Where the workspace lies. */
  readonly layout: WorkspaceLayout;
  /** The open index. */
  readonly index: IndexStore;
  /** The open state. */
  readonly state: StateStore;
  /** The program's time, noted in rows. */
  readonly clock: Clock;
  /** How unbooked lines count; a change of it rebuilds the index. */
  readonly policy: UnbookedPolicy;
  /** Files and folders outside the workspace, absolute (user config only). @default none */
  readonly extraPaths?: readonly string[];
}

/** How to run. */
export interface SyncOptions {
  /** Stop taking up new work after this many milliseconds and say so in `isBehind`. @default no limit */
  readonly budgetMs?: number;
  /** Like `budgetMs`, but counted from when all files are listed: with it a run always gets somewhere. @default no limit */
  readonly workMs?: number;
  /** Build everything anew in a second file, then swap it in. @default false */
  readonly isForced?: boolean;
  /**
   * Look at every file again if tainted lines came or went since that was done, for the copies that no word leads to:
   * classes in the index are then those of the ledger. @default false
   */
  readonly isThorough?: boolean;
  /** Somebody waits: a large index of another identity serves as it is, and a notice says so (SPEC 5). @default false */
  readonly isAwaited?: boolean;
  /** Fail if the disk is too full to take up what changed, instead of saying so in the report. @default false */
  readonly isRequired?: boolean;
  /** Told after each file how many of those that may have changed are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** A file with the reason why it is not, or only partly, in the index. */
export interface FileNote {
  /** Relative to the workspace; absolute outside it. */
  readonly path: string;
  /** In words, or the code of the system's error. */
  readonly reason: string;
}

/** What was done. */
export interface SyncReport {
  /** Files listed, indexed anew (their bytes changed), removed from the index, and not readable. */
  readonly files: {
    readonly seen: number;
    readonly changed: number;
    readonly removed: number;
    readonly failed: number;
  };
  /** Chunks in the index afterwards. */
  readonly chunks: number;
  /** What could not be read: the run is partial, and nothing was removed for it (exit code 5 of `index`). */
  readonly failures: readonly FileNote[];
  /** What was left out by rule and a person may want to know: too large, binary, a link out, a conflict copy. */
  readonly skipped: readonly FileNote[];
  /** The index does not yet show every change: out of time, another process at work, or a medium that cannot be written. */
  readonly isBehind: boolean;
  /** Whole sentences for people: `index behind`, rebuilt, read-only. */
  readonly notices: readonly string[];
}

/** How long a process waits while another one indexes, in milliseconds; then it answers from what is there. */
const LOCK_WAIT_MS = 60_000;

/**
 * Brings the index up to date with the files and the ledger. What could not be done is in the report, never an error;
 * a damaged index is built again.
 *
 * @throws {MemoryError} failed, with `isRequired` on a full disk
 */
export function sync(deps: SyncDeps, options: SyncOptions = {}): SyncReport {
  try {
    return syncOnce(deps, options);
  } catch (error) {
    if (!isUnusableIndex(error)) throw error;
    deps.index.reset();
    const report = syncOnce(deps, options);
    return { ...report, notices: ["The index was damaged and has been built again", ...report.notices] };
  }
}

function syncOnce(deps: SyncDeps, options: SyncOptions): SyncReport {
  const run = startRun(deps, options);
  const list = listAgain(run);
  if (options.workMs !== undefined) run.deadlineMs = performance.now() + options.workMs;
  if (hasWork(run, list)) workLocked(run, list);
  return reportOf(run, list);
}

/** Lists the files; what could not be read the time before is of no interest any more. */
function listAgain(run: SyncRun): FileList {
  const list = listFiles(run.deps.layout, { extraPaths: run.extraPaths, deadlineMs: run.deadlineMs });
  run.isBehind ||= list.isCutShort;
  run.isExact = true;
  run.inexact.clear();
  run.failures = [...list.failures];
  run.skipped = [...list.skipped];
  return list;
}

function startRun(deps: SyncDeps, options: SyncOptions): SyncRun {
  const policy = presentPolicy(deps.state, deps.policy);
  const extraPaths = deps.extraPaths ?? [];
  return {
    deps,
    source: { state: deps.state, policy },
    extraPaths,
    identity: indexIdentity({ policy, extraPaths }),
    isForced: options.isForced ?? false,
    isRequired: options.isRequired ?? false,
    isAwaited: options.isAwaited ?? false,
    isThorough: options.isThorough ?? false,
    deadlineMs: options.budgetMs === undefined ? Infinity : performance.now() + options.budgetMs,
    onProgress: options.onProgress ?? (() => undefined),
    failures: [],
    skipped: [],
    notices: [],
    changed: 0,
    removed: 0,
    isCoreChanged: false,
    isBehind: false,
    isExact: true,
    inexact: new Set(),
    digest: null,
    knownChunks: null,
    found: null,
    closedTurns: turnsToSettle(deps),
  };
}

/** One process works on the index at a time; each looks again at what is left when its turn comes. */
function workLocked(run: SyncRun, list: FileList): void {
  const { index, layout } = run.deps;
  if (run.isRequired && (index.isReadonly || index.isInMemory)) throw unkeptError(layout);
  if (index.isReadonly) {
    run.isBehind = true;
    return;
  }
  if (index.isInMemory) return work(run, list);
  try {
    if (isRebuilt(run)) rebuildApart(run, list);
    else underLock(run, "index", () => work(run, list));
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null || run.isRequired) throw error;
    run.isBehind = true;
    run.notices.push(reason);
  }
}

function underLock(run: SyncRun, name: string, rest: () => void): void {
  const waitMs = Math.max(0, Math.min(LOCK_WAIT_MS, run.deadlineMs - performance.now()));
  withLock({ locksDir: run.deps.layout.locksDir, name, waitMs }, rest);
}

/** Somebody asked for an index that is up to date, and it cannot be kept. */
function unkeptError({ indexPath }: WorkspaceLayout): MemoryError {
  if (isDiskFull(indexPath)) return diskFullError("write", indexPath);
  return new MemoryError(
    `Cannot write "${indexPath}": the medium is read-only, not yours to write, or reports errors`,
    {
      hint: "searches go on with what is there; put the data folder elsewhere with --data-dir",
    },
  );
}

/** Returns why an error leaves the index behind, as a sentence; `null` for what is nobody's fault but the program's. */
function reasonOf(error: unknown): string | null {
  if (error instanceof MemoryError && error.kind === "busy") return "Another process is indexing";
  if (!isOutOfRoom(error) && !isUnwritable(error)) return null;
  return error instanceof Error ? error.message : String(error);
}

function work(run: SyncRun, list: FileList): void {
  const { index } = run.deps;
  if (index.meta.identity() === null || index.isInMemory) index.meta.setIdentity(run.identity);
  else if (index.meta.identity() !== run.identity) {
    // Built by a process of another version or with other settings, perhaps while this one waited.
    run.isBehind = true;
    run.notices.push(OTHER_IDENTITY);
    return;
  }
  index.sweepRebuild(Date.now());
  bringUpToDate(run, list, index);
  settle(run);
}

/**
 * Builds anew under a lock of its own: the old index serves meanwhile, and other processes keep it up to date. Only the
 * last look at the files and the swap exclude them.
 */
function rebuildApart(run: SyncRun, list: FileList): void {
  const { index } = run.deps;
  try {
    underLock(run, "index-rebuild", () => {
      // Another process may have done it while this one waited.
      if (!isRebuilt(run)) return underLock(run, "index", () => work(run, list));
      index.rebuild(run.identity, {
        fill: (next) => bringUpToDate(run, list, next),
        exclusively: (rest) => underLock(run, "index", rest),
        catchUp: (next) => bringUpToDate(run, listAgain(run), next),
      });
      settle(run);
    });
  } catch (error) {
    // Half a second file on a full disk is in everybody's way.
    if (isOutOfRoom(error)) index.discardRebuild();
    throw error;
  }
}

/** Lines of a turn that is over have all been found once a run that began later has taken up everything. */
function settle(run: SyncRun): void {
  // Before the turns are settled: what is gone may have vanished in one of them.
  if (run.isCoreChanged) noteDepartures(run.deps);
  settleTurns(run.deps, run.isBehind ? [] : run.closedTurns);
}
