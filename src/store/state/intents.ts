/**
 * What is to be brought up later (SPEC 9.5): wishes for a time, wishes for an event, and reviews of diary lines. What may
 * fire is decided elsewhere; here rows are found quickly and counted safely.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { OriginClass, SessionKind } from "../../provenance/origin.ts";
import type { Connection } from "../connect.ts";
import { intentRow, type StoredIntent } from "./intent_row.ts";

/** `time`: due at a moment. `event`: due when a message holds its words. `review`: a diary line to be looked at again. */
export const INTENT_KINDS = ["time", "event", "review"] as const;
/** One of {@linkcode INTENT_KINDS}. */
export type IntentKind = (typeof INTENT_KINDS)[number];

/** `armed`: may fire. `held`: not trusted enough, never fires. `done`: fired as often as it may. */
export const INTENT_STATES = ["armed", "held", "done", "cancelled", "expired"] as const;
/** One of {@linkcode INTENT_STATES}. */
export type IntentState = (typeof INTENT_STATES)[number];

/** Where an intent may fire; `null`: anywhere. */
export interface IntentScope {
  /** A client or channel, as in `claude-code`. */
  readonly channel: string | null;
  /** Who writes the message. */
  readonly sender: string | null;
  /** The client's id of a session. */
  readonly session: string | null;
}

/** An intent as it is booked. */
export interface NewIntent {
  /** `i:` and 12 hex digits. */
  readonly key: string;
  /** See {@linkcode INTENT_KINDS}. */
  readonly kind: IntentKind;
  /** `armed` or `held`. */
  readonly state: IntentState;
  /** Redacted, one line. */
  readonly text: string;
  /** JSON; see `plan` in the schema. */
  readonly plan: string | null;
  /** Before this moment there is nothing to do about it. */
  readonly wakeMs: number;
  /** As booked. */
  readonly origin: OriginClass;
  /** Of the session that wished. */
  readonly sessionKind: SessionKind;
  /** The client's id of that session, or `null`. */
  readonly session: string | null;
  /** Why it is held, as a clause for people, or `null`. */
  readonly heldReason: string | null;
  /** Ids of the turns whose end decides. */
  readonly turns: readonly number[];
  /** When it was booked. */
  readonly createdAt: IsoTime;
  /** See {@linkcode IntentScope}. */
  readonly scope: IntentScope;
  /** From then on it does not fire; `null`: never. */
  readonly expiresMs: number | null;
  /** Fires at most so often; `null`: as often as it comes. */
  readonly maxFires: number | null;
  /** Milliseconds between two firings of an event wish. */
  readonly cooldownMs: number;
  /** The file in which the line of a review stands, else `null`. */
  readonly path: string | null;
}

/** A booked intent. */
export interface IntentRow extends NewIntent {
  /** Grows; never used twice. */
  readonly id: number;
  /** How often it fired. */
  readonly fires: number;
  /** The newest time, or `null`. */
  readonly lastFiredAt: IsoTime | null;
  /** The due moment that the daemon printed last, or `null`. */
  readonly announcedMs: number | null;
}

/** One delivery. */
export interface IntentFiring {
  /** When. */
  readonly firedAt: IsoTime;
  /** The client's id of the session, or `null`. */
  readonly session: string | null;
  /** What delivered it: `prompt`, `start`, `match` or `due`. */
  readonly place: string;
  /** When it was due, in milliseconds since the epoch; `null` of an event wish. */
  readonly dueMs: number | null;
  /** It was delivered later than it should. */
  readonly isLate: boolean;
  /** How often it had come unseen before. */
  readonly missed: number;
}

/** What there is to do. */
export interface Awake {
  /** A time wish is due. */
  readonly hasDue: boolean;
  /** An event wish may be matched. */
  readonly hasEvents: boolean;
  /** The class of one waits for the end of a turn. */
  readonly hasPending: boolean;
}

/** The table. Every write joins the running transaction or makes its own. */
export interface Intents {
  /** Returns what there is to do at a moment; three looks at an index. */
  awake(nowMs: number): Awake;
  /** Books an intent; `terms` has one term of each keyword set. */
  add(intent: NewIntent, terms: readonly string[]): IntentRow;
  /** Returns armed intents of a kind that are due, the earliest first. */
  due(kind: "time" | "review", nowMs: number): IntentRow[];
  /** Returns armed event wishes out of cooldown of which a message has one of the booked terms, oldest first. */
  withTerms(terms: readonly string[], nowMs: number): IntentRow[];
  /** Returns armed intents whose class waits for the end of a turn. */
  pending(): IntentRow[];
  /** Returns all intents, or those in some states, oldest first. */
  all(states?: readonly IntentState[]): IntentRow[];
  /** Returns an intent as it is now, or `null`. */
  find(id: number): IntentRow | null;
  /** Marks what is over as expired, and returns how many that were. */
  expire(nowMs: number): number;
  /** Gives an intent another state. */
  setState(id: number, state: IntentState, heldReason?: string): void;
  /** Gives an intent the class that its turns left it with. */
  settle(id: number, origin: OriginClass, heldReason: string | null): void;
  /** Counts a firing; `next`: when it comes again, `null`: it is done. */
  fire(id: number, firing: IntentFiring, next: number | null): void;
  /** Notes that the daemon printed it. */
  announce(id: number, dueMs: number): void;
  /** Returns the firings of an intent, the newest first. */
  firingsOf(id: number): IntentFiring[];
}

