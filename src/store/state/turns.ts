/**
 * Turns of hooked sessions: from the owner's prompt to the reply (SPEC 4.3 to 4.5).
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { SessionKind } from "../../provenance/origin.ts";
import type { Connection } from "../connect.ts";
import type { ProcessStamp } from "./sessions.ts";

/** What ended a turn: the client's reply or end, the session's next prompt or start, or that nobody was left. */
export type TurnEnd = "reply" | "end" | "prompt" | "start" | "death" | "silence";

/** Why and since when the later text of a turn is untrusted. */
export interface TurnTaint {
  /** A short clause for people. */
  readonly reason: string;
  /** When it was noticed. */
  readonly since: IsoTime;
}

/** A turn, with what is asked most about its session. */
export interface TurnRow {
  /** Grows; never used twice. */
  readonly id: number;
  /** Id of the session's row. */
  readonly sessionId: number;
  /** The client's own id of the session. */
  readonly session: string;
  /** The client, as in `claude-code`. */
  readonly client: string;
  /** What kind of session it is. */
  readonly kind: SessionKind;
  /** The client's process, or `null` if it could not be told. */
  readonly process: ProcessStamp | null;
  /** Keyed hash of the prompt, by which the same event is known again; `null` if no prompt hook opened the turn. */
  readonly promptHash: string | null;
  /** Keyed hash of the prompt's words; `null` if no prompt hook opened the turn. */
  readonly wordsHash: string | null;
  /** The client itself told of the prompt, while a person sat before it (SPEC 4.4). */
  readonly isProven: boolean;
  /** When the prompt came: "since" in SPEC 4.3. */
  readonly openedAt: IsoTime;
  /** When the last hook of the turn came. */
  readonly lastHookAt: IsoTime;
  /** All files had been looked at when it opened: a line that turns up later came later. */
  readonly hasBaseline: boolean;
  /** `null`: nothing from outside came in. */
  readonly taint: TurnTaint | null;
  /** Not all that the tools of its session gave is known any more: nobody can say what its text repeats (SPEC 4.5). */
  readonly hasLostText: boolean;
  /** `null`: it is open. */
  readonly closedAt: IsoTime | null;
}

/** The prompt that opens a turn. */
export interface TurnPrompt {
  /** See {@linkcode TurnRow.promptHash}. */
  readonly promptHash: string;
  /** See {@linkcode TurnRow.wordsHash}. */
  readonly wordsHash: string;
  /** See {@linkcode TurnRow.isProven}. */
  readonly isProven: boolean;
}

/** The turns' table. Every write joins the running transaction or makes its own. */
export interface Turns {
  /** Returns the turns that are open, or whose lines have not all been looked for yet; oldest first. Costs next to nothing. */
  unsettled(): TurnRow[];
  /** Returns a turn, or `null` if it is not kept any more. */
  find(id: number): TurnRow | null;
  /** Returns the newest turn of a session, or `null`. */
  latestOf(sessionId: number): TurnRow | null;
  /** Returns the turns of a session that are kept, oldest first. */
  ofSession(sessionId: number): TurnRow[];
  /** Returns the turns that were open or unsettled at a moment, to the second, both ends included. */
  around(moment: IsoTime): TurnRow[];
  /** Opens a turn and returns it; `null`: without a prompt that anybody told of. */
  open(sessionId: number, prompt: TurnPrompt | null, at: IsoTime): TurnRow;
  /** Notes that all files had been looked at when it opened. */
  setBaseline(id: number): void;
  /** Notes that a hook came. */
  touch(id: number, at: IsoTime): void;
  /** Taints a turn; the first reason stays. Returns whether that was news. */
  taint(id: number, taint: TurnTaint): boolean;
  /** Closes a turn that is open. */
  close(id: number, end: TurnEnd, at: IsoTime): void;
  /** Notes that the lines of closed turns have been looked for. */
  settle(ids: readonly number[], at: IsoTime): void;
  /** Deletes settled turns that were opened before a moment, but the newest of each session. */
  dropBefore(moment: IsoTime): number;
}

