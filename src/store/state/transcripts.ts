/**
 * How far the transcript of a session has been read (SPEC 7.4): what the next reading has to know of the turn in which
 * the last one stopped.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";

/** The reading of one transcript. */
export interface TranscriptRow {
  /** Grows; never used twice. */
  readonly id: number;
  /** A value of the reader's own, as JSON. */
  readonly reading: string;
  /** When something of it was last read. */
  readonly readAt: IsoTime;
}

/** The table. Every write joins the running transaction or makes its own. */
export interface Transcripts {
  /** Returns the reading of a session's transcript, or `null`. */
  find(client: string, session: string): TranscriptRow | null;
  /** Notes how far it was read, and returns the row. */
  put(client: string, session: string, reading: Omit<TranscriptRow, "id">): TranscriptRow;
  /** Notes that not all is known any more of what was read; the next reading is told by a value that is none. */
  lose(id: number): void;
  /** Deletes what was last read before a moment, with the texts. */
  dropBefore(moment: IsoTime): number;
}

/** Returns the table of an open state. */
export function transcriptsTable(connection: Connection): Transcripts {
  const find = (client: string, session: string) =>
    connection.prepare<TranscriptRow>(FIND).get(client, session) ?? null;
  return {
    find,
    put: (client, session, { reading, readAt }) =>
      connection.transaction(() => {
        connection.prepare(PUT).run(client, session, reading, readAt);
        const row = find(client, session);
        if (row === null) throw new Error("A transcript that was just written is not there");
        return row;
      }),
    lose: (id) => {
      connection.transaction(() => connection.prepare(LOSE).run(id));
    },
    dropBefore: (moment) => connection.transaction(() => connection.prepare(DROP_BEFORE).run(moment).changes),
  };
}

const FIND = "SELECT id, reading, read_at AS readAt FROM transcripts WHERE client = ? AND name = ?";
const PUT = `INSERT INTO transcripts (client, name, reading, read_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (client, name) DO UPDATE SET reading = excluded.reading, read_at = excluded.read_at`;
const LOSE = "UPDATE transcripts SET reading = '' WHERE id = ?";
const DROP_BEFORE = "DELETE FROM transcripts WHERE unixepoch(read_at) < unixepoch(?)";
