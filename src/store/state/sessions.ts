/**
 * Sessions of agents, as their hooks tell (SPEC 4.1, 4.4).
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { ChatType, SessionKind } from "../../provenance/origin.ts";
import type { Connection } from "../connect.ts";

/** A process that another one with the same id cannot be mistaken for. */
export interface ProcessStamp {
  /** Process id. */
  readonly pid: number;
  /** When it started, in the system's own form; only compared. */
  readonly start: string;
}

/** What a hook knows of the session that it belongs to. */
export interface SessionFacts {
  /** As in `claude-code`. */
  readonly client: string;
  /** The client's own id of the session. */
  readonly name: string;
  /** The client's process; `null` if it could not be told. */
  readonly process: ProcessStamp | null;
  /** The client's process had a controlling terminal. */
  readonly hasTerminal: boolean;
  /** The client was started with a flag to print an answer or to execute an order, and to end. */
  readonly isBatch: boolean;
  /** What the start hook saw: the client itself called it, had a terminal and was no batch run (SPEC 4.4). */
  readonly isProven: boolean;
  /** What kind of session it is. */
  readonly kind: SessionKind;
  /** Who can read it. */
  readonly chat: ChatType;
  /** The folder the client was started for, absolute; `null` if not known. */
  readonly projectDir: string | null;
}

/** A session that hooks told of. */
export interface SessionRow extends SessionFacts {
  /** Grows; never used twice. */
  readonly id: number;
  /** When its first hook came. */
  readonly startedAt: IsoTime;
  /** When its last hook came. */
  readonly lastHookAt: IsoTime;
  /** When the client said that it ended, or `null`. */
  readonly endedAt: IsoTime | null;
  /** Not all that its tools gave is known any more: its later text cannot be vouched for. */
  readonly hasLostText: boolean;
  /** One of its tools may have written below the folder in which its client keeps transcripts. */
  readonly hasTouchedStore: boolean;
}

/** The sessions' table. Every write joins the running transaction or makes its own. */
export interface Sessions {
  /** Returns a session, or `null`. */
  find(client: string, name: string): SessionRow | null;
  /** Returns the sessions of that name, whatever their client. */
  named(name: string): SessionRow[];
  /** Returns the sessions of a process id, whose start still has to be compared. */
  ofProcess(pid: number): SessionRow[];
  /** Returns the sessions, the one with the newest hook first, at most `limit`. */
  latest(limit: number): SessionRow[];
  /** Returns the sessions that did not end, had a hook since a moment, and of which texts are kept. */
  talking(since: IsoTime): SessionRow[];
  /** Returns the sessions that had a hook since a moment, ended or not, and of which texts from outside are kept. */
  fetching(since: IsoTime): SessionRow[];
  /** Enters a session, or replaces what is known of one, and returns it. Its start, and lost text, stay. */
  put(facts: SessionFacts, at: IsoTime): SessionRow;
  /** Notes that a hook came. */
  touch(id: number, at: IsoTime): void;
  /** Notes that the client ended it. */
  end(id: number, at: IsoTime): void;
  /** Notes that not all of its text is known. */
  loseText(id: number): void;
  /** Notes that a tool may have written where its transcript lies. */
  touchStore(id: number): void;
  /** Deletes sessions without an unsettled turn whose last hook came before a moment, with all that belongs to them. */
  dropBefore(moment: IsoTime): number;
}

/** Returns the table of an open state. */
export function sessionsTable(connection: Connection): Sessions {
  const rows = (sql: string, ...values: (string | number)[]) =>
    connection.prepare<StoredSession>(sql).all(...values).map(toSession);
  const change = (sql: string, ...values: (string | number)[]) =>
    connection.transaction(() => connection.prepare(sql).run(...values).changes);
  const find = (client: string, name: string) => rows(FIND, client, name)[0] ?? null;
  return {
    find,
    named: (name) => rows(NAMED, name),
    ofProcess: (pid) => rows(OF_PROCESS, pid),
    talking: (since) => rows(TALKING, since),
    fetching: (since) => rows(FETCHING, since),
    latest: (limit) => rows(LATEST, limit),
    put: (facts, at) =>
      connection.transaction(() => {
        const flags = [facts.hasTerminal, facts.isBatch, facts.isProven].map(Number);
        const process = [facts.process?.pid ?? null, facts.process?.start ?? null];
        const place = [facts.kind, facts.chat, facts.projectDir];
        connection.prepare(PUT).run(facts.client, facts.name, ...process, ...flags, ...place, at, at);
        const row = find(facts.client, facts.name);
        if (row === null) throw new Error("A session that was just written is not there");
        return row;
      }),
    touch: (id, at) => {
      change(TOUCH, at, id);
    },
    end: (id, at) => {
      change(END, at, id);
    },
    loseText: (id) => {
      change(LOSE_TEXT, id);
    },
    touchStore: (id) => {
      change(TOUCH_STORE, id);
    },
    dropBefore: (moment) => change(DROP_BEFORE, moment),
  };
}

