/**
 * What the flow of intents works with.
 *
 * @module
 */
import type { Clock } from "../base/clock.ts";
import type { IsAlive } from "../store/state/live_turns.ts";
import type { StateStore } from "../store/state/open_state.ts";
import type { IntentsConfig } from "./config.ts";

/** See the module. */
export interface IntentDeps {
  /** The open state. */
  readonly state: StateStore;
  /** The present moment and the zone. */
  readonly clock: Clock;
  /** The settings' `intents` slice. */
  readonly config: IntentsConfig;
  /** Asks the system whether the client of a hooked turn still runs. */
  readonly isAlive: IsAlive;
}
