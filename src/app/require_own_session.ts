import type { App } from "./app.ts";
import { requireOwnersOrder } from "./require_owner.ts";
import type { OnWait } from "./wait_for_turns.ts";

/**
 * Stops anybody but the owner who would change something in another session than the caller's own (SPEC 4.4).
 *
 * @param order `action` says what would be done, such as `turn recall off`
 * @throws {MemoryError} failed or busy, as `requireOwnersOrder`
 */
export async function requireOwnSession(
  app: App,
  order: { readonly session: string; readonly action: string },
  onWait?: OnWait,
): Promise<void> {
  const { session, action } = order;
  if (app.ownsSession(session)) return;
  await requireOwnersOrder(app, `${action} in session "${session}", which is not the caller's own`, onWait);
}
