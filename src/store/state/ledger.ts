/**
 * The per-line ledger (SPEC 4.3): where each line came from, under its path and the hash of the normalised line. A row
 * is written before its line.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import { lineHash } from "../../base/text/normalise.ts";
import type { LedgerRow } from "../../provenance/classify_line.ts";
import type { Speaker } from "../../provenance/session_dump.ts";
import {
  LINE_STATES,
  type LineState,
  ORIGIN_CLASSES,
  type OriginClass,
  type SessionKind,
} from "../../provenance/origin.ts";
import type { Connection } from "../connect.ts";
import { settleRows } from "./settle_rows.ts";
import { comeBack, leaveFile, rowsThatLeft } from "./left_lines.ts";
import { dropRows, moveRows, releaseRows, type StatedBooking, writeBookings, writeSeen } from "./ledger_writes.ts";
import { pathsTable } from "./paths.ts";
import { type SeenLines, seenLinesTable } from "./seen_lines.ts";
import { taintWriter } from "./taints.ts";

/** A line about to be written, or judged, with the source its writer vouches for. */
export interface Booking {
  /** Relative to the workspace; absolute outside it. */
  readonly path: string;
  /** The raw line without its line end; in curated files the raw entry, which may span lines. */
  readonly line: string;
  /** The class its writer vouches for. */
  readonly origin: OriginClass;
  /** The kind of session that wrote it. */
  readonly sessionKind: SessionKind;
  /** What the row says of the line. @default "booked" */
  readonly state?: Extract<LineState, "booked" | "pending" | "echo">;
  /** When the source said it, ISO 8601 with offset; `null` if nobody noted. */
  readonly observedAt: IsoTime | null;
  /** The session, if known. */
  readonly session: string | null;
  /** Where the words came in, if known. */
  readonly channel: string | null;
  /** Who said it, if known. */
  readonly sender: string | null;
  /** Lines with one key replace each other; `null` for none. */
  readonly supersessionKey: string | null;
  /** The command that books: `note`, `dream`, `import`, `index` … `dream` exempts the line from the copy check. */
  readonly writer: string;
  /** The present moment. */
  readonly bookedAt: IsoTime;
}

/** A raw line, or a raw entry of a curated file, with its name in the ledger. */
export interface HashedLine {
  /** Without line end; an entry may span lines. */
  readonly line: string;
  /** See {@linkcode lineHash}. */
  readonly hash: string;
  /** Whose words it is in a session dump. @default it is no line of one */
  readonly speaker?: Speaker | null;
}

/** What a `pending` row becomes. */
export interface Settlement {
  /** Relative to the workspace. */
  readonly path: string;
  /** Name of the line in the ledger. */
  readonly hash: string;
  /** The raw line or entry, or `null` if it stands in its file no more. */
  readonly line: string | null;
  /** The class of its turn. */
  readonly origin: OriginClass;
  /** The kind of session of its turn. */
  readonly sessionKind: SessionKind;
  /** What the row then says of the line. */
  readonly state: Extract<LineState, "booked" | "echo">;
  /** The writer's name from now on. @default it stays */
  readonly writer?: string;
}

/** How many lines the ledger knows, by state and by class. */
export interface LedgerCounts {
  /** Lines without a row are `unbooked`. */
  readonly byState: Readonly<Record<LineState, number>>;
  /** Booked and attested lines; unbooked ones have no class. */
  readonly byOrigin: Readonly<Record<OriginClass, number>>;
}

