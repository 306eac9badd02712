import type { LocalDay } from "../../base/clock.ts";
import type { StandingEntry } from "../../curate/curated_change.ts";
import type { Evaluation } from "../deep/evaluate.ts";
import { additionOf, mayJoin, mergeOf, type PlannedOperation, supersessionOf } from "../deep/operation.ts";
import { refusalToSupersede } from "../deep/supersede.ts";
import type { Stated } from "../candidate.ts";
import type { PlanAdvice } from "./advice.ts";
import { mayBeLaterValue, maySayTheSame } from "./advised_prior.ts";

/** A plan that a model advised, with what bounds it. */
export interface AdvisedPlan {
  /** By the key of the candidate. */
  readonly plan: ReadonlyMap<string, PlanAdvice>;
  /** Whether the dream wrote an entry, by its key: nobody's own words leave on a model's word. */
  readonly isDreamWritten: (entryKey: string) => boolean;
}

/** What an operation is worked out from. */
export interface AdvisedFacts {
  /** The local day of the night. */
  readonly day: LocalDay;
  /** The advice for the candidate. */
  readonly advice: PlanAdvice;
  /** What the planner would do by itself. */
  readonly builtIn: PlannedOperation;
  /** The entries of the file. */
  readonly standing: readonly StandingEntry[];
  /** See {@linkcode AdvisedPlan.isDreamWritten}. */
  readonly isDreamWritten: (entryKey: string) => boolean;
  /** When the claims that made an entry were last stated, by its key. */
  readonly restated: ReadonlyMap<string, Stated>;
}

/**
 * Returns the operation that a model's advice leads to, or `null` if the planner's own stands. What the planner joins or
 * replaces by its rules stays so; of what it would only add, an entry may be joined or replaced within the bounds of
 * `maySayTheSame` and `mayBeLaterValue`, and what the writer asked for wins over what is advised.
 */
export function advisedOperation(evaluation: Evaluation, facts: AdvisedFacts): PlannedOperation | null {
  const { advice, builtIn, standing } = facts;
  if (builtIn.action === "merged") return null;
  if (builtIn.action === "superseded") {
    const { prior, key } = builtIn;
    return prior === null ? null : supersessionOf(evaluation, { entry: prior, key }, advice);
  }
  const prior = standing.find(({ entry }) => entry.key === advice.entry);
  if (prior === undefined) return additionOf(evaluation, advice);
  const advised = advice.action === "merged"
    ? advisedMerge(evaluation, prior)
    : advisedSupersession(evaluation, prior, facts);
  return advised ?? additionOf(evaluation, advice);
}

function advisedMerge(evaluation: Evaluation, prior: StandingEntry): PlannedOperation | null {
  const { candidate } = evaluation;
  if (!mayJoin(candidate, prior) || !maySayTheSame(candidate, prior)) return null;
  const merged = mergeOf(evaluation, prior);
  return "action" in merged ? { ...merged, advised: "action" } : null;
}

function advisedSupersession(
  evaluation: Evaluation,
  prior: StandingEntry,
  { day, advice, isDreamWritten, restated }: AdvisedFacts,
): PlannedOperation | null {
  const { candidate } = evaluation;
  const { entry } = prior;
  if (!isDreamWritten(entry.key) || !mayBeLaterValue(candidate, prior)) return null;
  const replaced = { entry: prior, key: entry.key, restated: restated.get(entry.key) };
  const refusal = refusalToSupersede(candidate, replaced, day);
  if (refusal !== null) return null;
  return { ...supersessionOf(evaluation, { entry: prior, key: null }, advice), advised: "action", isLoss: true };
}
