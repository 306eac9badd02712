/**
 * An owner's order waits for open turns (SPEC 4.4): while an agent is at work in this workspace, a terminal proves less.
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";
import { openTurnsNow } from "../store/state/live_turns.ts";
import type { TurnRow } from "../store/state/turns.ts";
import type { App } from "./app.ts";

/** How often an open turn is looked for, in milliseconds: a person notices no more. */
const LOOK_EVERY_MS = 200;

/** What is asked of the app. */
export type TurnsApp = Pick<App, "state" | "clock" | "isAlive" | "config">;

/** Told what is waited for, as a line for people. */
export type OnWait = (line: string) => void;

/**
 * Returns when no hooked turn is open.
 *
 * @param action what would be done, such as `change the settings`
 * @throws {MemoryError} busy, naming the session, when it is still open after the time of `provenance.ownerWaitSeconds`
 */
export async function waitForTurns(app: TurnsApp, action: string, onWait: OnWait = () => undefined): Promise<void> {
  const deadlineMs = performance.now() + app.config.provenance.ownerWaitSeconds * 1_000;
  for (;;) {
    const [turn] = openTurnsNow(app);
    if (turn === undefined) return;
    if (performance.now() >= deadlineMs) throw stillOpen(turn, action);
    onWait(`Waiting for the open turn of ${nameOf(turn)}`);
    await Bun.sleep(LOOK_EVERY_MS);
  }
}

function stillOpen(turn: TurnRow, action: string): MemoryError {
  return new MemoryError(`Cannot ${action}: the turn of ${nameOf(turn)} has been open since ${turn.openedAt}`, {
    kind: "busy",
    hint: "say it in that chat, or wait until the agent has answered",
  });
}

function nameOf({ client, session }: TurnRow): string {
  return `${client} session "${session}"`;
}
