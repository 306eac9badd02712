import type { ModelPurpose } from "../../model/model.ts";
import type { ModelUse } from "../../store/state/model_uses.ts";
import type { App } from "../app.ts";

/** A language model and what it serves. */
export interface ModelFact {
  /** What it serves. */
  readonly use: ModelUse;
  /** Its name, for people. */
  readonly name: string;
  /** Why it cannot be asked, since its settings are wrong; else `null`. */
  readonly problem: string | null;
  /** Questions of this local day, and how many of them failed. */
  readonly calls: number;
  /** See above. */
  readonly failures: number;
  /** Estimated tokens of this local day. */
  readonly tokens: number;
  /** When one was asked last for this use, or `null`. */
  readonly askedAt: string | null;
  /** When one answered last, or `null`. */
  readonly answeredAt: string | null;
  /** When one failed last, or `null`. */
  readonly failedAt: string | null;
  /** Why, or `null`. */
  readonly failure: string | null;
}

/** One purpose of each use. */
const PURPOSES: readonly (readonly [ModelUse, ModelPurpose])[] = [
  ["dream", "plan"],
  ["flush", "flush"],
  ["recall", "recall"],
];

/** Returns which model serves what, and how it went; empty if none is configured. No model is asked anything. */
export async function modelFacts(app: Pick<App, "model" | "state" | "clock">): Promise<ModelFact[]> {
  const { day } = app.clock.now();
  const facts = await Promise.all(PURPOSES.map(async ([use, purpose]): Promise<ModelFact[]> => {
    const model = await app.model(purpose);
    if (model === null) return [];
    const { modelUses } = app.state;
    const { askedAt = null, answeredAt = null, failedAt = null, failure = null } = modelUses.find(use) ?? {};
    const { name, problem = null } = model;
    return [{ use, name, problem, ...modelUses.spent(use, day), askedAt, answeredAt, failedAt, failure }];
  }));
  return facts.flat();
}
