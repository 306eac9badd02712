/**
 * Numbered migrations of a schema. The number lies in the file's header (`PRAGMA user_version`), so that opening costs
 * one read; the table `migrations` tells people when each was applied.
 *
 * @module
 */
import { MemoryError } from "../base/errors.ts";
import { type Connection, enterWal, schemaVersion } from "./connect.ts";

/** One step from version n − 1 to n. */
export interface Migration {
  /** From 1, without gaps. */
  readonly version: number;
  /** What it does, for the record. */
  readonly name: string;
  /** Statements without transaction control. */
  readonly sql: string;
}

/** The steps of a schema and what belongs to its very first one. */
export interface MigrationPlan {
  /** Every step, oldest first. */
  readonly migrations: readonly Migration[];
  /** Runs in the transaction of the first migration of a new file. */
  readonly onCreate: (connection: Connection) => void;
}

/**
 * Brings a file to the newest version: each missing step in one transaction together with its record, so that a killed
 * process leaves the file at a whole version. Many processes may do this at once.
 *
 * @returns the version before
 * @throws {MemoryError} failed, when the file has a newer version than is known
 */
export function migrate(connection: Connection, plan: MigrationPlan): number {
  const before = schemaVersion(connection);
  const newest = plan.migrations.at(-1)?.version ?? 0;
  if (before > newest) {
    throw new MemoryError(
      `Cannot open "${connection.path}": its schema is version ${before}, this program knows versions up to ${newest}`,
      { hint: "install the newer version of memory that wrote it" },
    );
  }
  if (before === newest || connection.isReadonly) return before;
  if (before === 0) enterWal(connection);
  for (const migration of plan.migrations) apply(connection, migration, plan);
  return before;
}

function apply(connection: Connection, { version, name, sql }: Migration, plan: MigrationPlan): void {
  if (schemaVersion(connection) >= version) return;
  connection.transaction(() => {
    // Read again under the write lock: another process may have been faster.
    if (schemaVersion(connection) >= version) return;
    connection.run(RECORD_TABLE);
    connection.run(sql);
    connection.prepare(RECORD).run(version, name);
    // A pragma takes no bound values; `version` is a number of ours.
    connection.run(`PRAGMA user_version = ${version}`);
    if (version === 1) plan.onCreate(connection);
  });
}

const RECORD_TABLE = `CREATE TABLE IF NOT EXISTS migrations (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_at TEXT NOT NULL
) STRICT`;

const RECORD = "INSERT INTO migrations VALUES (?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))";
