import type { Clock } from "../base/clock.ts";
import type { LanguageModel, ModelPurpose } from "../model/model.ts";
import type { StateStore } from "../store/state/open_state.ts";
import type { AppRequest } from "./app_request.ts";
import type { Config } from "./config_schema.ts";

/** What models are chosen by. */
export interface ModelPartContext {
  /** Environment variables and the user's home. */
  readonly request: Pick<AppRequest, "environment" | "homeDir">;
  /** The settings. */
  readonly config: Pick<Config, "model" | "dream" | "flush" | "recall">;
  /** The state holds what was asked. */
  readonly state: () => StateStore;
  /** The program's time. */
  readonly clock: Clock;
}

/**
 * Returns what gives the language model of a purpose, or `null` if none is configured for it; then nothing is loaded and
 * no state is opened.
 */
export function modelPart(context: ModelPartContext): (purpose: ModelPurpose) => Promise<LanguageModel | null> {
  const { request: { environment, homeDir }, config, state, clock } = context;
  return async (purpose) => {
    const { model: settings } = config;
    if (settings.provider === "none") return null;
    const { chooseModel } = await import("../model/choose_model.ts");
    const overrides = { dream: config.dream.model, flush: config.flush.model, recall: config.recall.model };
    return await chooseModel({ settings, purpose, overrides, environment, homeDir, log: state().modelUses, clock });
  };
}
