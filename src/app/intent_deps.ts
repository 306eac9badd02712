import type { IntentDeps } from "../intents/intent_deps.ts";
import type { App } from "./app.ts";

/** Returns what the flow of intents works with. */
export function intentDeps({ state, clock, config, isAlive }: App): IntentDeps {
  return { state, clock, config: config.intents, isAlive };
}
