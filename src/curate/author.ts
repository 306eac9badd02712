/**
 * Whose words are written into a curated file, as they are booked (SPEC 4.3).
 *
 * @module
 */
import type { IsoTime, Now } from "../base/clock.ts";
import type { OriginClass, SessionKind } from "../provenance/origin.ts";
import type { Booking } from "../store/state/ledger.ts";

/** Who wrote, and when. */
export interface Author {
  /** The class of the words. */
  readonly origin: OriginClass;
  /** The kind of session that they come from. */
  readonly sessionKind: SessionKind;
  /** When they were said; `null` if nobody noted. */
  readonly observedAt: IsoTime | null;
  /** The session, if known. */
  readonly session: string | null;
  /** Where the words came in, if known. */
  readonly channel: string | null;
  /** Who said them, if known. */
  readonly sender: string | null;
  /** What books: `remember`, `dream`. */
  readonly writer: string;
}

/** An entry to be booked. */
export interface WrittenEntry {
  /** Of the curated file. */
  readonly path: string;
  /** As it will stand. */
  readonly raw: string;
  /** Its supersession key, or `null`. */
  readonly key: string | null;
}

/** Returns the booking of an entry. */
export function bookingBy(author: Author, { path, raw, key }: WrittenEntry, now: Now): Booking {
  return { ...author, path, line: raw, supersessionKey: key, bookedAt: now.iso };
}

const DERIVED = " (phrases derived)";

/** Returns the author of an entry whose trigger phrases nobody gave: a single word of these counts for less. */
export function derivedBy(author: Author): Author {
  return { ...author, writer: `${author.writer}${DERIVED}` };
}

/** Returns whether a booked writer wrote phrases that nobody had given. */
export function isDerivedBy(writer: string): boolean {
  return writer.endsWith(DERIVED);
}
