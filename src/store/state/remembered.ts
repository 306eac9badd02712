/**
 * Entries of `MEMORY.md` that the owner ordered, as they were written (SPEC 7.2, 8.8). The dream's own are known by its
 * promotions.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { OriginClass } from "../../provenance/origin.ts";
import type { Connection } from "../connect.ts";
import type { Departures } from "./departures.ts";

/** One entry. */
export interface RememberedRow {
  /** `e:` and 12 hex digits. */
  readonly entryKey: string;
  /** The whole entry without its final line end. */
  readonly raw: string;
  /** Title of the heading that it stands under, or `null`. */
  readonly heading: string | null;
  /** Class of its words. */
  readonly origin: OriginClass;
  /** When it was written last. */
  readonly writtenAt: IsoTime;
}

/** The table. Every write joins the running transaction or makes its own. */
export interface Remembered {
  /** Enters an entry, or what was written anew of it. */
  put(row: RememberedRow): void;
  /** Returns an entry, or `null`. */
  find(entryKey: string): RememberedRow | null;
  /** Returns all, the oldest first. */
  all(): RememberedRow[];
}

/** Returns the table of an open state. */
export function rememberedTable(connection: Connection): Remembered {
  return {
    put: ({ entryKey, raw, heading, origin, writtenAt }) => {
      connection.transaction(() => connection.prepare(PUT).run(entryKey, raw, heading, origin, writtenAt));
    },
    find: (entryKey) => connection.prepare<RememberedRow>(FIND).get(entryKey) ?? null,
    all: () => connection.prepare<RememberedRow>(ALL).all(),
  };
}

/** Returns the entries that stand by the record: none left, and was not brought back or written anew, since. */
export function standingRemembered(
  { remembered, departures }: { readonly remembered: Remembered; readonly departures: Departures },
): RememberedRow[] {
  const rows = remembered.all();
  if (rows.length === 0) return rows;
  const leftAt = new Map(departures.open().map(({ entryKey, departedAt }) => [entryKey, Date.parse(departedAt)]));
  return rows.filter(({ entryKey, writtenAt }) => {
    const left = leftAt.get(entryKey);
    return left === undefined || left < Date.parse(writtenAt);
  });
}

const SELECT = "SELECT entry_key AS entryKey, raw, heading, origin, written_at AS writtenAt FROM remembered";
const FIND = `${SELECT} WHERE entry_key = ?`;
const ALL = `${SELECT} ORDER BY unixepoch(written_at), entry_key`;
const PUT = `INSERT INTO remembered (entry_key, raw, heading, origin, written_at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (entry_key) DO UPDATE SET raw = excluded.raw, heading = excluded.heading, origin = excluded.origin,
  written_at = excluded.written_at`;
