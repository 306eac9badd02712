/**
 * One night of the dream (SPEC 8): light, REM, deep, then the page for people. The driver reads as the table of contents.
 *
 * @module
 */
import type { Now } from "../base/clock.ts";
import { causeChain, MemoryError } from "../base/errors.ts";
import { type LockHolder, withLock } from "../store/lock.ts";
import { closeInterrupted, recordKnown, untoldPromotions, writePage } from "./after.ts";
import { deliberate, frameOf } from "./deep/deliberate.ts";
import { previewMemory, writeMemory } from "./deep/write.ts";
import { commitPhases, type DreamDeps, lookAhead } from "./night.ts";
import { reportOf, skippedReport, type SweepReport } from "./report.ts";
import { type Schedule, scheduleOf } from "./schedule.ts";

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
  /**
   * The index run just before saw every file. Only then is a booked line that nobody has seen known not to have come;
   * forgetting a row too early would forget that its line is untrusted.
   *
   * @default false
   */
  readonly isIndexWhole?: boolean;
}

/**
 * Runs a sweep and returns its report. At most one runs at a time, and one a local day unless forced.
 *
 * @throws {MemoryError} busy, naming the process and when it began, if another sweep runs
 * @throws {MemoryError} failed, if `MEMORY.md` or the state cannot be written
 */
export function sweep(deps: DreamDeps, request: SweepRequest): SweepReport {
  const now = deps.clock.now();
  const schedule = scheduleFor(deps, request, now);
  if (schedule.run === "skip") return skippedReport(schedule);
  if (schedule.run === "preview") return dryNight(deps, { schedule, now, sweepId: null }).report;
  const lock = { locksDir: deps.layout.locksDir, name: "sweep", waitMs: 0, onBusy: busy };
  return withLock(lock, () => {
    // Asked again under the lock: the sweep that held it a moment ago may have been this day's.
    const current = scheduleFor(deps, request, now);
    return current.run === "skip" ? skippedReport(current) : recordedNight(deps, { request, schedule: current, now });
  });
}

/** One run of the phases. */
interface Run {
  readonly report: SweepReport;
  /** Candidates that passed every gate. */
  readonly promotable: number;
}

interface RunFrame {
  readonly schedule: Schedule;
  readonly now: Now;
}

function recordedNight(deps: DreamDeps, { request, schedule, now }: RunFrame & { request: SweepRequest }): SweepReport {
  const { sweeps } = deps.state;
  const mode = schedule.run === "real" ? "real" : "dry";
  const isScheduled = request.isScheduled || !request.isTypedByOwner;
  const sweepId = sweeps.begin({ day: now.day, startedAt: now.iso, mode, isScheduled });
  const end = (status: SweepReport["status"] | "failed", promotable: number, report: unknown) =>
    sweeps.finish(sweepId, {
      status,
      finishedAt: deps.clock.now().iso,
      promotable,
      report: JSON.stringify(report),
    });
  try {
    const run = (mode === "real" ? realNight : dryNight)(deps, { schedule, now, sweepId });
    if (mode === "real") closeInterrupted(deps, { sweepId, now, isIndexWhole: request.isIndexWhole ?? false });
    end(run.report.status, run.promotable, run.report);
    return run.report;
  } catch (error) {
    end("failed", 0, { error: causeChain(error).join(": ") });
    throw error;
  }
}

function realNight(deps: DreamDeps, { schedule, now, sweepId }: RunFrame & { sweepId: number }): Run {
  const untold = untoldPromotions(deps, sweepId);
  const night = lookAhead(deps, now);
  commitPhases(deps, night);
  const deep = deliberate(night.pool, frameOf(deps, now));
  const outcome = writeMemory(deep.ready, deps, { sweepId, now });
  const known = recordKnown(deps, { sweepId, night });
  const report = reportOf({ sweepId, schedule, night, deep, draft: outcome.draft, config: deps.config });
  const page = writePage(deps, { sweepId, night, deep, draft: outcome.draft, report, late: [...untold, ...known] });
  const notices = [...report.notices, ..."failure" in page ? [page.failure] : []];
  const isQuiet = outcome.draft.operations.length === 0 && "path" in page && page.path === null;
  const status = notices.length > 0 ? "partial" : isQuiet ? "quiet" : "done";
  const diary = "path" in page ? page.path : null;
  return { report: { ...report, status, diary, notices }, promotable: countPromotable(deep.evaluations) };
}

function dryNight(deps: DreamDeps, { schedule, now, sweepId }: RunFrame & { sweepId: number | null }): Run {
  const night = lookAhead(deps, now);
  const deep = deliberate(night.pool, frameOf(deps, now));
  const { draft } = previewMemory(deep.ready, deps, now);
  const report = reportOf({ sweepId, schedule, night, deep, draft, config: deps.config });
  return { report, promotable: countPromotable(deep.evaluations) };
}

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

function countPromotable(evaluations: readonly { readonly stop: unknown }[]): number {
  return evaluations.filter(({ stop }) => stop === null).length;
}

function busy(holder: LockHolder | null): MemoryError {
  const who = holder === null ? "another process" : `process ${holder.pid}, since ${holder.since},`;
  return new MemoryError(`Cannot start a sweep: ${who} is running one`, {
    kind: "busy",
    hint: "wait until it has ended; memory dream --dry-run works meanwhile",
  });
}
