/**
 * An open SQLite file with its prepared statements and its transactions.
 *
 * @module
 */
import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { statSync } from "node:fs";
import { explainSqlite } from "./sqlite_errors.ts";

/** An open file with its prepared statements. */
export interface Connection {
  /** The file, or `:memory:`. */
  readonly path: string;
  /** Nothing can be written here: every write throws. */
  readonly isReadonly: boolean;
  /** The reason why nothing can be written is that the disk is full. */
  readonly isDiskFull: boolean;
  /** Bun's own handle, for what the rest does not cover. */
  readonly db: Database;
  /** Returns the prepared statement of a text, prepared on first use. */
  prepare<Row = unknown>(sql: string): Statement<Row, SQLQueryBindings[]>;
  /** Runs one or more statements that take no values. */
  run(sql: string): void;
  /** Runs a function in one write transaction; inside another one it joins that. */
  transaction<T>(work: () => T): T;
  /**
   * The same for a log that may be lost in a power cut: the commit does not wait for the disk. A program that is killed
   * loses nothing of it.
   */
  loggingTransaction<T>(work: () => T): T;
  /** Closes the file; a second call does nothing. */
  close(): void;
  /**
   * To be called at the end of the process in place of `close`: who closes a file last copies its log into it and waits twice
   * for the disk, while a log that stays is read by who comes next. Returns whether the file was left: one whose log has
   * grown is closed all the same. The runtime closes what is left, so the process has to end without it.
   */
  leave(): boolean;
}

/** A log that is left is read by who opens the file next, in a millisecond for each MiB or two. In bytes, 1 MiB. */
const MOST_LEFT_BYTES = 1_024 * 1_024;

/** What a connection is made with. */
export interface ConnectionFacts {
  /** As in `ConnectOptions`. */
  readonly synchronous: "FULL" | "NORMAL";
  /** Why nothing can be written, or `null` if it can. */
  readonly refusal: "protected" | "full" | null;
}

/** Returns an open handle as a connection. */
export function connectionOf(db: Database, path: string, { refusal, synchronous }: ConnectionFacts): Connection {
  if (refusal === "full") db.run("PRAGMA query_only = ON");
  const statements = new Map<string, Statement<unknown, SQLQueryBindings[]>>();
  const prepare = <Row>(sql: string) => {
    let statement = statements.get(sql);
    // Not `db.query`: its cache ends at 20 statements.
    if (statement === undefined) statements.set(sql, statement = db.prepare<unknown, SQLQueryBindings[]>(sql));
    return statement as Statement<Row, SQLQueryBindings[]>;
  };
  const run = (sql: string) => {
    db.run(sql);
  };
  const transaction = <T>(work: () => T): T => {
    if (db.inTransaction) return work();
    try {
      // IMMEDIATE: a transaction that begins by reading and then writes would fail at once if another one wrote between.
      run("BEGIN IMMEDIATE");
      const result = work();
      run("COMMIT");
      return result;
    } catch (error) {
      // A full disk rolls back by itself.
      if (db.inTransaction) run("ROLLBACK");
      throw explainSqlite(error, "write", path);
    }
  };
  const loggingTransaction = <T>(work: () => T): T => {
    // Inside of another transaction its durability is the other one's; the pragma would be refused.
    if (db.inTransaction || synchronous !== "FULL") return transaction(work);
    run("PRAGMA synchronous = NORMAL");
    try {
      return transaction(work);
    } finally {
      run("PRAGMA synchronous = FULL");
    }
  };
  const close = () => {
    // A statement that is not finalised keeps the file open, and its log with it, until it is collected.
    for (const statement of statements.values()) statement.finalize();
    statements.clear();
    db.close();
  };
  const leave = () => {
    const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
    const isLeft = log !== undefined && log.size <= MOST_LEFT_BYTES && !db.inTransaction;
    if (!isLeft) close();
    return isLeft;
  };
  const [isReadonly, isDiskFull] = [refusal !== null, refusal === "full"];
  return { path, isReadonly, isDiskFull, db, prepare, run, transaction, loggingTransaction, close, leave };
}
