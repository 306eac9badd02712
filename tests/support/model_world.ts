import { DEFAULT_CONFIG } from "../../src/app/default_config.ts";
import { type Clock, frozenClock } from "../../src/base/clock.ts";
import { chooseModel } from "../../src/model/choose_model.ts";
import type { ModelConfig, ModelEndpointConfig } from "../../src/model/config.ts";
import type { LanguageModel, ModelPurpose, ModelQuestion } from "../../src/model/model.ts";
import type { ModelUses } from "../../src/store/state/model_uses.ts";
import { failureOf } from "./failure_of.ts";

/** Settings of a model as a test writes them. */
export interface ModelSettings extends Partial<Omit<ModelConfig, "endpoint">> {
  readonly endpoint?: Partial<ModelEndpointConfig>;
}

/** What a model is opened with beside its settings. */
export interface ModelPlace {
  readonly log?: ModelUses;
  readonly clock?: Clock;
  readonly purpose?: ModelPurpose;
  readonly overrides?: Partial<Record<"dream" | "flush" | "recall", string | null>>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly homeDir?: string;
}

/** A log that remembers nothing. */
export const NO_LOG: ModelUses = {
  spent: () => ({ calls: 0, tokens: 0, failures: 0 }),
  find: () => null,
  begin: () => undefined,
  end: () => undefined,
};

/** Returns the model that settings mean. */
export function openModel(settings: ModelSettings, place: ModelPlace = {}): Promise<LanguageModel | null> {
  const { model } = DEFAULT_CONFIG;
  return chooseModel({
    settings: { ...model, name: "m", ...settings, endpoint: { ...model.endpoint, ...settings.endpoint } },
    purpose: place.purpose ?? "plan",
    overrides: { dream: null, flush: null, recall: null, ...place.overrides },
    environment: place.environment ?? { PATH: Bun.env["PATH"] },
    homeDir: place.homeDir ?? "/",
    log: place.log ?? NO_LOG,
    clock: place.clock ?? frozenClock("2026-08-19T03:00:00+08:00"),
  });
}

/** Asks a model a short question. */
export async function askModel(model: LanguageModel | null, question: Partial<ModelQuestion> = {}): Promise<unknown> {
  if (model === null) throw new Error("There is no model");
  return await model.ask({ purpose: "plan", prompt: "?", deadlineMs: 20_000, maxAnswerChars: 1_000, ...question });
}

/** Returns the message with which a question fails. */
export async function askFailure(model: LanguageModel | null, question: Partial<ModelQuestion> = {}): Promise<string> {
  return (await failureOf(askModel(model, question))).message;
}
