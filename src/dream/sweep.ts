/**
 * One night of the dream (SPEC 8): light, REM, deep; then the page for people. The driver reads as the table of contents.
 *
 * @module
 */
import type { Now } from "../base/clock.ts";
import { MemoryError } from "../base/errors.ts";
import { withLock } from "../store/lock.ts";
import { deliberate, type Deliberation } from "./deep/deliberate.ts";
import { previewMemory, writeMemory, type WriteOutcome } from "./deep/write.ts";
import { fileReader } from "./live_file.ts";
import { liveLookUp } from "./live_lines.ts";
import { nearMisses } from "./near_misses.ts";
import { commitPhases, type DreamDeps, lookAhead, type Night } from "./night.ts";
import { closeInterrupted, recordKnown, writePage } from "./after.ts";
import { countStops, phaseNotices, preferencesOf, promotedOf, type SweepReport } from "./report.ts";
import { type Schedule, scheduleOf } from "./schedule.ts";
import { formatAnchor } from "../workspace/annotation.ts";

/** How a sweep was called. */
export interface SweepRequest {
  /** The owner typed it at a terminal. */
  readonly isTypedByOwner: boolean;
  /** `--scheduled`. */
  readonly isScheduled: boolean;
  /** `--dry-run`: changes no file, candidate, recall or signal. */
  readonly isDryRun: boolean;
  /** `--force`: also if this local day had its sweep. */
  readonly isForced: boolean;
}

/**
 * Runs a sweep and returns its report. At most one runs at a time, and one a local day unless forced.
 *
 * @throws {MemoryError} busy, naming the process and when it began, if another sweep runs
 * @throws {MemoryError} failed, if a file or the state cannot be written
 */
export function sweep(deps: DreamDeps, request: SweepRequest): SweepReport {
  const now = deps.clock.now();
  const schedule = scheduleFor(deps, request, now);
  if (schedule.run === "skip") return skipped(schedule);
  if (schedule.run === "preview") return preview(deps, schedule, now);
  const lock = { locksDir: deps.layout.locksDir, name: "sweep", waitMs: 0, onBusy: busy };
  return withLock(lock, () => {
    // Asked again under the lock: the sweep that held it a moment ago may have been this day's.
    const current = scheduleFor(deps, request, now);
    if (current.run === "skip") return skipped(current);
    return recorded(deps, { schedule: current, isScheduled: !request.isTypedByOwner || request.isScheduled, now });
  });
}

interface RecordedRun {
  readonly schedule: Schedule;
  readonly isScheduled: boolean;
  readonly now: Now;
}

