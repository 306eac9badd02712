/**
 * What tools gave a session, as hashes (SPEC 4.5): who repeats it later in the session says nothing new.
 *
 * One row a text. To ask about a sentence all rows of a session are gone through, at most 16 MB for the 2,000,000
 * shingles that are kept; a row a shingle would make every tool call a thousand times as dear to write.
 *
 * @module
 */
import type { Connection } from "../connect.ts";

/** A text as it is kept. */
export interface TextHashes {
  /** 32 hex digits of a digest of the text: the same text is kept once. */
  readonly digest: string;
  /** It came from a tool that reads from outside. */
  readonly isOutside: boolean;
  /** See `wordRuns()`. */
  readonly shingles: Iterable<number>;
  /** Hashes of the numbers, addresses and identifiers in it. */
  readonly names: Iterable<number>;
}

/** What is asked about a sentence. */
export interface TextQuestion {
  /** Its shingles. */
  readonly shingles: ReadonlySet<number>;
  /** Its names. */
  readonly names: ReadonlySet<number>;
}

/** What is known about a sentence. */
export interface TextAnswer {
  /** Those of its shingles that some text has. */
  readonly shared: ReadonlySet<number>;
  /** Those of its names that stood in a text from outside before they stood in any other. */
  readonly outsideNames: ReadonlySet<number>;
}

/** The texts' table. Every write joins the running transaction or makes its own. */
export interface SessionTexts {
  /** Keeps a text, and returns whether older ones fell out for it; of a text that is there already nothing changes. */
  add(sessionId: number, text: TextHashes): boolean;
  /** Returns what the texts of a session say about a sentence. */
  ask(sessionId: number, question: TextQuestion): TextAnswer;
  /** Returns how many shingles of a session are kept. */
  count(sessionId: number): number;
  /** Deletes the oldest texts over the most that are kept for all sessions, and returns the ids of the sessions that lost some. */
  dropOverall(): number[];
}

/** Shingles kept for one session (SPEC 4.5); names count as well, so that neither grows without end. */
export const MOST_SESSION_HASHES = 2_000_000;

/** Hashes kept for all sessions together, 80 MB. */
export const MOST_HASHES = 10_000_000;

/** Returns the table of an open state. */
export function sessionTextsTable(connection: Connection, mostHashes = MOST_SESSION_HASHES): SessionTexts {
  const sizes = (sql: string, ...values: number[]) => connection.prepare<TextSize>(sql).all(...values);
  const drop = (rows: readonly TextSize[]) => {
    for (const { id } of rows) connection.prepare(REMOVE).run(id);
  };
  return {
    add: (sessionId, text) =>
      connection.transaction(() => {
        const row = [packed(text.shingles), packed(text.names)];
        const isNew = connection.prepare(ADD).run(sessionId, text.digest, Number(text.isOutside), ...row).changes > 0;
        if (!isNew) return false;
        const fallen = beyond(sizes(SIZES_OF, sessionId), mostHashes);
        drop(fallen);
        return fallen.length > 0;
      }),
    ask: (sessionId, question) => ask(connection, sessionId, question),
    count: (sessionId) => connection.prepare<{ n: number }>(COUNT).get(sessionId)?.n ?? 0,
    dropOverall: () =>
      connection.transaction(() => {
        const fallen = beyond(sizes(SIZES), MOST_HASHES);
        drop(fallen);
        return [...new Set(fallen.map(({ sessionId }) => sessionId))];
      }),
  };
}

interface TextSize {
  readonly id: number;
  readonly sessionId: number;
  readonly size: number;
}

/** Returns the rows that do not fit, of those that are given newest first. */
function beyond(rows: readonly TextSize[], most: number): TextSize[] {
  let total = 0;
  return rows.filter(({ size }) => (total += size) > most);
}

function ask(connection: Connection, sessionId: number, { shingles, names }: TextQuestion): TextAnswer {
  const shared = new Set<number>();
  const outsideNames = new Set<number>();
  const open = new Set(names);
  for (const row of connection.prepare<StoredText>(TEXTS_OF).iterate(sessionId)) {
    if (shared.size < shingles.size) {
      for (const hash of unpacked(row.shingles)) if (shingles.has(hash)) shared.add(hash);
    }
    if (open.size === 0) continue;
    for (const hash of unpacked(row.names)) {
      // The first text that has a name decides; rows come oldest first.
      if (open.delete(hash) && row.isOutside === 1) outsideNames.add(hash);
    }
  }
  return { shared, outsideNames };
}

interface StoredText {
  readonly isOutside: number;
  readonly shingles: Uint8Array;
  readonly names: Uint8Array;
}

function packed(hashes: Iterable<number>): Uint8Array {
  return new Uint8Array(Float64Array.from(new Set(hashes)).buffer);
}

function unpacked(bytes: Uint8Array): Float64Array {
  // Copied, since the bytes of a column need not begin where a number may.
  return new Float64Array(new Uint8Array(bytes).buffer);
}

const ADD = `INSERT INTO session_texts (session_id, digest, is_outside, shingles, names)
  VALUES (?, unhex(?), ?, ?, ?) ON CONFLICT DO NOTHING`;
const SIZE = "(length(shingles) + length(names)) / 8";
const SIZES = `SELECT id, session_id AS sessionId, ${SIZE} AS size FROM session_texts ORDER BY id DESC`;
const SIZES_OF = `SELECT id, session_id AS sessionId, ${SIZE} AS size FROM session_texts WHERE session_id = ?
  ORDER BY id DESC`;
const COUNT = "SELECT ifnull(sum(length(shingles)) / 8, 0) AS n FROM session_texts WHERE session_id = ?";
const TEXTS_OF = `SELECT is_outside AS isOutside, shingles, names FROM session_texts WHERE session_id = ? ORDER BY id`;
const REMOVE = "DELETE FROM session_texts WHERE id = ?";