/** A row as it lies in the table. */
interface StoredSession extends Omit<SessionRow, "process" | Flag> {
  readonly pid: number | null;
  readonly start: string | null;
  readonly hasTerminal: number;
  readonly isBatch: number;
  readonly isProven: number;
  readonly hasLostText: number;
  readonly hasTouchedStore: number;
}

type Flag = "hasTerminal" | "isBatch" | "isProven" | "hasLostText" | "hasTouchedStore";

function toSession({ pid, start, ...row }: StoredSession): SessionRow {
  return {
    ...row,
    process: pid === null || start === null ? null : { pid, start },
    hasTerminal: row.hasTerminal === 1,
    isBatch: row.isBatch === 1,
    isProven: row.isProven === 1,
    hasLostText: row.hasLostText === 1,
    hasTouchedStore: row.hasTouchedStore === 1,
  };
}

const SELECT = `SELECT id, client, name, process_id AS pid, process_start AS start, has_terminal AS hasTerminal,
  is_batch AS isBatch, is_proven AS isProven, kind, chat, project_dir AS projectDir, started_at AS startedAt,
  last_hook_at AS lastHookAt, ended_at AS endedAt, has_lost_text AS hasLostText,
  has_touched_store AS hasTouchedStore FROM sessions`;
const FIND = `${SELECT} WHERE client = ? AND name = ?`;
const NAMED = `${SELECT} WHERE name = ? ORDER BY id`;
const OF_PROCESS = `${SELECT} WHERE process_id = ? ORDER BY id`;
const TALKING = `${SELECT} WHERE ended_at IS NULL AND unixepoch(last_hook_at) >= unixepoch(?)
  AND EXISTS (SELECT 1 FROM session_texts WHERE session_id = sessions.id) ORDER BY id`;
const FETCHING = `${SELECT} WHERE unixepoch(last_hook_at) >= unixepoch(?)
  AND EXISTS (SELECT 1 FROM session_texts WHERE session_id = sessions.id AND is_outside = 1) ORDER BY id`;
const LATEST = `${SELECT} ORDER BY unixepoch(last_hook_at) DESC, id DESC LIMIT ?`;
const PUT =
  `INSERT INTO sessions (client, name, process_id, process_start, has_terminal, is_batch, is_proven, kind, chat,
    project_dir, started_at, last_hook_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (client, name) DO UPDATE SET process_id = excluded.process_id, process_start = excluded.process_start,
    has_terminal = excluded.has_terminal, is_batch = excluded.is_batch, is_proven = excluded.is_proven,
    kind = excluded.kind, chat = excluded.chat, project_dir = ifnull(sessions.project_dir, excluded.project_dir),
    last_hook_at = excluded.last_hook_at, ended_at = NULL`;
const TOUCH = "UPDATE sessions SET last_hook_at = ?1, ended_at = NULL WHERE id = ?2";
const END = "UPDATE sessions SET ended_at = ? WHERE id = ?";
const LOSE_TEXT = "UPDATE sessions SET has_lost_text = 1 WHERE id = ? AND has_lost_text = 0";
const TOUCH_STORE = "UPDATE sessions SET has_touched_store = 1 WHERE id = ? AND has_touched_store = 0";
const DROP_BEFORE = `DELETE FROM sessions WHERE unixepoch(last_hook_at) < unixepoch(?)
  AND id NOT IN (SELECT session_id FROM turns WHERE settled_at IS NULL)`;
