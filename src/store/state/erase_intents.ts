import type { Connection } from "../connect.ts";
import type { Erasure } from "./erasure.ts";

/** Deletes intents that hold what is forgotten, in their text or their keywords, and those that were named; part of a running transaction. */
export function eraseIntents(
  connection: Connection,
  { matcher, intentKeys }: Pick<Erasure, "matcher" | "intentKeys">,
): number {
  const named = new Set(intentKeys);
  const rows = connection.prepare<{ id: number; key: string; text: string; plan: string | null }>(
    "SELECT id, key, text, plan FROM intents",
  ).all();
  const gone = rows.filter(({ key, text, plan }) =>
    named.has(key) || matcher.mentions(text) || (plan !== null && matcher.mentions(plan))
  );
  for (const { id } of gone) connection.prepare("DELETE FROM intents WHERE id = ?").run(id);
  return gone.length;
}
