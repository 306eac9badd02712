/**
 * A copy of the state, for what must not change it.
 *
 * @module
 */
import { connect } from "../connect.ts";
import { explainSqlite } from "../sqlite_errors.ts";

/**
 * Copies an open state, with what its log holds, into a new file.
 *
 * @throws {MemoryError} failed, if the copy cannot be written
 */
export function copyState(path: string, target: string): void {
  const connection = connect(path, { synchronous: "NORMAL" });
  try {
    connection.prepare("VACUUM INTO ?").run(target);
  } catch (error) {
    throw explainSqlite(error, "copy", path);
  } finally {
    connection.close();
  }
}
