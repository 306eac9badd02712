/**
 * What a language model advised for one night, checked (SPEC 8.6, 10). A value: the planner takes it or leaves it, and
 * nothing in it can open a gate.
 *
 * @module
 */

/** What it would do with one candidate. */
export interface PlanAdvice {
  /** What it would do. */
  readonly action: "added" | "merged" | "superseded";
  /** The entry that would be joined or replaced, by its key; `null` for an addition. */
  readonly entry: string | null;
  /** Phrases made of the claim's own words; empty leaves them to the planner. */
  readonly triggers: readonly string[];
  /** 3 to 10; `null` leaves it to the planner. */
  readonly importance: number | null;
  /** The claim with words left out; `null` keeps it whole. */
  readonly text: string | null;
}

/** What the week was about, in the model's words; for `DREAMS.md` only. */
export interface Reflection {
  /** Plain sentences. */
  readonly text: string;
  /** Keys of the candidates that it was made from. */
  readonly sources: readonly string[];
  /** Keys of candidates that it points at, at most 3. */
  readonly highlights: readonly string[];
}

/** Why a part of it is missing. */
export interface AdviceFailure {
  /** What was asked. */
  readonly part: "plan" | "reflection";
  /** A sentence without a final stop; the night went on without. */
  readonly reason: string;
}

/** The advice for a night. */
export interface Advice {
  /** The model's name. */
  readonly model: string;
  /** By the key of the candidate; empty if there is no plan. */
  readonly plan: ReadonlyMap<string, PlanAdvice>;
  /** `null` if there is none. */
  readonly reflection: Reflection | null;
  /** What was asked in vain. */
  readonly failures: readonly AdviceFailure[];
  /** Questions that were asked. */
  readonly calls: number;
}

/** How a report tells of the model; JSON in this shape. */
export interface ModelReport {
  /** Its name. */
  readonly name: string;
  /** Questions that were asked; none in a dry run. */
  readonly calls: number;
  /** `used`: the plan was heard; `refused`: see the failures; `none`: it was not asked for one. */
  readonly plan: "used" | "refused" | "none";
  /** The same of the reflection. */
  readonly reflection: "used" | "refused" | "none";
  /** Why a part was refused; sentences without a final stop. */
  readonly failures: readonly string[];
}

/** Returns how a report tells of advice. */
export function modelReport({ model, plan, reflection, failures, calls }: Advice): ModelReport {
  const hasFailed = (part: AdviceFailure["part"]) => failures.some((each) => each.part === part);
  return {
    name: model,
    calls,
    plan: plan.size > 0 ? "used" : hasFailed("plan") ? "refused" : "none",
    reflection: reflection !== null ? "used" : hasFailed("reflection") ? "refused" : "none",
    failures: failures.map(({ reason }) => reason),
  };
}

/** Returns advice of a model that was not asked, or answered nothing that could be used. */
export function noAdvice(model: string, failures: readonly AdviceFailure[] = [], calls = 0): Advice {
  return { model, plan: new Map(), reflection: null, failures, calls };
}