/** The ledger's table. Every write joins the running transaction or makes its own. */
export interface Ledger {
  /**
   * Books lines, all or none, and returns how many rows changed. A row already there wins, except that a `pending` one
   * takes the booking and an `agent` one is raised by an `owner` booking. So a later duplicate lowers
   * nothing, and nothing but {@linkcode Ledger.attest} and the owner's own order raises an `untrusted` or `system` line.
   *
   * @param isOrder the owner gives the text in person: lines booked as the owner's are, whoever wrote the same before
   */
  book(bookings: readonly Booking[], isOrder?: boolean): number;
  /** Attests lines shown to the owner (`memory trust`): state `attested`, whatever was booked before. */
  attest(bookings: readonly Booking[]): number;
  /** Books lines as `untrusted`, whatever was booked before (`memory distrust`, a tainted turn). */
  distrust(bookings: readonly Booking[]): number;
  /** Deletes the rows of lines that no longer stand in a file, with what they taint: the owner had their mark taken off. */
  release(path: string, lines: readonly string[]): void;
  /** Returns the row of a line or entry, or `null` if nobody booked it. */
  find(path: string, line: string): LedgerRow | null;
  /** Returns the rows of a path that have one of the given hashes, under their hash. */
  findSome(path: string, hashes: readonly string[]): Map<string, LedgerRow>;
  /** Returns every row of a path under its hash. */
  findAll(path: string): Map<string, LedgerRow>;
  /**
   * Records lines found in a file as seen. Without a row a seen line is unbooked; where the path alone decides (imports,
   * files outside) it is booked with that class and taints its copies.
   */
  see(path: string, lines: readonly HashedLine[], at: IsoTime): void;
  /**
   * Notes that this program took lines out of a file. Their rows stay, for whoever brings them back out of a turn; a turn in
   * which they turn up again is answerable for them as for any new line.
   */
  leave(path: string, lines: readonly string[]): void;
  /** Notes that this program puts lines into a file again: they are no turn's. */
  arrive(path: string, lines: readonly string[]): void;
  /** Returns those of some hashes that {@linkcode Ledger.leave} was told of, and that were not found since. */
  left(path: string, hashes: readonly string[]): Set<string>;
  /** Moves the rows of a renamed file; rows already at the new path follow the law of {@linkcode Ledger.book}. */
  renamePath(from: string, to: string): void;
  /**
   * Deletes rows that were booked before a moment and whose line never came, and returns how many (SPEC 4.3). Files that
   * are not indexed are left alone: nobody looks whether their lines came. So are rows that only lower (`untrusted`,
   * `system`): without them the same text would come back as nobody's.
   */
  dropNeverSeen(bookedBefore: IsoTime): number;
  /** Returns those of some hashes that were never found in a file. */
  unseen(path: string, hashes: readonly string[]): string[];
  /** Returns those of some hashes that were found in another file, and that no other file has as pending or untrusted. */
  knownElsewhere(path: string, hashes: readonly string[]): Set<string>;
  /** Returns whether any row is `pending`; costs next to nothing. */
  hasPending(): boolean;
  /**
   * Ends the waiting of `pending` rows, and returns how many changed. The class of a row whose line is gone (`null`) is
   * noted all the same, since the line may come back.
   */
  settle(rows: readonly Settlement[]): number;
  /** Returns the rows in the given states, by path (for `status`), at most `limit`. */
  listByState(states: readonly Exclude<LineState, "unbooked">[], limit: number): LedgerRow[];
  /** Returns the paths under which lines are booked as the owner's, in order. */
  ownersPaths(): string[];
  /** Returns how many lines of each sort are known. */
  counts(): LedgerCounts;
  /** Gives paths the next revision each: their lines may have another class although none of their rows changed. */
  touch(paths: readonly string[]): void;
  /** Returns a number that grows with each change of a class; seeing a line changes none. */
  revision(): number;
  /** Returns the paths whose classes changed after a revision. */
  pathsChangedSince(revision: number): string[];
}

