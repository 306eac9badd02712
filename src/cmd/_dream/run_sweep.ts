/**
 * A sweep, with the advice of a language model where one is configured (SPEC 10).
 *
 * @module
 */
import type { App } from "../../app/app.ts";
import { sweepSessions } from "../../capture/ingest/sweep_sessions.ts";
import type { Adviser } from "../../dream/advice/advise_night.ts";
import type { DreamDeps } from "../../dream/night.ts";
import type { SweepReport } from "../../dream/report.ts";
import { type PhaseRequest, runPhase, sweep, type SweepRequest } from "../../dream/sweep.ts";

/**
 * Runs a sweep. Redacted transcripts that are too old go with a night that nobody only wanted to see: who takes up no transcripts
 * any more has them deleted all the same (SPEC 7.4).
 *
 * @throws {MemoryError} as `sweep`; failed, if an old transcript cannot be deleted
 */
export async function runSweepWith(app: App, deps: DreamDeps, request: SweepRequest): Promise<SweepReport> {
  const report = await sweepWith(app, deps, request);
  if (request.isDryRun !== true && !app.state.isReadonly) sweepSessions(app, app.config.sessions.keepDays);
  return report;
}

async function sweepWith(app: App, deps: DreamDeps, request: SweepRequest): Promise<SweepReport> {
  const adviser = await adviserOf(app);
  if (adviser === null) return sweep(deps, request);
  const { advisedSweep } = await import("../../dream/advice/advised_sweep.ts");
  return await advisedSweep(deps, request, adviser);
}

/** Runs one phase of a sweep. @throws {MemoryError} as `runPhase` */
export async function runPhaseWith(app: App, deps: DreamDeps, request: PhaseRequest): Promise<SweepReport> {
  const adviser = await adviserOf(app);
  if (adviser === null) return runPhase(deps, request);
  const { advisedPhase } = await import("../../dream/advice/advised_sweep.ts");
  return await advisedPhase(deps, request, adviser);
}

async function adviserOf(app: App): Promise<Adviser | null> {
  const model = await app.model("plan");
  return model === null ? null : { model, timeoutMs: app.config.model.timeoutMs };
}
