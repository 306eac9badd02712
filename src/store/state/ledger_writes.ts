/**
 * How rows of the ledger come, change and go, with the tainted text that belongs to them. Each function is part of a
 * running transaction.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import { lineHash } from "../../base/text/normalise.ts";
import type { LineState, OriginClass } from "../../provenance/origin.ts";
import { pathRule } from "../../provenance/tier.ts";
import type { Connection } from "../connect.ts";
import type { Booking, HashedLine } from "./ledger.ts";
import type { Paths } from "./paths.ts";
import type { SeenLines } from "./seen_lines.ts";
import type { TaintedLine, TaintWriter } from "./taints.ts";

/** What the functions write to. */
export interface LedgerTarget {
  /** The open state. */
  readonly connection: Connection;
  /** Its paths. */
  readonly paths: Paths;
  /** Its lines ever found. */
  readonly seen: SeenLines;
  /** Its tainted lines. */
  readonly taints: TaintWriter;
}

/** A booking with the state it gets. */
export interface StatedBooking extends Omit<Booking, "state"> {
  /** See {@linkcode LINE_STATES}. */
  readonly state: LineState;
}

/**
 * Books lines and returns how many rows changed.
 *
 * @param law `keep`: the law of {@linkcode Ledger.book}; `force`: the booking replaces what is there
 */
export function writeBookings(target: LedgerTarget, bookings: readonly StatedBooking[], law: "keep" | "force"): number {
  const { connection, paths, taints } = target;
  const put = connection.prepare(law === "keep" ? BOOK : FORCE);
  const changed = new Set<number>();
  const ids = new Map<string, number>();
  const tainting = new Map<string, TaintedLine>();
  // Together, which is several times as fast as one after the other.
  const taint = () => {
    taints.put([...tainting.values()]);
    tainting.clear();
  };
  let count = 0;
  for (const it of bookings) {
    let pathId = ids.get(it.path);
    if (pathId === undefined) ids.set(it.path, pathId = paths.enter(it.path));
    const hash = lineHash(it.line);
    const source = [it.observedAt, it.session, it.channel, it.sender, it.supersessionKey];
    const row = [pathId, hash, it.origin, it.sessionKind, it.state, ...source, it.writer, it.bookedAt];
    if (put.run(...row).changes === 0) continue;
    count++;
    changed.add(pathId);
    const key = `${pathId} ${hash}`;
    if (tainting.has(key)) taint();
    if (mayTaint(it.path, it.origin)) tainting.set(key, { pathId, hash, line: it.line, origin: it.origin });
    else taints.remove(pathId, hash);
  }
  taint();
  for (const pathId of changed) paths.touch(pathId);
  return count;
}

/** Does the work of {@linkcode Ledger.see}. */
export function writeSeen(target: LedgerTarget, path: string, { lines, at }: FoundLines): void {
  const { connection, paths, seen, taints } = target;
  if (lines.length === 0) return;
  const pathId = paths.enter(path);
  const hashes = lines.map(({ hash }) => hash);
  seen.add(pathId, hashes);
  if (connection.prepare(AWAITED).get(pathId) !== null) connection.prepare(ARRIVED).run(pathId, JSON.stringify(hashes));
  const { origin } = pathRule(path);
  if (origin === "ledger") return;
  // No revision: the path decided the class of these lines before and after.
  const isNew = ({ hash }: HashedLine) => connection.prepare(BOOK_RULED).run(pathId, hash, origin, at).changes > 0;
  const tainting = lines.filter(isNew).filter(() => mayTaint(path, origin));
  taints.put(tainting.map(({ line, hash }) => ({ pathId, hash, line, origin })));
}

/** Lines found in a file, and when. */
export interface FoundLines {
  /** Found in the file. */
  readonly lines: readonly HashedLine[];
  /** The present moment. */
  readonly at: IsoTime;
}

/** Does the work of {@linkcode Ledger.renamePath}. */
export function moveRows({ connection, paths, seen, taints }: LedgerTarget, from: string, to: string): void {
  const fromId = paths.find(from);
  if (fromId === null || from === to) return;
  const toId = paths.enter(to);
  connection.prepare(COPY_ROWS).run(toId, fromId);
  taints.move(fromId, toId);
  seen.move(fromId, toId);
  connection.prepare(DELETE_ROWS).run(fromId);
  paths.touch(toId);
}

