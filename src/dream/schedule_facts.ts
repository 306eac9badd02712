import type { Now } from "../base/clock.ts";
import { consentOf } from "./consent.ts";
import type { DreamDeps } from "./night.ts";
import type { ScheduleFacts } from "./schedule.ts";

/** Ends of a sweep that count as the sweep of its day. */
export const FINISHED: ReadonlySet<string> = new Set(["done", "quiet", "partial", "dry-run"]);

/** What the facts are read from. */
export interface FactsDeps extends Pick<DreamDeps, "config"> {
  /** The nights, and what was said about them. */
  readonly state: Pick<DreamDeps["state"], "sweeps" | "meta">;
}

/** Returns all that the decision about a sweep depends on, as the state says now. */
export function factsFor(
  { state, config }: FactsDeps,
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
