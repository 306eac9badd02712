/**
 * Which curated entries and other statements a session was given without asking, by whichever lane, and at which of its turns (SPEC 9.2): what
 * was just given is not given again.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import { shortHash } from "../../base/hash.ts";
import type { Connection } from "../connect.ts";

/** The lane that gave an entry; `changed`: it was told of since it was written anew. */
export const SHOWN_PLACES = ["bootstrap", "changed", "intent", "trigger", "escalate"] as const;
/** One of {@linkcode SHOWN_PLACES}. */
export type ShownPlace = (typeof SHOWN_PLACES)[number];

/** An entry that is given. */
export interface ShownEntry {
  /** `e:` and 12 hex digits for a curated entry, `l:` and a hash for a line of another file. */
  readonly entryKey: string;
  /** {@linkcode shownHash} of its text, by which a changed entry is told from the same one. */
  readonly textHash: string;
  /** The lane. */
  readonly place: ShownPlace;
}

/**
 * Returns the hash under which a text is noted as given.
 *
 * @param text of the entry without list marker and annotations, `CuratedEntry.text`
 */
export function shownHash(text: string): string {
  return shortHash(text);
}

/** An entry that was given, the newest time. */
export interface ShownRow extends ShownEntry {
  /** The turn of the session: 0 is its start, 1 its first prompt. */
  readonly turn: number;
}

/** The table of what sessions were given. Every write joins the running transaction or makes its own. */
export interface Shown {
  /** Returns how many prompts a session had since it began or was compacted; 0 if none is known. */
  turn(session: string): number;
  /** Notes that the next prompt of a session came, and returns its turn. */
  advance(session: string, at: IsoTime): number;
  /** Notes what a session is given in its present turn. */
  add(session: string, entries: readonly ShownEntry[], at: IsoTime): void;
  /** Returns the keys of the entries given in the present turn or one of the `turns` before it. */
  recently(session: string, turns: number): Set<string>;
  /** Returns all that a session was given since it began or was compacted, by the entry's key. */
  of(session: string): Map<string, ShownRow>;
  /** Forgets what a session was given, and begins at turn 0: it starts anew, or its context was compacted. */
  clear(session: string): void;
  /** The same, and the next prompt has to bring the start back: no start tells of the compaction. */
  clearUntilPrompt(session: string, at: IsoTime): void;
  /** Returns whether {@linkcode clearUntilPrompt} was called and no prompt came since. */
  awaitsStart(session: string): boolean;
  /** Deletes what is known of sessions without a prompt or an entry since a moment. */
  dropBefore(moment: IsoTime): void;
}

/** Returns the table of an open state. */
export function shownTable(connection: Connection): Shown {
  const turn = (session: string) => connection.prepare<{ turn: number }>(TURN).get(session)?.turn ?? 0;
  return {
    turn,
    advance: (session, at) =>
      connection.transaction(() => {
        connection.prepare(ADVANCE).run(session, at);
        return turn(session);
      }),
    add: (session, entries, at) => {
      if (entries.length === 0) return;
      connection.transaction(() => {
        const now = turn(session);
        const add = connection.prepare(ADD);
        for (const { entryKey, textHash, place } of entries) add.run(session, entryKey, textHash, place, now, at);
      });
    },
    recently: (session, turns) => {
      const rows = connection.prepare<{ key: string }>(RECENTLY).all(session, turn(session) - turns);
      return new Set(rows.map(({ key }) => key));
    },
    of: (session) => new Map(connection.prepare<ShownRow>(OF).all(session).map((row) => [row.entryKey, row])),
    clear: (session) => {
      connection.transaction(() => {
        connection.prepare(CLEAR_ENTRIES).run(session);
        connection.prepare(CLEAR_TURN).run(session);
      });
    },
    clearUntilPrompt: (session, at) => {
      connection.transaction(() => {
        connection.prepare(CLEAR_ENTRIES).run(session);
        connection.prepare(AWAIT).run(session, at);
      });
    },
    awaitsStart: (session) => connection.prepare<{ turn: number }>(TURN).get(session)?.turn === 0,
    dropBefore: (moment) => {
      connection.transaction(() => {
        for (const { session } of connection.prepare<{ session: string }>(SILENT).all(moment)) {
          connection.prepare(CLEAR_ENTRIES).run(session);
          connection.prepare(CLEAR_TURN).run(session);
        }
      });
    },
  };
}

const TURN = "SELECT turn FROM session_prompts WHERE session = ?";
const ADVANCE = `INSERT INTO session_prompts (session, turn, at) VALUES (?, 1, ?)
  ON CONFLICT (session) DO UPDATE SET turn = turn + 1, at = excluded.at`;
const ADD = `INSERT INTO shown_entries (session, entry_key, text_hash, place, turn, shown_at) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (session, entry_key) DO UPDATE SET text_hash = excluded.text_hash, place = excluded.place,
    turn = excluded.turn, shown_at = excluded.shown_at`;
const AWAIT = "INSERT OR REPLACE INTO session_prompts (session, turn, at) VALUES (?, 0, ?)";
const RECENTLY = "SELECT entry_key AS key FROM shown_entries WHERE session = ? AND turn >= ?";
const OF = `SELECT entry_key AS entryKey, text_hash AS textHash, place, turn FROM shown_entries WHERE session = ?
  ORDER BY entry_key`;
const CLEAR_ENTRIES = "DELETE FROM shown_entries WHERE session = ?";
const CLEAR_TURN = "DELETE FROM session_prompts WHERE session = ?";
const SILENT = `SELECT session FROM (
    SELECT session, max(unixepoch(at)) AS latest FROM (
      SELECT session, at FROM session_prompts UNION ALL SELECT session, shown_at AS at FROM shown_entries)
    GROUP BY session)
  WHERE latest < unixepoch(?)`;
