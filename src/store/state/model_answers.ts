/**
 * What a language model answered a moment ago, so that the same question is not asked twice (SPEC 9.3). Rows live for seconds, and
 * every forget empties the table.
 *
 * @module
 */
import type { IsoTime } from "../../base/clock.ts";
import { keyedHash } from "../../base/hash.ts";
import type { Connection } from "../connect.ts";
import type { StateMeta } from "./state_meta.ts";

/** The table. Every write joins the running transaction or makes its own. */
export interface ModelAnswers {
  /** Returns the answer to a question that was given since a moment, or `null`. */
  find(question: string, since: IsoTime): string | null;
  /** Keeps an answer, and deletes those from before a moment. */
  put(question: string, answer: string, times: { readonly at: IsoTime; readonly keepSince: IsoTime }): void;
}

/** Returns the table of an open state. */
export function modelAnswersTable(connection: Connection, meta: Pick<StateMeta, "hmacKey">): ModelAnswers {
  const keyOf = (question: string) => keyedHash(meta.hmacKey, question);
  return {
    find: (question, since) => connection.prepare<{ answer: string }>(FIND).get(keyOf(question), since)?.answer ?? null,
    put: (question, answer, { at, keepSince }) => {
      connection.transaction(() => {
        connection.prepare(DROP).run(keepSince);
        connection.prepare(PUT).run(keyOf(question), answer, at);
      });
    },
  };
}

const FIND = "SELECT answer FROM model_answers WHERE key = ? AND unixepoch(answered_at) >= unixepoch(?)";
const DROP = "DELETE FROM model_answers WHERE unixepoch(answered_at) < unixepoch(?)";
const PUT = `INSERT INTO model_answers (key, answer, answered_at) VALUES (?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET answer = excluded.answer, answered_at = excluded.answered_at`;