/** Returns the table of an open state. */
export function ledgerTable(connection: Connection): Ledger {
  const paths = pathsTable(connection);
  const seen = seenLinesTable(connection);
  const target = { connection, paths, seen, taints: taintWriter(connection) };
  const write = (law: "keep" | "force", bookings: readonly StatedBooking[]) =>
    connection.transaction(() => writeBookings(target, bookings, law));
  return {
    book: (bookings, isOrder = false) =>
      connection.transaction(() => {
        const isOrdered = ({ origin }: StatedBooking) => isOrder && origin === "owner";
        const stated = bookings.map((it): StatedBooking => ({ ...it, state: it.state ?? "booked" }));
        return write("force", stated.filter(isOrdered)) + write("keep", stated.filter((it) => !isOrdered(it)));
      }),
    attest: (bookings) => write("force", bookings.map((it) => ({ ...it, state: "attested" }))),
    distrust: (bookings) => write("force", bookings.map((it) => ({ ...it, state: "booked", origin: "untrusted" }))),
    release: (path, lines) => connection.transaction(() => releaseRows(target, path, lines)),
    find: (path, line) => connection.prepare<LedgerRow>(FIND).get(path, lineHash(line)),
    findSome: (path, hashes) => byHash(connection.prepare<LedgerRow>(FIND_SOME).all(path, JSON.stringify(hashes))),
    findAll: (path) => byHash(connection.prepare<LedgerRow>(FIND_ALL).all(path)),
    see: (path, lines, at) => connection.transaction(() => writeSeen(target, path, { lines, at })),
    leave: (path, lines) => connection.transaction(() => leaveFile(target, path, lines)),
    arrive: (path, lines) => connection.transaction(() => comeBack(target, path, lines)),
    left: (path, hashes) => rowsThatLeft(target, path, hashes),
    renamePath: (from, to) => connection.transaction(() => moveRows(target, from, to)),
    dropNeverSeen: (bookedBefore) => connection.transaction(() => dropRows(target, bookedBefore)),
    unseen: (path, hashes) => {
      const pathId = paths.find(path);
      const known = pathId === null ? new Set<string>() : seen.of(pathId);
      return hashes.filter((hash) => !known.has(hash));
    },
    knownElsewhere: (path, hashes) => {
      const found = seen.elsewhere(paths.find(path), hashes);
      if (found.size === 0) return found;
      const doubted = connection.prepare<{ hash: string }>(DOUBTED).all(JSON.stringify([...found]), path);
      return new Set([...found].filter((hash) => !doubted.some((row) => row.hash === hash)));
    },
    hasPending: () => connection.prepare(ANY_PENDING).get() !== null,
    settle: (rows) => connection.transaction(() => settleRows(target, rows)),
    listByState: (states, limit) => connection.prepare<LedgerRow>(LIST_BY_STATE).all(JSON.stringify(states), limit),
    ownersPaths: () => connection.prepare<{ path: string }>(OWNERS_PATHS).all().map(({ path }) => path),
    counts: () => counts(connection, seen),
    touch: (changed) => connection.transaction(() => changed.forEach((path) => paths.touch(paths.enter(path)))),
    revision: () => paths.revision(),
    pathsChangedSince: (revision) => paths.changedSince(revision),
  };
}

function byHash(rows: readonly LedgerRow[]): Map<string, LedgerRow> {
  return new Map(rows.map((row) => [row.hash, row]));
}

function counts(connection: Connection, seen: SeenLines): LedgerCounts {
  const byState = zeros(LINE_STATES);
  const byOrigin = zeros(ORIGIN_CLASSES);
  for (const { state, origin, n } of connection.prepare<CountRow>(COUNTS).all()) {
    byState[state] += n;
    byOrigin[origin] += n;
  }
  byState.unbooked = seen.countUnbooked();
  return { byState, byOrigin };
}

interface CountRow {
  readonly state: LineState;
  readonly origin: OriginClass;
  readonly n: number;
}

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(", ");
// A row with a wrong bit in what it says of a line vouches for nothing.
const SOUND = `l.origin IN (${quoted(ORIGIN_CLASSES)}) AND l.state IN (${quoted(LINE_STATES)})`;
const SELECT = `SELECT p.path, lower(hex(l.hash)) AS hash,
  CASE WHEN ${SOUND} THEN l.origin ELSE 'untrusted' END AS origin, l.session_kind AS sessionKind, l.state,
  l.observed_at AS observedAt, l.session, l.channel, l.sender, l.supersession_key AS supersessionKey, l.writer,
  l.booked_at AS bookedAt FROM ledger AS l JOIN paths AS p ON p.id = l.path_id`;
const FIND = `${SELECT} WHERE p.path = ? AND l.hash = unhex(?)`;
const FIND_SOME = `${SELECT} WHERE p.path = ? AND l.hash IN (SELECT unhex(value) FROM json_each(?))`;
const FIND_ALL = `${SELECT} WHERE p.path = ?`;
const DOUBTED = `SELECT lower(hex(l.hash)) AS hash FROM ledger AS l JOIN paths AS p ON p.id = l.path_id
  WHERE l.hash IN (SELECT unhex(value) FROM json_each(?1)) AND p.path <> ?2
  AND (l.state = 'pending' OR l.origin IN ('untrusted', 'system'))`;
const ANY_PENDING = "SELECT 1 FROM ledger WHERE state = 'pending' LIMIT 1";
const LIST_BY_STATE = `${SELECT} WHERE l.state IN (SELECT value FROM json_each(?))
  ORDER BY p.path, unixepoch(l.booked_at), l.hash LIMIT ?`;
const OWNERS_PATHS = `SELECT path FROM paths WHERE id IN (SELECT path_id FROM ledger WHERE origin = 'owner')
  ORDER BY path`;
const COUNTS = "SELECT state, origin, count(*) AS n FROM ledger GROUP BY state, origin";
