/**
 * What language models were asked (SPEC 10): how much on a local day, and how the last questions went. Holds not a word of
 * a question or an answer.
 *
 * @module
 */
import type { IsoTime, LocalDay } from "../../base/clock.ts";
import type { Connection } from "../connect.ts";

/** What a model serves. */
export type ModelUse = "dream" | "flush" | "recall";

/** A question that is about to be asked. */
export interface ModelCall {
  /** The local day that it counts for. */
  readonly day: LocalDay;
  /** Estimated tokens of the prompt. */
  readonly tokens: number;
  /** The model's name, for people. */
  readonly model: string;
  /** When. */
  readonly at: IsoTime;
}

/** How a question went. */
export interface ModelOutcome {
  /** The local day that it was counted for. */
  readonly day: LocalDay;
  /** When. */
  readonly at: IsoTime;
  /** Estimated tokens of the answer. */
  readonly tokens: number;
  /** Why there is no answer, without a word of what a server or program said; `null` if there is one. */
  readonly failure: string | null;
  /** The failure says that nobody is there, or answers in time: it counts for the pause. */
  readonly isSilence: boolean;
}

/** How a use went of late. */
export interface ModelUseRow {
  /** Name of the model that was asked last. */
  readonly model: string;
  /** When it was asked last. */
  readonly askedAt: IsoTime;
  /** When one answered last, or `null`. */
  readonly answeredAt: IsoTime | null;
  /** When one failed last, or `null`. */
  readonly failedAt: IsoTime | null;
  /** Why, or `null`. */
  readonly failure: string | null;
  /** Questions in a row that nobody answered in time. */
  readonly silentInARow: number;
}

/** The tables of what models were asked. */
export interface ModelUses {
  /** Returns what a use was asked on a local day. */
  spent(use: ModelUse, day: LocalDay): { readonly calls: number; readonly tokens: number; readonly failures: number };
  /** Returns how a use went of late; `null` if it never asked. */
  find(use: ModelUse): ModelUseRow | null;
  /** Books a question before it is asked, so that processes beside one another share the budget. */
  begin(use: ModelUse, call: ModelCall): void;
  /** Notes how it went. */
  end(use: ModelUse, outcome: ModelOutcome): void;
}

/** Returns the tables of an open state; of one that cannot be written nothing is kept. */
export function modelUsesTable(connection: Connection): ModelUses {
  const write = (work: () => void) => {
    if (!connection.isReadonly) connection.transaction(work);
  };
  return {
    spent: (use, day) =>
      connection.prepare<{ calls: number; tokens: number; failures: number }>(SPENT).get(use, day) ??
        { calls: 0, tokens: 0, failures: 0 },
    find: (use) => connection.prepare<ModelUseRow>(FIND).get(use) ?? null,
    begin: (use, { day, tokens, model, at }) =>
      write(() => {
        connection.prepare(ADD).run(use, day, 1, tokens, 0);
        connection.prepare(ASK).run(use, model, at);
      }),
    end: (use, { day, at, tokens, failure, isSilence }) =>
      write(() => {
        connection.prepare(ADD).run(use, day, 0, tokens, failure === null ? 0 : 1);
        if (failure === null) connection.prepare(ANSWER).run(at, use);
        else connection.prepare(FAIL).run(at, failure, isSilence ? 1 : 0, use);
      }),
  };
}

const SPENT = "SELECT calls, tokens, failures FROM model_days WHERE use = ? AND day = ?";
const FIND = `SELECT model, asked_at AS askedAt, answered_at AS answeredAt, failed_at AS failedAt, failure,
  silent_in_a_row AS silentInARow FROM model_uses WHERE use = ?`;
const ADD = `INSERT INTO model_days (use, day, calls, tokens, failures) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (use, day) DO UPDATE SET calls = calls + excluded.calls, tokens = tokens + excluded.tokens,
    failures = failures + excluded.failures`;
const ASK = `INSERT INTO model_uses (use, model, asked_at) VALUES (?, ?, ?)
  ON CONFLICT (use) DO UPDATE SET model = excluded.model, asked_at = excluded.asked_at`;
const ANSWER = "UPDATE model_uses SET answered_at = ?, silent_in_a_row = 0 WHERE use = ?";
const FAIL = `UPDATE model_uses SET failed_at = ?, failure = ?,
  silent_in_a_row = CASE WHEN ? = 1 THEN silent_in_a_row + 1 ELSE 0 END WHERE use = ?`;
