import type { Connection } from "../connect.ts";
import type { ForgottenMatcher } from "./forgets.ts";

/** Deletes intents that hold what is forgotten, in their text or their keywords; part of a running transaction. */
export function eraseIntents(connection: Connection, matcher: ForgottenMatcher): number {
  const rows = connection.prepare<{ id: number; text: string; plan: string | null }>(
    "SELECT id, text, plan FROM intents",
  ).all();
  const gone = rows.filter(({ text, plan }) => matcher.mentions(text) || (plan !== null && matcher.mentions(plan)));
  for (const { id } of gone) connection.prepare("DELETE FROM intents WHERE id = ?").run(id);
  return gone.length;
}