/** Returns the table of an open state. */
export function turnsTable(connection: Connection): Turns {
  const rows = (sql: string, ...values: (string | number)[]) =>
    connection.prepare<StoredTurn>(sql).all(...values).map(toTurn);
  const change = (sql: string, ...values: (string | number)[]) =>
    connection.transaction(() => connection.prepare(sql).run(...values).changes);
  return {
    unsettled: () => rows(UNSETTLED),
    find: (id) => rows(FIND, id)[0] ?? null,
    latestOf: (sessionId) => rows(LATEST, sessionId)[0] ?? null,
    ofSession: (sessionId) => rows(OF_SESSION, sessionId),
    around: (moment) => rows(AROUND, moment),
    open: (sessionId, prompt, at) =>
      connection.transaction(() => {
        const { promptHash = null, wordsHash = null, isProven = false } = prompt ?? {};
        connection.prepare(OPEN).run(sessionId, promptHash, wordsHash, Number(isProven), at, at);
        const row = rows(LATEST, sessionId)[0];
        if (row === undefined) throw new Error("A turn that was just opened is not there");
        return row;
      }),
    setBaseline: (id) => {
      change(SET_BASELINE, id);
    },
    touch: (id, at) => {
      change(TOUCH, at, id);
    },
    taint: (id, { reason, since }) => change(TAINT, since, reason, id) > 0,
    close: (id, end, at) => {
      change(CLOSE, at, end, id);
    },
    settle: (ids, at) => {
      change(SETTLE, at, JSON.stringify(ids));
    },
    dropBefore: (moment) => change(DROP_BEFORE, moment),
  };
}

/** A row as it lies in the tables. */
interface StoredTurn extends Omit<TurnRow, "process" | "hasBaseline" | "isProven" | "hasLostText" | "taint"> {
  readonly hasLostText: number;
  readonly pid: number | null;
  readonly start: string | null;
  readonly hasBaseline: number;
  readonly isProven: number;
  readonly taintedAt: IsoTime | null;
  readonly taintReason: string | null;
}

function toTurn(stored: StoredTurn): TurnRow {
  const { pid, start, hasBaseline, isProven, hasLostText, taintedAt, taintReason, ...row } = stored;
  return {
    ...row,
    process: pid === null || start === null ? null : { pid, start },
    hasBaseline: hasBaseline === 1,
    isProven: isProven === 1,
    hasLostText: hasLostText === 1,
    taint: taintedAt === null || taintReason === null ? null : { reason: taintReason, since: taintedAt },
  };
}

const SELECT = `SELECT t.id, t.session_id AS sessionId, s.name AS session, s.client, s.kind, s.process_id AS pid,
  s.process_start AS start, t.prompt_hash AS promptHash, t.words_hash AS wordsHash, t.is_proven AS isProven,
  t.opened_at AS openedAt, t.last_hook_at AS lastHookAt, t.has_baseline AS hasBaseline, t.tainted_at AS taintedAt,
  t.taint_reason AS taintReason, t.closed_at AS closedAt, s.has_lost_text AS hasLostText
  FROM turns AS t JOIN sessions AS s ON s.id = t.session_id`;
const UNSETTLED = `${SELECT} WHERE t.settled_at IS NULL ORDER BY t.id`;
const FIND = `${SELECT} WHERE t.id = ?`;
const LATEST = `${SELECT} WHERE t.session_id = ? ORDER BY t.id DESC LIMIT 1`;
const OF_SESSION = `${SELECT} WHERE t.session_id = ? ORDER BY t.id`;
const AROUND = `${SELECT} WHERE unixepoch(t.opened_at) <= unixepoch(?1)
  AND (t.settled_at IS NULL OR unixepoch(t.settled_at) >= unixepoch(?1)) ORDER BY t.id`;
const OPEN = `INSERT INTO turns (session_id, prompt_hash, words_hash, is_proven, opened_at, last_hook_at)
  VALUES (?, ?, ?, ?, ?, ?)`;
const SET_BASELINE = "UPDATE turns SET has_baseline = 1 WHERE id = ?";
const TOUCH = "UPDATE turns SET last_hook_at = ? WHERE id = ?";
const TAINT = "UPDATE turns SET tainted_at = ?, taint_reason = ? WHERE id = ? AND tainted_at IS NULL";
const CLOSE = "UPDATE turns SET closed_at = ?, closed_by = ? WHERE id = ? AND closed_at IS NULL";
const SETTLE = `UPDATE turns SET settled_at = ? WHERE closed_at IS NOT NULL AND settled_at IS NULL
  AND id IN (SELECT value FROM json_each(?))`;
const DROP_BEFORE = `DELETE FROM turns WHERE settled_at IS NOT NULL AND unixepoch(opened_at) < unixepoch(?)
  AND id NOT IN (SELECT max(id) FROM turns GROUP BY session_id)`;
