import type { Connection } from "../../connect.ts";

/** Key in `meta` of a text that is another one after every change of vectors. */
export const REVISION_KEY = "vectors_revision";

/** Notes that vectors changed; part of the transaction that changes them. */
export function markChanged(connection: Connection): void {
  connection.prepare(MARK).run(REVISION_KEY, crypto.randomUUID());
}

const MARK = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value";
