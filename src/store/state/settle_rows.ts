/**
 * How rows that waited for the end of their turn get its class; part of a running transaction.
 *
 * @module
 */
import { type LedgerTarget, mayTaint } from "./ledger_writes.ts";
import type { Settlement } from "./ledger.ts";

/** Does the work of {@linkcode Ledger.settle}. */
export function settleRows({ connection, paths, taints }: LedgerTarget, rows: readonly Settlement[]): number {
  const settle = connection.prepare(SETTLE);
  const changed = new Set<number>();
  let count = 0;
  for (const { path, hash, line, origin, sessionKind, state, writer = null } of rows) {
    const pathId = paths.find(path);
    if (pathId === null || settle.run(origin, sessionKind, state, writer, pathId, hash).changes === 0) continue;
    count++;
    changed.add(pathId);
    if (line !== null && mayTaint(path, origin)) taints.put([{ pathId, hash, line, origin }]);
  }
  for (const pathId of changed) paths.touch(pathId);
  return count;
}

const SETTLE = `UPDATE ledger SET origin = ?, session_kind = ?, state = ?, writer = coalesce(?, writer)
  WHERE path_id = ? AND hash = unhex(?) AND state = 'pending'`;
