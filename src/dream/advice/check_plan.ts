/**
 * Reads a plan that a model answered with and believes nothing of it: keys that were given, every candidate once, the
 * claim's own words. One wrong part, and the whole plan is refused: who errs in one place is not to be trusted in another.
 *
 * @module
 */
import * as z from "zod/mini";
import type { StandingEntry } from "../../curate/curated_change.ts";
import type { DreamConfig } from "../config.ts";
import type { Evaluation } from "../deep/evaluate.ts";
import type { PlanAdvice } from "./advice.ts";
import { compactProblem } from "./compact_text.ts";
import { checkPhrases } from "./trigger_phrases.ts";

/** What the model was given. */
export interface GivenPlan {
  /** The candidates. */
  readonly ready: readonly Evaluation[];
  /** The entries. */
  readonly entries: readonly StandingEntry[];
  /** Whether it may leave words out. */
  readonly rewrite: DreamConfig["deep"]["rewrite"];
}

/** The plan by candidate, or why it is refused, as the end of a sentence about the model. */
export type CheckedPlan = { readonly plan: ReadonlyMap<string, PlanAdvice> } | { readonly problem: string };

/** Bounds of an importance that is not the writer's own (SPEC 8.6). */
const IMPORTANCE = z.int().check(z.gte(3), z.lte(10));

/** Longest text of a field that is looked at, in UTF-16 units; the answer as a whole is bounded too. */
const TEXT = z.string().check(z.maxLength(20_000));

const OPERATION = z.strictObject({
  candidate: TEXT,
  action: z.enum(["added", "merged", "superseded"]),
  entry: z.optional(z.nullable(TEXT)),
  triggers: z.optional(z.nullable(z.array(TEXT).check(z.maxLength(5)))),
  importance: z.optional(z.nullable(IMPORTANCE)),
  text: z.optional(z.nullable(TEXT)),
});

/** More than a night has candidates. */
const PLAN = z.strictObject({ operations: z.array(OPERATION).check(z.maxLength(1_000)) });

/** Returns the plan, or why it is refused. */
export function checkPlan(answer: unknown, given: GivenPlan): CheckedPlan {
  const read = PLAN.safeParse(answer);
  if (!read.success) {
    const where = read.error.issues[0]?.path.map(String).join(".") ?? "";
    return { problem: `answered with a plan of another form${where === "" ? "" : `, at ${where.slice(0, 60)}`}` };
  }
  const plan = new Map<string, PlanAdvice>();
  for (const operation of read.data.operations) {
    const evaluation = given.ready.find(({ candidate }) => candidate.key === operation.candidate);
    if (evaluation === undefined) return { problem: "planned for a candidate that it was not given" };
    if (plan.has(operation.candidate)) return { problem: "planned twice for one candidate" };
    const advice = checkOperation(operation, evaluation, given);
    if ("problem" in advice) return { problem: `${advice.problem}, for ${operation.candidate}` };
    plan.set(operation.candidate, advice);
  }
  const missing = given.ready.find(({ candidate }) => !plan.has(candidate.key));
  return missing === undefined ? { plan } : { problem: `left out the candidate ${missing.candidate.key}` };
}

type Operation = z.infer<typeof OPERATION>;

function checkOperation(
  { action, entry = null, triggers, importance = null, text = null }: Operation,
  { candidate }: Evaluation,
  { entries, rewrite }: GivenPlan,
): PlanAdvice | { readonly problem: string } {
  if ((action === "added") !== (entry === null)) {
    return { problem: action === "added" ? "named an entry for an addition" : `named no entry for "${action}"` };
  }
  if (entry !== null && !entries.some((each) => each.entry.key === entry)) {
    return { problem: "named an entry that it was not given" };
  }
  if (text !== null) {
    if (rewrite !== "compact") return { problem: "wrote a text of its own, which dream.deep.rewrite does not allow" };
    const problem = compactProblem(text, candidate.text);
    if (problem !== null) return { problem: `wrote a text that is not the claim's: ${problem}` };
  }
  const phrases = checkPhrases(triggers ?? [], candidate);
  if ("problem" in phrases) return { problem: `proposed triggers that are none: ${phrases.problem}` };
  return { action, entry, triggers: phrases.phrases, importance, text: text === candidate.text ? null : text };
}
