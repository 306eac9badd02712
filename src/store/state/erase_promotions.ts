/**
 * Takes out of the records of promotions and departures what tells of something forgotten (SPEC 7.6). Part of a running
 * transaction.
 *
 * @module
 */
import type { Connection } from "../connect.ts";
import type { Erasure } from "./erasure.ts";
import type { ForgottenMatcher } from "./forgets.ts";

interface PromotionText {
  readonly id: number;
  readonly entryKey: string;
  readonly candidateKey: string;
  readonly text: string;
  readonly raw: string | null;
  readonly priorRaw: string | null;
}

/** Deletes promotions of forgotten claims, and returns how many went; an entry that lives on keeps its other sources. */
export function erasePromotions(
  connection: Connection,
  { matcher, rerendered }: Erasure,
  gone: ReadonlySet<string>,
): number {
  const heirs = new Map(rerendered.map((it) => [it.from, it]));
  let count = 0;
  for (const row of connection.prepare<PromotionText>(PROMOTION_TEXTS).all()) {
    const heir = heirs.get(row.entryKey);
    const isSaid = matcher.says(row.text) || (row.raw !== null && matcher.says(row.raw));
    if (heir !== undefined && !gone.has(row.candidateKey)) {
      connection.prepare("UPDATE promotions SET entry_key = ?, text = ?, raw = ? WHERE id = ?").run(
        heir.to,
        heir.text,
        heir.raw,
        row.id,
      );
    } else if (isSaid || gone.has(row.candidateKey)) {
      count += connection.prepare("DELETE FROM promotions WHERE id = ?").run(row.id).changes;
      continue;
    }
    if (row.priorRaw !== null && matcher.says(row.priorRaw)) {
      connection.prepare("UPDATE promotions SET prior_key = NULL, prior_raw = NULL WHERE id = ?").run(row.id);
    }
  }
  return count;
}

const PROMOTION_TEXTS = `SELECT id, entry_key AS entryKey, candidate_key AS candidateKey, text, raw,
  prior_raw AS priorRaw FROM promotions`;

/** Deletes entries that had left, and returns how many went. */
export function eraseDepartures(connection: Connection, matcher: ForgottenMatcher): number {
  const rows = connection.prepare<{ id: number; raw: string }>("SELECT id, raw FROM departures").all();
  const gone = rows.filter(({ raw }) => matcher.says(raw));
  for (const { id } of gone) connection.prepare("DELETE FROM departures WHERE id = ?").run(id);
  return gone.length;
}

/** Deletes the record of entries that the owner had ordered; one that another source keeps alive stays as it stands now. */
export function eraseRemembered(connection: Connection, { matcher, rerendered }: Erasure): void {
  for (const { from, to, raw } of rerendered) {
    connection.prepare("UPDATE OR REPLACE remembered SET entry_key = ?, raw = ? WHERE entry_key = ?").run(
      to,
      raw,
      from,
    );
  }
  const rows = connection.prepare<{ key: string; raw: string }>("SELECT entry_key AS key, raw FROM remembered").all();
  for (const { key, raw } of rows) {
    if (matcher.says(raw)) connection.prepare("DELETE FROM remembered WHERE entry_key = ?").run(key);
  }
}
