/**
 * One night of the dream (SPEC 8): light, REM, deep, then the page for people. The driver reads as the table of contents.
 *
 * @module
 */
import type { Now } from "../base/clock.ts";
import { causeChain, MemoryError } from "../base/errors.ts";
import { recoverCurated } from "../curate/with_curated_lock.ts";
import type { Advice } from "./advice/advice.ts";
import type { SweepKind } from "../store/state/sweeps.ts";
import { turnDownDeleted } from "./turn_down_deleted.ts";
import { type LockHolder, withLock } from "../store/lock.ts";
import { closeInterrupted, killedSweeps, recordKnown, untoldPromotions, writePage } from "./after.ts";
import { killedPriors } from "./killed_priors.ts";
import { deliberate, frameOf } from "./deep/deliberate.ts";
import { previewMemory, writeMemory } from "./deep/write.ts";
import { commitPhases, type DreamDeps, type EarlyPhase, lookAhead } from "./night.ts";
import { reportOf, skippedReport, type SweepReport } from "./report.ts";
import { type Schedule, scheduleOf } from "./schedule.ts";
import { changeDirectives } from "./directives.ts";
import { factsFor } from "./schedule_facts.ts";

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
  /** Told what is being done, for people who wait. @default nobody is told */
  readonly onProgress?: (line: string) => void;
}

/**
 * Runs a sweep and returns its report. At most one runs at a time, and one a local day unless forced.
 *
 * @param advice what a language model advised for the night; only one that writes takes it
 * @throws {MemoryError} busy, naming the process and when it began, if another sweep runs
 * @throws {MemoryError} failed, if `MEMORY.md` or the state cannot be written
 */
export function sweep(deps: DreamDeps, request: SweepRequest, advice?: Advice): SweepReport {
  const now = deps.clock.now();
  const schedule = scheduleFor(deps, request, now);
  if (schedule.run === "skip") return skippedReport(schedule, advice);
  if (schedule.run === "preview") return dryNight(deps, { schedule, now, advice, sweepId: null }).report;
  return withSweepLock(deps, () => {
    // Asked again under the lock: the sweep that held it a moment ago may have been this day's.
    const current = scheduleFor(deps, request, now);
    return current.run === "skip"
      ? skippedReport(current, advice)
      : recordedNight(deps, { request, schedule: current, now, advice, kind: "night" });
  });
}

/** Which phase runs, and for whom. */
export interface PhaseRequest extends Pick<SweepRequest, "isTypedByOwner" | "isDryRun" | "onProgress"> {
  /** The only phase that does its work. */
  readonly phase: "light" | "rem" | "deep";
}

/**
 * Runs one phase by itself, which is no night: `light` and `rem` store what they find, `deep` writes. Whoever is not the
 * owner only sees what it would do.
 *
 * @throws {MemoryError} as {@linkcode sweep}
 */
export function runPhase(deps: DreamDeps, request: PhaseRequest, advice?: Advice): SweepReport {
  const { phase, isTypedByOwner, isDryRun } = request;
  const now = deps.clock.now();
  const isReal = isTypedByOwner && !isDryRun;
  const why = isReal
    ? `Only ${phase}, typed by the owner`
    : isDryRun
    ? "Asked for with --dry-run; nothing was changed"
    : "Only the owner runs a single phase for real; nothing was changed";
  const schedule: Schedule = { run: isReal ? "real" : "preview", why };
  if (phase !== "deep") return earlyPhase(deps, { phase, schedule, now, advice });
  const frame = { schedule, now, advice, phases: [] };
  if (!isReal) return dryNight(deps, { ...frame, sweepId: null }).report;
  return withSweepLock(deps, () => recordedNight(deps, { ...frame, request, kind: "order" }));
}

function earlyPhase(
  deps: DreamDeps,
  { phase, schedule, now, advice }: RunFrame & { phase: "light" | "rem" },
): SweepReport {
  const look = () => lookAhead(deps, now, { phases: [phase] });
  const run = () => {
    const night = look();
    commitPhases(deps, night);
    return night;
  };
  const night = schedule.run === "real" ? withSweepLock(deps, run) : look();
  const deep = { evaluations: [], ready: [], stopped: [] };
  const draft = { text: "", operations: [], stopped: [], retired: [], mayRetire: [], isFallback: false };
  const report = reportOf({ sweepId: null, schedule, night, deep, draft, advice, config: deps.config });
  const status = schedule.run !== "real" ? "dry-run" : report.notices.length > 0 ? "partial" : "done";
  return { ...report, status, candidates: night.pool.length };
}

function withSweepLock<T>({ layout }: DreamDeps, work: () => T): T {
  return withLock({ locksDir: layout.locksDir, name: "sweep", waitMs: 0, onBusy: busySweep }, work);
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
  /** Left out: light and REM do their work. */
  readonly phases?: readonly EarlyPhase[];
  /** What a language model advised; left out if none is configured. */
  readonly advice?: Advice | undefined;
}

interface RecordFrame extends RunFrame {
  readonly request: Partial<SweepRequest> & Pick<SweepRequest, "isTypedByOwner">;
  readonly kind: SweepKind;
}

