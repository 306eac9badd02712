/**
 * Asks a language model about a night before the night begins (SPEC 8.2, 8.6, 10). Whatever goes wrong, the night goes on
 * without, and its report says so. Nothing is written here.
 *
 * @module
 */
import type { Now } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import { readCurated } from "../../curate/read_curated.ts";
import type { LanguageModel, ModelQuestion } from "../../model/model.ts";
import { MEMORY_FILE } from "../../workspace/layout.ts";
import { deliberate, frameOf } from "../deep/deliberate.ts";
import { type DreamDeps, lookAhead, type Night } from "../night.ts";
import { type Advice, type AdviceFailure, noAdvice, type PlanAdvice, type Reflection } from "./advice.ts";
import { checkPlan, type GivenPlan } from "./check_plan.ts";
import { entriesToShow, planAnswerChars, planPrompt } from "./plan_question.ts";
import {
  checkReflection,
  claimsToShow,
  type GivenWeek,
  REFLECTION_ANSWER_CHARS,
  reflectionPrompt,
} from "./reflection.ts";

/** Who is asked, and for how long each time. */
export interface Adviser {
  /** The model of the dream. */
  readonly model: LanguageModel;
  /** In milliseconds (`model.timeoutMs`). */
  readonly timeoutMs: number;
}

/** Returns the advice for the night as it stands; a night with nothing to keep asks nobody. */
export async function adviseNight(deps: DreamDeps, { model, timeoutMs }: Adviser, now: Now): Promise<Advice> {
  const night = lookAhead(deps, now);
  const { ready } = deliberate(night.pool, frameOf(deps, now));
  if (ready.length === 0) return noAdvice(model.name);
  const { standing } = readCurated(MEMORY_FILE, deps.layout, deps.originsOf);
  const given = { ready, entries: entriesToShow(standing, ready), rewrite: deps.config.deep.rewrite };
  const ask = asking(model, timeoutMs);
  const plan = await ask("plan", planQuestion(given), (answer) => checkPlan(answer, given));
  const week = weekOf(night);
  const reflection = week === null
    ? null
    : await ask("reflection", reflectionQuestion(week), (answer) => checkReflection(answer, week));
  return {
    model: model.name,
    plan: plan !== null && "plan" in plan ? plan.plan : new Map<string, PlanAdvice>(),
    reflection: reflection !== null && "text" in reflection ? reflection satisfies Reflection : null,
    failures: [plan, reflection].flatMap((each): AdviceFailure[] => each !== null && "reason" in each ? [each] : []),
    calls: week === null ? 1 : 2,
  };
}

type Asked = Pick<ModelQuestion, "purpose" | "prompt" | "maxAnswerChars">;

function planQuestion(given: GivenPlan): Asked {
  return { purpose: "plan", prompt: planPrompt(given), maxAnswerChars: planAnswerChars(given) };
}

function reflectionQuestion(week: GivenWeek): Asked {
  return { purpose: "reflect", prompt: reflectionPrompt(week), maxAnswerChars: REFLECTION_ANSWER_CHARS };
}

/** Asks and checks; a failure is a value. Anything but the model's own error is a defect of ours, and no failure. */
function asking(model: LanguageModel, deadlineMs: number) {
  return async <T extends object>(
    part: AdviceFailure["part"],
    question: Asked,
    check: (answer: unknown) => T | { readonly problem: string },
  ): Promise<T | AdviceFailure> => {
    try {
      const checked = check(await model.ask({ ...question, deadlineMs }));
      if (!("problem" in checked)) return checked;
      return { part, reason: `The model "${model.name}" ${checked.problem}` };
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
      return { part, reason: error.message };
    }
  };
}

function weekOf({ rem, pool }: Night): GivenWeek | null {
  if ("failure" in rem) return null;
  const { themes, considered } = rem.value;
  const keys = new Set(considered);
  const claims = claimsToShow(pool.filter(({ key, provenance }) => keys.has(key) && provenance.verdict.passes));
  return claims.length === 0 ? null : { themes, considered: claims };
}