function recorded(deps: DreamDeps, { schedule, isScheduled, now }: RecordedRun): SweepReport {
  const { sweeps } = deps.state;
  const mode = schedule.run === "real" ? "real" : "dry";
  const id = sweeps.begin({ day: now.day, startedAt: now.iso, mode, isScheduled });
  const end = (status: SweepReport["status"] | "failed", promotable: number, report: string) =>
    sweeps.finish(id, { status, finishedAt: deps.clock.now().iso, promotable, report });
  try {
    const run = mode === "real" ? realNight(deps, schedule, { id, now }) : dryNight(deps, schedule, { id, now });
    end(run.report.status, run.promotable, JSON.stringify(run.report));
    return run.report;
  } catch (error) {
    end("failed", 0, JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
    throw error;
  }
}

interface Run {
  readonly report: SweepReport;
  /** Candidates that passed every gate. */
  readonly promotable: number;
}

function realNight(deps: DreamDeps, schedule: Schedule, { id, now }: { id: number; now: Now }): Run {
  const interrupted = deps.state.sweeps.list(RECENT_SWEEPS).filter((row) => row.status === "running" && row.id !== id);
  const night = lookAhead(deps, now);
  commitPhases(deps, night);
  const deep = deliberate(night.pool, frameOf(deps, now));
  const outcome = writeMemory(deep.ready, deps, { sweepId: id, now });
  const recovered = recordKnown(deps, { sweepId: id, night });
  const told = tell({ deps, night, deep, outcome }, { schedule, sweep: id });
  const late = [...interrupted.flatMap((row) => deps.state.promotions.ofSweep(row.id)), ...recovered];
  const diary = writePage(deps, { sweepId: id, night, deep, outcome, report: told, late });
  closeInterrupted(deps, interrupted, now);
  const isQuiet = diary === null && outcome.draft.operations.length === 0;
  const status = told.notices.length > 0 ? "partial" : isQuiet ? "quiet" : "done";
  return { report: { ...told, status, diary }, promotable: promotableCount(deep) };
}

function dryNight(deps: DreamDeps, schedule: Schedule, { id, now }: { id: number | null; now: Now }): Run {
  const night = lookAhead(deps, now);
  const deep = deliberate(night.pool, frameOf(deps, now));
  const outcome = previewMemory(deep.ready, deps, now);
  return { report: tell({ deps, night, deep, outcome }, { schedule, sweep: id }), promotable: promotableCount(deep) };
}

function preview(deps: DreamDeps, schedule: Schedule, now: Now): SweepReport {
  return dryNight(deps, schedule, { id: null, now }).report;
}

/** Sweeps among which an interrupted one is looked for: the next one closes it, so it is never far back. */
const RECENT_SWEEPS = 50;

function scheduleFor({ state, config }: DreamDeps, request: SweepRequest, now: Now): Schedule {
  const today = state.sweeps.ofDay(now.day).filter(({ status }) => FINISHED.has(status));
  return scheduleOf({
    ...request,
    isEnabled: config.enabled,
    dryNights: state.sweeps.dryNightsWithPromotable(),
    dryNightsNeeded: config.dryNights,
    hadReal: today.some(({ mode }) => mode === "real"),
    hadDry: today.some(({ mode }) => mode === "dry"),
  });
}

const FINISHED: ReadonlySet<string> = new Set(["done", "quiet", "partial", "dry-run"]);

function frameOf(deps: DreamDeps, now: Now): Parameters<typeof deliberate>[1] {
  const live = liveLookUp({ read: fileReader(deps), originsOf: deps.originsOf, today: now.day });
  return { now, config: deps.config.deep, live };
}

interface Told {
  readonly deps: DreamDeps;
  readonly night: Night;
  readonly deep: Deliberation;
  readonly outcome: WriteOutcome;
}

function tell(
  { deps, night, deep, outcome }: Told,
  { schedule, sweep: id }: { schedule: Schedule; sweep: number | null },
): SweepReport {
  const { light, rem, now } = night;
  const { draft } = outcome;
  return {
    sweep: id,
    status: "dry-run",
    mode: schedule.run === "real" ? "real" : "dry",
    why: schedule.why,
    candidates: deep.evaluations.length,
    promoted: draft.operations.map(promotedOf),
    stopped: countStops(deep.evaluations, [...deep.stopped, ...draft.stopped]),
    nearMisses: nearMisses(deep.evaluations, { now, config: deps.config.deep, count: deps.config.nearMisses }),
    proposals: preferencesOf(deep.evaluations).map(({ candidate: { key, text, source } }) => ({
      key,
      text,
      source: formatAnchor(source),
    })),
    themes: "value" in rem ? rem.value.themes : [],
    light: "value" in light
      ? { staged: light.value.staged.length, waiting: light.value.waiting }
      : { staged: 0, waiting: 0 },
    diary: null,
    notices: phaseNotices(night),
  };
}

function promotableCount({ evaluations }: Deliberation): number {
  return evaluations.filter(({ stop }) => stop === null).length;
}

function skipped(schedule: Schedule): SweepReport {
  return {
    sweep: null,
    status: "skipped",
    mode: "dry",
    why: schedule.why,
    candidates: 0,
    promoted: [],
    stopped: {},
    nearMisses: [],
    proposals: [],
    themes: [],
    light: { staged: 0, waiting: 0 },
    diary: null,
    notices: [],
  };
}

function busy(holder: { readonly pid: number; readonly since: string } | null): MemoryError {
  const who = holder === null ? "another process" : `process ${holder.pid}, since ${holder.since}`;
  return new MemoryError(`Cannot start a sweep: ${who} is running one`, {
    kind: "busy",
    hint: "wait until it has ended; memory dream --dry-run works meanwhile",
  });
}
