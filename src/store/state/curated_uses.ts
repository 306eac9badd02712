/**
 * Recalls and triggers of curated entries, logged apart from candidates for retirement (SPEC 6, 8.7).
 *
 * @module
 */
import type { IsoTime, LocalDay } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";

/** How an entry was used. */
export const USE_KINDS = ["recall", "trigger"] as const;
/** One of {@linkcode USE_KINDS}. */
export type UseKind = (typeof USE_KINDS)[number];

/** One use; once per entry, session, day and kind. */
export interface CuratedUse {
  /** `e:` and 12 hex digits. */
  readonly entryKey: string;
  /** `""` if none is known. */
  readonly session: string;
  /** The local day. */
  readonly day: LocalDay;
  /** What used it. */
  readonly kind: UseKind;
  /** When. */
  readonly usedAt: IsoTime;
}

/** The table of uses. */
export interface CuratedUses {
  /** Logs uses; those already there are left. */
  add(uses: readonly CuratedUse[]): void;
  /** Returns the moment of the last use of every entry that was ever used. */
  lastUses(): Map<string, IsoTime>;
  /** Gives the uses of an entry to the one that replaced it. */
  move(from: string, to: string): void;
}

/** Returns the table of an open state. */
export function curatedUsesTable(connection: Connection): CuratedUses {
  return {
    add: (uses) => {
      connection.transaction(() => {
        const add = connection.prepare(ADD);
        for (const use of uses) add.run(use.entryKey, use.day, use.session, use.kind, use.usedAt);
      });
    },
    lastUses: () => {
      const rows = connection.prepare<{ key: string; at: IsoTime }>(LAST).all();
      return new Map(rows.map((row) => [row.key, row.at]));
    },
    move: (from, to) => {
      connection.transaction(() => {
        connection.prepare(MOVE).run(to, from);
        connection.prepare(DROP).run(from);
      });
    },
  };
}

const ADD = `INSERT INTO curated_uses (entry_key, day, session, kind, used_at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;
// With max() SQLite takes the other columns from the row that holds the maximum.
const LAST =
  "SELECT entry_key AS key, used_at AS at, max(unixepoch(used_at)) AS latest FROM curated_uses GROUP BY entry_key";
const MOVE = "UPDATE OR IGNORE curated_uses SET entry_key = ? WHERE entry_key = ?";
const DROP = "DELETE FROM curated_uses WHERE entry_key = ?";
