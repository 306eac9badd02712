import { MemoryError } from "../base/errors.ts";
import type { Caller } from "../provenance/caller.ts";
import type { App } from "./app.ts";
import { type OnWait, type TurnsApp, waitForTurns } from "./wait_for_turns.ts";

/**
 * Stops anybody but the owner at a terminal, where there is no workspace yet and so no turn to wait for (SPEC 4.4).
 *
 * @param action what would be done, such as `adopt a data folder`
 * @throws {MemoryError} failed, with the reason why the caller does not count as the owner
 */
export function requireOwner(caller: Caller, action: string): void {
  if (caller.ceiling === "owner") return;
  throw new MemoryError(`Cannot ${action}: only the owner at a terminal may, and this caller is not: ${caller.why}`, {
    hint: "type the same command yourself in a terminal, outside of any agent",
  });
}

/**
 * Stops anybody but the owner, and the owner as long as a hooked turn is open in this workspace (SPEC 4.4). Every order
 * of the owner goes through here.
 *
 * @param action what would be done, such as `change the settings`
 * @throws {MemoryError} failed, with the reason why the caller does not count as the owner; busy, as `waitForTurns`
 */
export async function requireOwnersOrder(
  app: TurnsApp & Pick<App, "caller" | "configFiles">,
  action: string,
  onWait?: OnWait,
): Promise<void> {
  requireOwner(app.caller(), action);
  // Without a workspace, and so without its settings file, there are no turns.
  if (app.configFiles.some(({ scope }) => scope === "workspace")) await waitForTurns(app, action, onWait);
}
