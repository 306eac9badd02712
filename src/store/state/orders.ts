/**
 * Orders that somebody gave in a chat (SPEC 7.2), each once, whatever is read again; and what the agent is to be told of
 * them.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";

/** What can be ordered in a chat: "remember …", and that the dream may write (SPEC 8). */
export const ORDER_KINDS = ["remember", "enable-dreaming"] as const;
/** One of {@linkcode ORDER_KINDS}. */
export type OrderKind = (typeof ORDER_KINDS)[number];

/**
 * `open`: waits to be carried out. `done`: carried out. `proposed`: not the owner's by proof, so that it became a
 * proposal. `refused`: could not be carried out; the receipt says why.
 */
export type OrderState = "open" | "done" | "proposed" | "refused";

/** An order as it is booked. */
export interface NewOrder {
  /** See {@linkcode ORDER_KINDS}. */
  readonly kind: OrderKind;
  /** What is to be remembered, without the words of the order; the whole sentence of the others. */
  readonly text: string;
  /** As in `claude-code`. */
  readonly client: string;
  /** The client's id of the session. */
  readonly session: string;
  /** When it was said. */
  readonly saidAt: IsoTime;
  /** The owner's by proof (SPEC 4.4). */
  readonly isProven: boolean;
}

/** An order that was booked. */
export interface OrderRow extends NewOrder {
  /** Grows; never used twice. */
  readonly id: number;
  /** See {@linkcode OrderState}. */
  readonly state: OrderState;
  /** What the agent is to be told, or `null` if there is nothing yet. */
  readonly receipt: string | null;
}

/** The table. Every write joins the running transaction or makes its own. */
export interface Orders {
  /**
   * Books an order and returns whether that was news.
   *
   * @param hash of its message and its text: the same order is booked once
   */
  add(order: NewOrder, hash: string): boolean;
  /** Returns the orders that wait, oldest first. */
  open(): OrderRow[];
  /** Notes what became of an open order. */
  settle(id: number, state: Exclude<OrderState, "open">, receipt: string): void;
  /** Returns the settled orders of a session that its agent was not told of yet, oldest first. */
  untold(client: string, session: string): OrderRow[];
  /** Notes that the agent was told; the texts go. */
  tell(ids: readonly number[], at: IsoTime): void;
  /** Deletes settled orders that were given before a moment. */
  dropBefore(moment: IsoTime): number;
}

/** Returns the table of an open state. */
export function ordersTable(connection: Connection): Orders {
  const rows = (sql: string, ...values: string[]) => connection.prepare<StoredOrder>(sql).all(...values).map(toOrder);
  const change = (sql: string, ...values: (string | number)[]) =>
    connection.transaction(() => connection.prepare(sql).run(...values).changes);
  return {
    add: ({ kind, text, client, session, saidAt, isProven }, hash) =>
      change(ADD, kind, hash, text, client, session, saidAt, Number(isProven)) > 0,
    open: () => rows(OPEN),
    settle: (id, state, receipt) => {
      change(SETTLE, state, receipt, id);
    },
    untold: (client, session) => rows(UNTOLD, client, session),
    tell: (ids, at) => {
      if (ids.length > 0) change(TELL, at, JSON.stringify(ids));
    },
    dropBefore: (moment) => change(DROP_BEFORE, moment),
  };
}

interface StoredOrder extends Omit<OrderRow, "isProven" | "text"> {
  readonly isProven: number;
  readonly text: string | null;
}

function toOrder({ isProven, text, ...row }: StoredOrder): OrderRow {
  return { ...row, isProven: isProven === 1, text: text ?? "" };
}

const ADD = `INSERT INTO orders (kind, hash, text, client, session, said_at, is_proven, state)
  VALUES (?, ?, ?, ?, ?, ?, ?, 'open') ON CONFLICT DO NOTHING`;
const SELECT = `SELECT id, kind, text, client, session, said_at AS saidAt, is_proven AS isProven, state, receipt
  FROM orders`;
const OPEN = `${SELECT} WHERE state = 'open' ORDER BY id`;
const UNTOLD = `${SELECT} WHERE told_at IS NULL AND state <> 'open' AND client = ? AND session = ? ORDER BY id`;
const SETTLE = "UPDATE orders SET state = ?, receipt = ? WHERE id = ? AND state = 'open'";
const TELL = `UPDATE orders SET told_at = ?, text = NULL, receipt = NULL
  WHERE told_at IS NULL AND id IN (SELECT value FROM json_each(?))`;
const DROP_BEFORE = "DELETE FROM orders WHERE state <> 'open' AND unixepoch(said_at) < unixepoch(?)";
