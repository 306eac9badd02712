/**
 * Lines that this program took out of a file: a directive that another one replaced, a night that was taken back. A row that
 * was found once and whose line is no more among those seen in its file is one of them. Each function that writes is part of
 * a running transaction.
 *
 * @module
 */
import { lineHash } from "../../base/text/normalise.ts";
import type { LedgerTarget } from "./ledger_writes.ts";

/** Does the work of {@linkcode Ledger.leave}. */
export function leaveFile({ connection, paths, seen }: LedgerTarget, path: string, lines: readonly string[]): void {
  const pathId = paths.find(path);
  if (pathId === null || lines.length === 0) return;
  const gone = new Set(lines.map(lineHash));
  connection.prepare(FOUND_ONCE).run(pathId, JSON.stringify([...gone]));
  seen.replace(pathId, [...seen.of(pathId)].filter((hash) => !gone.has(hash)));
}

/** Does the work of {@linkcode Ledger.arrive}: of lines with a row that waits for them, nothing has to be noted. */
export function comeBack({ connection, paths, seen }: LedgerTarget, path: string, lines: readonly string[]): void {
  const pathId = paths.enter(path);
  const hashes = [...new Set(lines.map(lineHash))];
  const awaited = connection.prepare<{ hash: string }>(AWAITED).all(pathId, JSON.stringify(hashes));
  const waiting = new Set(awaited.map(({ hash }) => hash));
  seen.add(pathId, hashes.filter((hash) => !waiting.has(hash)));
}

/** Does the work of {@linkcode Ledger.left}. */
export function rowsThatLeft(
  { connection, paths, seen }: LedgerTarget,
  path: string,
  hashes: readonly string[],
): Set<string> {
  const pathId = paths.find(path);
  if (pathId === null || hashes.length === 0) return new Set();
  const rows = connection.prepare<{ hash: string }>(FOUND).all(pathId, JSON.stringify(hashes));
  const present = seen.of(pathId);
  return new Set(rows.map(({ hash }) => hash).filter((hash) => !present.has(hash)));
}

const AMONG = "path_id = ? AND hash IN (SELECT unhex(value) FROM json_each(?))";
const FOUND_ONCE = `UPDATE ledger SET is_seen = 1 WHERE ${AMONG}`;
const AWAITED = `SELECT lower(hex(hash)) AS hash FROM ledger WHERE ${AMONG} AND is_seen = 0`;
const FOUND = `SELECT lower(hex(hash)) AS hash FROM ledger WHERE ${AMONG} AND is_seen = 1`;