/** Returns the table of an open state. */
export function intentsTable(connection: Connection): Intents {
  const rows = (sql: string, ...values: (string | number)[]) =>
    connection.prepare<StoredIntent>(sql).all(...values).map(intentRow);
  const change = (sql: string, ...values: (string | number | null)[]) => {
    connection.transaction(() => connection.prepare(sql).run(...values));
  };
  const find = (id: number) => rows(`${SELECT} WHERE id = ?`, id)[0] ?? null;
  return {
    awake: (nowMs) => {
      const row = connection.prepare<{ due: number; events: number; pending: number }>(AWAKE).get(nowMs);
      return { hasDue: row?.due === 1, hasEvents: row?.events === 1, hasPending: row?.pending === 1 };
    },
    add: (intent, terms) =>
      connection.transaction(() => {
        const { scope } = intent;
        const { id } = connection.prepare<{ id: number }>(ADD).get(
          ...[intent.key, intent.kind, intent.state, intent.text, intent.plan, intent.wakeMs],
          ...[intent.origin, intent.sessionKind, intent.session, intent.heldReason, JSON.stringify(intent.turns)],
          ...[intent.createdAt, scope.channel, scope.sender, scope.session, intent.expiresMs, intent.maxFires],
          ...[intent.cooldownMs, intent.path],
        ) ?? { id: 0 };
        for (const term of new Set(terms)) connection.prepare(ADD_TERM).run(term, id);
        const row = find(id);
        if (row === null) throw new Error("An intent that was just booked is not there");
        return row;
      }),
    due: (kind, nowMs) => rows(DUE, kind, nowMs),
    withTerms: (terms, nowMs) => rows(WITH_TERMS, nowMs, JSON.stringify(terms)),
    pending: () => rows(PENDING),
    all: (states = INTENT_STATES) => rows(ALL, JSON.stringify(states)),
    find,
    expire: (nowMs) => connection.transaction(() => connection.prepare(EXPIRE).run(nowMs).changes),
    setState: (id, state, heldReason) => change(SET_STATE, state, heldReason ?? null, id),
    settle: (id, origin, heldReason) => change(SETTLE, origin, heldReason, heldReason === null ? "armed" : "held", id),
    fire: (id, { firedAt, session, place, dueMs, isLate, missed }, next) => {
      connection.transaction(() => {
        connection.prepare(COUNT).run(firedAt, next, next === null ? "done" : "armed", id);
        connection.prepare(LOG).run(id, firedAt, session, place, dueMs, Number(isLate), missed);
      });
    },
    announce: (id, dueMs) => change("UPDATE intents SET announced_ms = ? WHERE id = ?", dueMs, id),
    firingsOf: (id) =>
      connection.prepare<Omit<IntentFiring, "isLate"> & { readonly isLate: number }>(FIRINGS).all(id)
        .map((row) => ({ ...row, isLate: row.isLate === 1 })),
  };
}

const SELECT =
  `SELECT id, key, kind, state, text, plan, wake_ms AS wakeMs, origin, session_kind AS sessionKind, session,
  held_reason AS heldReason, turns, created_at AS createdAt, channel_scope AS channelScope,
  sender_scope AS senderScope, session_scope AS sessionScope, expires_ms AS expiresMs, max_fires AS maxFires, fires,
  cooldown_ms AS cooldownMs, last_fired_at AS lastFiredAt, announced_ms AS announcedMs, path
  FROM intents`;
const AWAKE = `SELECT
  EXISTS (SELECT 1 FROM intents WHERE state = 'armed' AND kind = 'time' AND wake_ms <= ?1) AS due,
  EXISTS (SELECT 1 FROM intents WHERE state = 'armed' AND kind = 'event' AND wake_ms <= ?1
    AND expires_ms > ?1) AS events,
  EXISTS (SELECT 1 FROM intents WHERE state = 'armed' AND turns <> '[]') AS pending`;
const ADD =
  `INSERT INTO intents (key, kind, state, text, plan, wake_ms, origin, session_kind, session, held_reason, turns,
  created_at, channel_scope, sender_scope, session_scope, expires_ms, max_fires, cooldown_ms, path)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`;
const ADD_TERM = "INSERT INTO intent_terms (term, intent_id) VALUES (?, ?)";
const DUE = `${SELECT} WHERE state = 'armed' AND kind = ? AND wake_ms <= ? ORDER BY wake_ms, id`;
const WITH_TERMS = `${SELECT} WHERE state = 'armed' AND kind = 'event' AND wake_ms <= ?1 AND id IN
  (SELECT intent_id FROM intent_terms WHERE term IN (SELECT value FROM json_each(?2))) ORDER BY id`;
const PENDING = `${SELECT} WHERE state = 'armed' AND turns <> '[]' ORDER BY id`;
const ALL = `${SELECT} WHERE state IN (SELECT value FROM json_each(?)) ORDER BY id`;
const EXPIRE = "UPDATE intents SET state = 'expired' WHERE state IN ('armed', 'held') AND expires_ms <= ?";
const SET_STATE = "UPDATE intents SET state = ?, held_reason = ? WHERE id = ?";
const SETTLE =
  "UPDATE intents SET origin = ?, held_reason = ?, state = ?, turns = '[]' WHERE id = ? AND state = 'armed'";
const COUNT = `UPDATE intents SET fires = fires + 1, last_fired_at = ?1, wake_ms = coalesce(?2, wake_ms), state = ?3
  WHERE id = ?4`;
const LOG = `INSERT INTO intent_firings (intent_id, fired_at, session, place, due_ms, is_late, missed)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const FIRINGS = `SELECT fired_at AS firedAt, session, place, due_ms AS dueMs, is_late AS isLate, missed
  FROM intent_firings WHERE intent_id = ? ORDER BY id DESC`;
