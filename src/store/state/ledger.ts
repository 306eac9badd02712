/**
 * The per-line ledger (SPEC 4.3): where each line came from, under its path and the hash of the normalised line. A row
 * is written before its line.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { LedgerRow } from "../../provenance/classify_line.ts";
import type { LineState, OriginClass, SessionKind } from "../../provenance/origin.ts";

/** A line about to be written, or judged, with the source its writer vouches for. */
export interface Booking {
  /** Relative to the workspace; absolute outside it. */
  readonly path: string;
  /** The raw line without its line end; in curated files the raw entry, which may span lines. */
  readonly line: string;
  readonly origin: OriginClass;
  readonly sessionKind: SessionKind;
  /** @default "booked" */
  readonly state?: Extract<LineState, "booked" | "pending" | "echo">;
  /** When the source said it, ISO 8601 with offset; `null` if nobody noted. */
  readonly observedAt: IsoTime | null;
  readonly session: string | null;
  readonly channel: string | null;
  readonly sender: string | null;
  readonly supersessionKey: string | null;
  /** The command that books: `note`, `dream`, `import`, `index` … `dream` exempts the line from the copy check. */
  readonly writer: string;
  readonly bookedAt: IsoTime;
}

/** How many lines the ledger knows, by state and by class. */
export interface LedgerCounts {
  readonly byState: Readonly<Record<LineState, number>>;
  /** Booked and attested lines; unbooked ones have no class. */
  readonly byOrigin: Readonly<Record<OriginClass, number>>;
}

/** The ledger's table. Every write joins the running transaction or makes its own. */
export interface Ledger {
  /**
   * Books lines, all or none, and returns how many rows changed. A row already there wins, except that an `unbooked` or
   * `pending` one takes the booking and an `agent` one is raised by an `owner` booking. So a later duplicate lowers
   * nothing, and nothing but {@linkcode Ledger.attest} raises an `untrusted` or `system` line.
   */
  book(bookings: readonly Booking[]): number;
  /** Attests lines shown to the owner (`memory trust`): state `attested`, whatever was booked before. */
  attest(bookings: readonly Booking[]): number;
  /** Books lines as `untrusted`, whatever was booked before (`memory distrust`, a tainted turn). */
  distrust(bookings: readonly Booking[]): number;
  /** Returns the row of a line or entry, or `null`. */
  find(path: string, line: string): LedgerRow | null;
  /** Returns every row of a path under its hash (see `ledgerHash`). */
  findAll(path: string): Map<string, LedgerRow>;
  /** Records lines that are in a file and have no row as `unbooked`, and marks the others as having come. */
  see(path: string, hashes: readonly string[], at: IsoTime): void;
  /** Moves the rows of a renamed file; rows already at the new path follow the law of {@linkcode Ledger.book}. */
  renamePath(from: string, to: string): void;
  /**
   * Deletes rows that were booked before a moment and whose line never came, and returns how many (SPEC 4.3). Files that
   * are not indexed are left alone: nobody looks whether their lines came.
   */
  dropNeverSeen(bookedBefore: IsoTime): number;
  /** Returns the rows in the given states, by path (for `status`), at most `limit`. */
  listByState(states: readonly LineState[], limit: number): LedgerRow[];
  /** Returns how many lines of each sort are known. */
  counts(): LedgerCounts;
  /** Returns a number that grows with each change of a class; a row seen as `unbooked` changes none. */
  revision(): number;
  /** Returns the paths whose classes changed after a revision. */
  pathsChangedSince(revision: number): string[];
}
