/**
 * The files and the index agree again (SPEC 5). The driver reads as the table of contents of the pipeline.
 *
 * @module
 */
import type { Clock } from "../base/clock.ts";
import { MemoryError } from "../base/errors.ts";
import type { UnbookedPolicy } from "../provenance/classify_line.ts";
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
import { detect, listingDigest } from "./detect.ts";
import { indexIdentity } from "./identity.ts";
import { bringUpToDate } from "./bring_up_to_date.ts";
import { reportOf, type SyncRun } from "./sync_run.ts";
import { hasToSettle, settleTurns, turnsToSettle } from "./turns/settle_turns.ts";

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
  const list = listFiles(deps.layout, { extraPaths: run.extraPaths, deadlineMs: run.deadlineMs });
  run.isBehind ||= list.isCutShort;
  if (options.workMs !== undefined) run.deadlineMs = performance.now() + options.workMs;
  for (const failure of list.failures) run.failures.push(failure);
  for (const skipped of list.skipped) run.skipped.push(skipped);
  if (hasWork(run, list)) workLocked(run, list);
  return reportOf(run, list);
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
    deadlineMs: options.budgetMs === undefined ? Infinity : performance.now() + options.budgetMs,
    onProgress: options.onProgress ?? (() => undefined),
    failures: [],
    skipped: [],
    notices: [],
    changed: 0,
    removed: 0,
    isBehind: false,
    isExact: true,
    knownChunks: null,
    closedTurns: turnsToSettle(deps),
  };
}

/** Looks without a lock: almost always there is nothing to do. */
function hasWork(run: SyncRun, list: FileList): boolean {
  const { deps: { index, state }, identity, isForced } = run;
  if (isForced || index.meta.identity() !== identity || hasToSettle(state)) return true;
  const mark = index.meta.ledgerMark();
  if (state.ledger.revision() !== mark.revision || state.taints.lastId() !== mark.taintId) return true;
  const known = index.meta.listing();
  if (known?.digest === listingDigest(list)) {
    run.knownChunks = known.chunks;
    return false;
  }
  const { suspects, gone } = detect(list, index.sources.stamps(), new Set());
  return suspects.length > 0 || gone.length > 0;
}

/** One process works on the index at a time; each looks again at what is left when its turn comes. */
function workLocked(run: SyncRun, list: FileList): void {
  const { index, layout } = run.deps;
  const isKept = !index.isReadonly && !index.isInMemory;
  if (!isKept && run.isRequired && isDiskFull(layout.indexPath)) throw diskFullError("write", layout.indexPath);
  if (index.isReadonly) {
    run.isBehind = true;
    return;
  }
  if (index.isInMemory) return work(run, list);
  const waitMs = Math.max(0, Math.min(LOCK_WAIT_MS, run.deadlineMs - performance.now()));
  try {
    withLock({ locksDir: layout.locksDir, name: "index", waitMs }, () => work(run, list));
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null || (run.isRequired && isOutOfRoom(error))) throw error;
    run.isBehind = true;
    run.notices.push(reason);
  }
}

/** Returns why an error leaves the index behind, as a sentence; `null` for what is nobody's fault but the program's. */
function reasonOf(error: unknown): string | null {
  if (error instanceof MemoryError && error.kind === "busy") return "Another process is indexing";
  if (!isOutOfRoom(error) && !isUnwritable(error)) return null;
  return error instanceof Error ? error.message : String(error);
}

function work(run: SyncRun, list: FileList): void {
  const { index } = run.deps;
  const built = index.meta.identity();
  if (built === null || (index.isInMemory && !run.isForced)) index.meta.setIdentity(run.identity);
  else if (run.isForced || built !== run.identity) {
    rebuild(run, list);
    settle(run);
    return;
  }
  index.discardRebuild();
  bringUpToDate(run, list, index);
  settle(run);
}

/** Lines of a turn that is over have all been found once a run that began later has taken up everything. */
function settle(run: SyncRun): void {
  settleTurns(run.deps, run.isBehind ? [] : run.closedTurns);
}

function rebuild(run: SyncRun, list: FileList): void {
  const { index } = run.deps;
  try {
    index.rebuild(run.identity, (next) => bringUpToDate(run, list, next));
  } catch (error) {
    // Half a second file on a full disk is in everybody's way.
    if (isOutOfRoom(error)) index.discardRebuild();
    throw error;
  }
}
