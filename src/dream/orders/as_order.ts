import { MemoryError } from "../../base/errors.ts";
import { withLock } from "../../store/lock.ts";
import type { DreamDeps } from "../night.ts";

/** How long an order waits for a sweep to end, in milliseconds: a night takes seconds. */
const SWEEP_WAIT_MS = 10_000;

/**
 * Carries out an order of the owner's under the lock of sweeps and on record, so that it can be told and undone.
 *
 * @param order.action what is done, for messages, such as `undo the sweep`
 * @param order.told what the record keeps of the result, as JSON. @default nothing
 * @param work gets the number of the record
 * @throws {MemoryError} busy, while a sweep runs; what `work` throws
 */
export function asOrder<T>(
  deps: DreamDeps,
  { action, told = () => ({}) }: { readonly action: string; told?(result: T): object },
  work: (sweepId: number) => T,
): T {
  const { state, clock } = deps;
  return besideSweeps(deps, action, () => {
    const now = clock.now();
    const sweepId = state.sweeps.begin({
      day: now.day,
      startedAt: now.iso,
      mode: "real",
      isScheduled: false,
      kind: "order",
    });
    const end = (status: "done" | "failed", report: object = {}) =>
      state.sweeps.finish(sweepId, {
        status,
        finishedAt: clock.now().iso,
        promotable: 0,
        report: JSON.stringify(report),
      });
    try {
      const result = work(sweepId);
      end("done", told(result));
      return result;
    } catch (error) {
      end("failed");
      throw error;
    }
  });
}

/**
 * Does something while no sweep runs, off the record.
 *
 * @param action what is done, for messages
 * @throws {MemoryError} busy, while a sweep runs; what `work` throws
 */
export function besideSweeps<T>({ layout }: Pick<DreamDeps, "layout">, action: string, work: () => T): T {
  const onBusy = () =>
    new MemoryError(`Cannot ${action}: a sweep is running`, { kind: "busy", hint: "try again when it has ended" });
  return withLock({ locksDir: layout.locksDir, name: "sweep", waitMs: SWEEP_WAIT_MS, onBusy }, work);
}
