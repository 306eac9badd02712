/**
 * The recall log (SPEC 6): which claim lines answered which questions. Questions are kept as keyed hashes only.
 *
 * @module
 */
import type { IsoTime, LocalDay } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";

/** One claim line found by one question in one session on one local day. */
export interface RecallRow {
  /** `c:` and 12 hex digits. */
  readonly candidateKey: string;
  /** Keyed hash of the normalised question. */
  readonly questionHash: string;
  /** `""` for all calls without a session: they count as one. */
  readonly session: string;
  /** The local day. */
  readonly day: LocalDay;
  /** 0 to 1, before decay and multipliers. */
  readonly quality: number;
  /** When. */
  readonly recalledAt: IsoTime;
  /** The active project key then, or `null`. */
  readonly project: string | null;
}

/** One recall by what a score needs of it. */
export type RecallGrade = Pick<RecallRow, "candidateKey" | "quality" | "day">;

/** The recalls' table. */
export interface Recalls {
  /**
   * Logs a recall and returns whether it counted: once per line, question, session and day, and at most 2 per line,
   * session and day.
   */
  add(row: RecallRow): boolean;
  /** Returns the recalls of candidates, oldest first; a key without any is not in the map. */
  of(keys: readonly string[]): Map<string, RecallRow[]>;
  /** Returns all recalls by candidate, oldest first. */
  all(): Map<string, RecallRow[]>;
  /** Returns quality and local day of every recall of candidates; a key without any is not in the map. */
  gradesOf(keys: readonly string[]): Map<string, RecallGrade[]>;
  /** Returns the candidates recalled after a moment, each once; `null`: ever. */
  recalledSince(since: IsoTime | null): string[];
  /** Gives the recalls of a near-duplicate to the older claim; what it has already is dropped. */
  move(from: string, to: string): void;
  /** How many are logged. */
  count(): number;
}

/** Returns the table of an open state. */
export function recallsTable(connection: Connection): Recalls {
  const rows = (sql: string, ...values: string[]) => connection.prepare<RecallRow>(sql).all(...values);
  return {
    add: (row) =>
      connection.transaction(() => {
        const { candidateKey, session, day, questionHash, quality, recalledAt, project } = row;
        const values = [candidateKey, session, day, questionHash, quality, recalledAt, project];
        return connection.prepare(ADD).run(...values).changes > 0;
      }),
    of: (keys) => byCandidate(rows(OF, JSON.stringify(keys))),
    gradesOf: (keys) => byCandidate(connection.prepare<RecallGrade>(GRADES_OF).all(JSON.stringify(keys))),
    all: () => byCandidate(rows(ALL)),
    recalledSince: (since) => connection.prepare<{ key: string }>(SINCE).all(since).map((row) => row.key),
    move: (from, to) => {
      connection.transaction(() => {
        connection.prepare(MOVE).run(to, from);
        connection.prepare(DROP).run(from);
      });
    },
    count: () => connection.prepare<{ n: number }>(COUNT).get()?.n ?? 0,
  };
}

function byCandidate<Row extends Pick<RecallRow, "candidateKey">>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const known = found.get(row.candidateKey);
    if (known === undefined) found.set(row.candidateKey, [row]);
    else known.push(row);
  }
  return found;
}

// A question is new in each row of a line, session and day, so this one limit is also that of the questions (SPEC 6).
const ADD = `INSERT INTO recalls (candidate_key, session, day, question_hash, quality, recalled_at, project)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
  WHERE (SELECT count(*) FROM recalls WHERE candidate_key = ?1 AND session = ?2 AND day = ?3) < 2
  ON CONFLICT DO NOTHING`;
const COLUMNS = `candidate_key AS candidateKey, question_hash AS questionHash, session, day, quality,
  recalled_at AS recalledAt, project`;
const OF = `SELECT ${COLUMNS} FROM recalls WHERE candidate_key IN (SELECT value FROM json_each(?))
  ORDER BY candidate_key, unixepoch(recalled_at), question_hash`;
const GRADES_OF = `SELECT candidate_key AS candidateKey, quality, day FROM recalls
  WHERE candidate_key IN (SELECT value FROM json_each(?))`;
const ALL = `SELECT ${COLUMNS} FROM recalls ORDER BY candidate_key, unixepoch(recalled_at), question_hash`;
const SINCE = `SELECT DISTINCT candidate_key AS key FROM recalls
  WHERE ?1 IS NULL OR unixepoch(recalled_at) > unixepoch(?1) ORDER BY candidate_key`;
const MOVE = "UPDATE OR IGNORE recalls SET candidate_key = ? WHERE candidate_key = ?";
const DROP = "DELETE FROM recalls WHERE candidate_key = ?";
const COUNT = "SELECT count(*) AS n FROM recalls";
