/**
 * `--watch`: takes changes up as they come. Every batch is a plain run, so whatever happens to this process, and whatever
 * other processes do meanwhile, nothing is ever in another state than they could leave it in.
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import { type LockHolder, takeLock } from "../../store/lock.ts";
import { ChangeBell } from "./change_bell.ts";
import { type ChangeEvents, changeEvents } from "./change_events.ts";

/** What one batch did, as far as the watch has to know. */
export interface BatchOutcome {
  /** Something is left to do, and it is no use to wait for further changes before trying again. */
  readonly isBehind: boolean;
  /** Files were taken up or removed. */
  readonly hasChanged: boolean;
}

/** What {@linkcode watchFiles} works with. */
export interface WatchDeps {
  /** Where the locks lie. */
  readonly locksDir: string;
  /** The lock that keeps a second watch of the same kind out, and what is watched, for its message. */
  readonly lock: { readonly name: string; readonly watched: string };
  /** Files and folders that are looked at, absolute. */
  readonly paths: readonly string[];
  /** Milliseconds without a change before a batch begins. */
  readonly debounceMs: number;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /**
   * Does a part of the work that takes about so many milliseconds, and says how far it came; it opens the databases
   * itself, since they may be deleted, replaced or rebuilt between two batches.
   */
  runBatch(workMs: number): Promise<BatchOutcome>;
  /** Told whole sentences for people. */
  onNotice(notice: string): Promise<void>;
  /** Told that everything is looked at, before the first batch. */
  onReady(): Promise<void>;
}

/**
 * Watches until it is told to stop.
 *
 * @throws {MemoryError} busy, when another process watches this workspace; whatever the first batch throws
 */
export async function watchFiles(deps: WatchDeps): Promise<void> {
  const { locksDir, lock: { name, watched } } = deps;
  const release = takeLock({ locksDir, name, waitMs: 0, onBusy: busyError(watched) });
  const bell = new ChangeBell();
  const events = lookOut(deps, bell);
  try {
    await untilStopped(events.isReady, deps.signal);
    if (deps.signal.aborted) return;
    await deps.onReady();
    let last = await takeUp(deps);
    for (let pauseMs = MIN_PAUSE_MS;;) {
      const quietMs = last.isBehind ? pauseMs : last.hasChanged ? SETTLING_MS : events.checkMs();
      const { debounceMs, signal } = deps;
      if (await bell.next({ debounceMs, quietMs, signal }) === "stopped") return;
      last = await attempt(deps);
      pauseMs = last.isBehind ? Math.min(2 * pauseMs, MAX_PAUSE_MS) : MIN_PAUSE_MS;
    }
  } finally {
    await events.close();
    release();
  }
}

/** Work between two looks at the signal: a stop takes no longer than this and the file that is at work. */
const SLICE_MS = 400;
/** Pauses before what could not be done is tried again; each is twice the one before. */
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/**
 * A stamp younger than two seconds proves nothing: once it does, the file is hashed again, so that no search has to, and a
 * write of which no event told is found.
 */
const SETTLING_MS = 2_500;
/** Without events the disk is compared with the index this often; 10,000 files take a tenth of a second. */
const CHECK_MS = 5_000;
/** With events they are compared all the same: network folders send none, and the system may drop some. */
const SAFETY_CHECK_MS = 60_000;

interface LookOut extends ChangeEvents {
  /** Milliseconds until the disk is looked at although nothing was heard. */
  checkMs(): number;
}

function lookOut({ paths, onNotice }: WatchDeps, bell: ChangeBell): LookOut {
  let isDeaf = false;
  const events = changeEvents({
    paths,
    onChange: () => bell.ring(),
    onExhausted: (code) => {
      isDeaf = true;
      bell.ring();
      void onNotice(`The system gives no more events (${code}): the files are compared every ${CHECK_MS / 1_000} s`);
    },
  });
  return { ...events, checkMs: () => isDeaf ? CHECK_MS : SAFETY_CHECK_MS };
}

/** Runs a batch that may fail, as while the disk is full or a folder is away: it is tried again later. */
async function attempt(deps: WatchDeps): Promise<BatchOutcome> {
  try {
    return await takeUp(deps);
  } catch (error) {
    if (!(error instanceof MemoryError) || error.kind === "defect") throw error;
    await deps.onNotice(error.message);
    return { isBehind: true, hasChanged: false };
  }
}

/** Takes up all changes in slices, as far as it gets. */
async function takeUp({ runBatch, signal }: WatchDeps): Promise<BatchOutcome> {
  let hasChangedAny = false;
  for (let workMs = SLICE_MS; !signal.aborted;) {
    const { isBehind, hasChanged } = await runBatch(workMs);
    hasChangedAny ||= hasChanged;
    if (!isBehind || (!hasChanged && workMs > SLICE_MS)) return { isBehind, hasChanged: hasChangedAny };
    // Looking again at what only may have changed is begun anew by each slice: a longer one gets through.
    if (!hasChanged) workMs *= LONGER;
    await Bun.sleep(0);
  }
  return { isBehind: true, hasChanged: hasChangedAny };
}

/** A slice without any progress is followed by one that is so many times as long. */
const LONGER = 8;

async function untilStopped(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => resolve(), { once: true });
  if (!signal.aborted) await Promise.race([work, promise]);
}

function busyError(watched: string): (holder: LockHolder | null) => MemoryError {
  return (holder) => {
    const who = holder === null ? "another process" : `process ${holder.pid} since ${holder.since}`;
    return new MemoryError(`Cannot watch ${watched}: it is watched by ${who}`, {
      kind: "busy",
      hint: "one is enough; end that one first if it should be this",
    });
  };
}
