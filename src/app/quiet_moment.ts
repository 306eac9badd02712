/**
 * A sweep that nobody watches waits for agents to be done (SPEC 8.11): lines of an open turn have no class yet.
 *
 * @module
 */
import { openTurnsNow } from "../store/state/live_turns.ts";
import type { TurnsApp } from "./wait_for_turns.ts";

/** SPEC 8.11: up to ten minutes. */
export const QUIET_WAIT_MS = 10 * 60_000;

/** The lock of whoever waits for such a moment, so that a sweep is waited for once. */
export const NIGHT_LOCK = "night";

/** An open turn is looked for this often, in milliseconds; a sweep is in no hurry. */
const LOOK_EVERY_MS = 1_000;

/** Returns when no hooked turn is open, or after ten minutes all the same. */
export async function quietMoment(app: Pick<TurnsApp, "state" | "clock" | "isAlive">): Promise<void> {
  const deadlineMs = performance.now() + QUIET_WAIT_MS;
  while (openTurnsNow(app).length > 0 && performance.now() < deadlineMs) await Bun.sleep(LOOK_EVERY_MS);
}
