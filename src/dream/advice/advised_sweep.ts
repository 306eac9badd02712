import { takeLock } from "../../store/lock.ts";
import type { DreamDeps } from "../night.ts";
import type { SweepReport } from "../report.ts";
import { busySweep, nextRun, type PhaseRequest, runPhase, sweep, type SweepRequest } from "../sweep.ts";
import { noAdvice } from "./advice.ts";
import { adviseNight, type Adviser } from "./advise_night.ts";

/**
 * Runs a sweep whose plan a language model may advise on (SPEC 8.6, 10). Only a sweep that writes asks it: what a dry run
 * shows is what would happen without one.
 *
 * @throws {MemoryError} as `sweep`
 */
export async function advisedSweep(deps: DreamDeps, request: SweepRequest, adviser: Adviser): Promise<SweepReport> {
  const isReal = nextRun(deps, request) === "real";
  return await advised(deps, { adviser, isReal, request, run: (advice) => sweep(deps, request, advice) });
}

/** Runs one phase; see {@linkcode advisedSweep}. */
export async function advisedPhase(deps: DreamDeps, request: PhaseRequest, adviser: Adviser): Promise<SweepReport> {
  const isReal = request.phase === "deep" && request.isTypedByOwner && !request.isDryRun;
  return await advised(deps, { adviser, isReal, request, run: (advice) => runPhase(deps, request, advice) });
}

interface Run {
  readonly adviser: Adviser;
  readonly isReal: boolean;
  readonly request: Pick<SweepRequest, "onProgress">;
  readonly run: (advice: Awaited<ReturnType<typeof adviseNight>>) => SweepReport;
}

async function advised(deps: DreamDeps, { adviser, isReal, request, run }: Run): Promise<SweepReport> {
  if (!isReal) return run(noAdvice(adviser.model.name));
  // Of two that begin together only one asks; the sweep itself then takes its own lock.
  const release = takeLock({ locksDir: deps.layout.locksDir, name: "advice", waitMs: 0, onBusy: busySweep });
  try {
    request.onProgress?.(`Asking ${adviser.model.name} …`);
    return run(await adviseNight(deps, adviser, deps.clock.now()));
  } finally {
    release();
  }
}