/** Does the work of {@linkcode Ledger.dropNeverSeen}. */
export function dropRows({ connection, taints }: LedgerTarget, bookedBefore: IsoTime): number {
  const rows = connection.prepare<{ pathId: number; path: string; hash: string }>(NEVER_SEEN).all(bookedBefore);
  const dropped = rows.filter(({ path }) => pathRule(path).isIndexed);
  for (const { pathId, hash } of dropped) {
    connection.prepare(DELETE_ROW).run(pathId, hash);
    taints.remove(pathId, hash);
  }
  return dropped.length;
}

/** Does the work of {@linkcode Ledger.release}. */
export function releaseRows({ connection, paths, taints }: LedgerTarget, path: string, lines: readonly string[]): void {
  const pathId = paths.find(path);
  if (pathId === null || lines.length === 0) return;
  for (const hash of new Set(lines.map(lineHash))) {
    connection.prepare(DELETE_ROW).run(pathId, hash);
    taints.remove(pathId, hash);
  }
  paths.touch(pathId);
}

/**
 * Returns whether a line taints what repeats it. Reports quote the claims they are about: if their lines tainted what
 * repeats them, a near miss named in a report would condemn its own source.
 */
export function mayTaint(path: string, origin: OriginClass): boolean {
  return (origin === "untrusted" || origin === "system") && pathRule(path).tier !== "review";
}

const COLUMNS = `path_id, hash, origin, session_kind, state, observed_at, session, channel, sender, supersession_key,
  writer, booked_at, is_seen`;
const REPLACE = `DO UPDATE SET origin = excluded.origin, session_kind = excluded.session_kind, state = excluded.state,
  observed_at = excluded.observed_at, session = excluded.session, channel = excluded.channel, sender = excluded.sender,
  supersession_key = excluded.supersession_key, writer = excluded.writer, booked_at = excluded.booked_at`;
// A row wins over a later booking, except where the class was still open and where the owner says what an agent said
// before. Nothing here can raise `untrusted` or `system`.
const LAW = `WHERE ledger.state = 'pending'
  OR (ledger.state = 'booked' AND ledger.origin = 'agent' AND excluded.state = 'booked' AND excluded.origin = 'owner')`;
const FORCE = `INSERT INTO ledger (${COLUMNS}) VALUES (?, unhex(?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
  ON CONFLICT (path_id, hash) ${REPLACE}`;
const BOOK = `${FORCE} ${LAW}`;
const COPY_ROWS = `INSERT INTO ledger (${COLUMNS}) SELECT ?1, ${COLUMNS.replace("path_id, ", "")}
  FROM ledger WHERE path_id = ?2 ON CONFLICT (path_id, hash) ${REPLACE} ${LAW}`;
const BOOK_RULED = `INSERT INTO ledger (path_id, hash, origin, session_kind, state, writer, booked_at, is_seen)
  VALUES (?, unhex(?), ?, 'unknown', 'booked', 'index', ?, 1) ON CONFLICT DO NOTHING`;
const AWAITED = "SELECT 1 FROM ledger WHERE path_id = ? AND is_seen = 0 LIMIT 1";
const ARRIVED = `UPDATE ledger SET is_seen = 1
  WHERE path_id = ? AND is_seen = 0 AND hash IN (SELECT unhex(value) FROM json_each(?))`;
const DELETE_ROWS = "DELETE FROM ledger WHERE path_id = ?";
const DELETE_ROW = "DELETE FROM ledger WHERE path_id = ? AND hash = unhex(?)";
const NEVER_SEEN = `SELECT l.path_id AS pathId, p.path, lower(hex(l.hash)) AS hash
  FROM ledger AS l JOIN paths AS p ON p.id = l.path_id
  WHERE l.is_seen = 0 AND l.origin IN ('owner', 'agent') AND unixepoch(l.booked_at) < unixepoch(?)`;