function recordedNight(deps: DreamDeps, { request, kind, ...frame }: RecordFrame): SweepReport {
  const { schedule, now } = frame;
  const { state, state: { sweeps } } = deps;
  const mode = schedule.run === "real" ? "real" : "dry";
  const isScheduled = (request.isScheduled ?? false) || !request.isTypedByOwner;
  // Waits for the disk: a page may name its number.
  const sweepId = sweeps.begin({ day: now.day, startedAt: now.iso, mode, isScheduled, kind });
  const end = (status: SweepReport["status"] | "failed", promotable: number, report: unknown) => {
    const finishedAt = deps.clock.now().iso;
    const record = () => sweeps.finish(sweepId, { status, finishedAt, promotable, report: JSON.stringify(report) });
    // After a quiet night no file tells of it: lost in a power cut, it is as if the night had not been.
    if (status === "quiet") state.logging(record);
    else record();
  };
  try {
    const run = (mode === "real" ? realNight : dryNight)(deps, { ...frame, sweepId, onProgress: request.onProgress });
    if (mode === "real") closeInterrupted(deps, { sweepId, now, isIndexWhole: request.isIndexWhole ?? false });
    end(run.report.status, run.promotable, run.report);
    return run.report;
  } catch (error) {
    end("failed", 0, { error: causeChain(error).join(": ") });
    throw error;
  }
}

interface RealFrame extends RunFrame {
  readonly sweepId: number;
  readonly onProgress?: ((line: string) => void) | undefined;
}

function realNight(deps: DreamDeps, { schedule, now, phases, sweepId, advice, onProgress }: RealFrame): Run {
  const saved = recoverCurated(deps.layout)
    .map((name) => `${name} has what an editor saved in the moment in which an earlier write was killed`);
  turnDownDeleted(deps, now.iso);
  const untold = untoldPromotions(deps, sweepId);
  const night = lookAhead(deps, now, phases && { phases });
  // Durable with the night's first deed, or with its end; before that there is nothing to tell of.
  deps.state.logging(() => commitPhases(deps, night));
  onProgress?.(`Weighing ${night.pool.length} claims …`);
  const deep = deliberate(night.pool, frameOf(deps, now));
  onProgress?.(`Writing ${deep.ready.length} …`);
  const priors = killedPriors(deps, { night, killed: killedSweeps(deps, sweepId) });
  // Nobody to write for: the file stays as it is, and nobody who writes it has to wait for that.
  const outcome = deep.ready.length === 0
    ? previewMemory([], deps, night)
    : writeMemory(deep.ready, deps, { sweepId, now, advice, restated: night.restated });
  const known = recordKnown(deps, { sweepId, night, priors });
  const directives = changeDirectives(deps, deep.evaluations, sweepId);
  const planned = reportOf({ sweepId, schedule, night, deep, draft: outcome.draft, advice, config: deps.config });
  const report = {
    ...planned,
    directives: directives.deeds,
    notices: [...saved, ...planned.notices, ...directives.notices],
  };
  const late = [...untold, ...known];
  const page = writePage(deps, { sweepId, night, deep, draft: outcome.draft, report, late, advice });
  const notices = [...report.notices, ..."failure" in page ? [page.failure] : []];
  const isQuiet = outcome.draft.operations.length + outcome.draft.retired.length === 0 && "path" in page &&
    page.path === null;
  const status = notices.length > 0 ? "partial" : isQuiet ? "quiet" : "done";
  const diary = "path" in page ? page.path : null;
  return { report: { ...report, status, diary, notices }, promotable: countPromotable(deep.evaluations) };
}

function dryNight(
  deps: DreamDeps,
  { schedule, now, phases, advice, sweepId }: RunFrame & { sweepId: number | null },
): Run {
  const night = lookAhead(deps, now, phases && { phases });
  const deep = deliberate(night.pool, frameOf(deps, now));
  const { draft } = previewMemory(deep.ready, deps, night);
  const report = reportOf({ sweepId, schedule, night, deep, draft, advice, config: deps.config });
  return { report, promotable: countPromotable(deep.evaluations) };
}

function scheduleFor(deps: DreamDeps, request: SweepRequest, now: Now): Schedule {
  return scheduleOf(factsFor(deps, request, now));
}

function countPromotable(evaluations: readonly { readonly stop: unknown }[]): number {
  return evaluations.filter(({ stop }) => stop === null).length;
}

/** Returns what a sweep that is called now would be. */
export function nextRun(deps: DreamDeps, request: SweepRequest): Schedule["run"] {
  return scheduleFor(deps, request, deps.clock.now()).run;
}

/** Makes the error of a sweep that finds another one at work. */
export function busySweep(holder: LockHolder | null): MemoryError {
  const who = holder === null ? "another process" : `process ${holder.pid}, since ${holder.since},`;
  return new MemoryError(`Cannot start a sweep: ${who} is running one`, {
    kind: "busy",
    hint: "wait until it has ended; memory dream --dry-run works meanwhile",
  });
}
