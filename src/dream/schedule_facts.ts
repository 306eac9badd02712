import type { Now } from "../base/clock.ts";
import { consentOf } from "./consent.ts";
import type { DreamDeps } from "./night.ts";
import type { ScheduleFacts } from "./schedule.ts";

/** Ends of a sweep that count as the sweep of its day. */
const FINISHED: ReadonlySet<string> = new Set(["done", "quiet", "partial", "dry-run"]);

/** Returns all that the decision about a sweep depends on, as the state says now. */
export function factsFor(
  { state, config }: Pick<DreamDeps, "state" | "config">,
  request: Pick<ScheduleFacts, "isTypedByOwner" | "isScheduled" | "isDryRun" | "isForced">,
  now: Now,
): ScheduleFacts {
  const today = state.sweeps.ofDay(now.day).filter(({ status }) => FINISHED.has(status));
  const { isTypedByOwner, isScheduled, isDryRun, isForced } = request;
  return {
    isTypedByOwner,
    isScheduled,
    isDryRun,
    isForced,
    consent: consentOf(state.meta, config),
    dryNights: state.sweeps.dryNightsWithPromotable(),
    dryNightsNeeded: config.dryNights,
    hadReal: today.some(({ mode }) => mode === "real"),
    hadDry: today.some(({ mode }) => mode === "dry"),
  };
}
