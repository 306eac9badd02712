/**
 * Where recall was turned off (SPEC 9.3): in a session, or everywhere.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";

/** Since when recall is off; `null`: it is on. */
export interface RecallSwitch {
  /** In every session. */
  readonly everywhere: IsoTime | null;
  /** In the session that was asked about. */
  readonly session: IsoTime | null;
}

/** The switches. */
export interface RecallOff {
  /** Returns how the switches stand for a session; `null`: one that nobody knows. Recall is on if both are. */
  of(session: string | null): RecallSwitch;
  /** Turns recall off in a session, or everywhere (`null`). Returns whether that was news. */
  turnOff(session: string | null, at: IsoTime): boolean;
  /** Takes back what {@linkcode turnOff} did. Returns whether that was news. */
  turnOn(session: string | null): boolean;
}

/** The name under which the switch of all sessions is kept; no client has a session without a name. */
const EVERYWHERE = "";

/** Returns the switches of an open state. */
export function recallOffTable(connection: Connection): RecallOff {
  const since = (session: string) => connection.prepare<{ since: IsoTime }>(SINCE).get(session)?.since ?? null;
  const change = (sql: string, ...values: string[]) =>
    connection.transaction(() => connection.prepare(sql).run(...values).changes > 0);
  return {
    of: (session) => ({ everywhere: since(EVERYWHERE), session: session === null ? null : since(session) }),
    turnOff: (session, at) => change(TURN_OFF, session ?? EVERYWHERE, at),
    turnOn: (session) => change(TURN_ON, session ?? EVERYWHERE),
  };
}

const SINCE = "SELECT since FROM recall_off WHERE session = ?";
const TURN_OFF = "INSERT INTO recall_off (session, since) VALUES (?, ?) ON CONFLICT DO NOTHING";
const TURN_ON = "DELETE FROM recall_off WHERE session = ?";
