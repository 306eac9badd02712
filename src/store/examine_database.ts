/**
 * What a database is like, looked at without changing a row of it: for who has to tell what is wrong instead of failing at it.
 *
 * @module
 */
import { lstatSync } from "node:fs";
import { causeChain } from "../base/errors.ts";
import { connect, type Connection, schemaVersion } from "./connect.ts";
import { indexRows, type StateRows, stateRows, vectorRows } from "./examine_rows.ts";
import { indexGap, stateGap } from "./examine_schema.ts";
import { INDEX_SCHEMA_VERSION } from "./index/index_file.ts";
import { isBusy, isCorrupt } from "./sqlite_errors.ts";
import { STATE_MIGRATIONS } from "./state/migrations.ts";

/** `other`: its schema is not that of this program. `unreadable`: rights, medium, or another process. */
export type DatabaseCondition = "sound" | "absent" | "folder" | "damaged" | "other" | "unreadable" | "busy";

/** What there is to know. */
export interface DatabaseFacts {
  /** See {@linkcode DatabaseCondition}. */
  readonly condition: DatabaseCondition;
  /** Version of its schema; `null` if it could not be read. */
  readonly version: number | null;
  /** The version that this program writes. */
  readonly expected: number;
  /** What is wrong, as a clause; `null` if nothing is. */
  readonly problem: string | null;
}

/** What of the index does not fit together although the file is sound. */
export interface IndexGaps {
  /** Chunks that no word finds. */
  readonly withoutKeywords: number;
  /** Chunks of which no class is known. */
  readonly withoutOrigin: number;
  /** Words and classes of chunks that are not there. */
  readonly orphans: number;
  /** See `indexRows`. */
  readonly torn: readonly string[];
  /** See `vectorRows`. */
  readonly vectors: readonly string[];
}

/** Returns what the state is like. Every page is read: a second for some hundred megabytes. */
export function examineState(path: string): DatabaseFacts {
  return examine(path, STATE_MIGRATIONS.length, stateGap);
}

/** Returns what is wrong with the rows of a sound state of this version. */
export function examineStateRows(path: string): StateRows {
  return looking(path, stateRows);
}

/** Returns what the index is like; the check covers its full-text tables. */
export function examineIndex(path: string): DatabaseFacts {
  return examine(path, INDEX_SCHEMA_VERSION, indexGap);
}

/** Returns what does not fit together in a sound index of this version. */
export function examineGaps(path: string): IndexGaps {
  return looking(path, (connection) => {
    const number = (sql: string) => connection.prepare<{ n: number }>(sql).get()?.n ?? 0;
    return {
      withoutKeywords: number(WITHOUT_KEYWORDS),
      withoutOrigin: number(WITHOUT_ORIGIN),
      orphans: number(ORPHAN_KEYWORDS) + number(ORPHAN_ORIGINS),
      torn: indexRows(connection),
      vectors: vectorRows(connection),
    };
  });
}

function examine(path: string, expected: number, gapOf: (connection: Connection) => string | null): DatabaseFacts {
  const facts = (condition: DatabaseCondition, problem: string | null, version: number | null = null) => ({
    condition,
    version,
    expected,
    problem,
  });
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return facts("absent", "it is not there");
  if (stats.isDirectory()) return facts("folder", "a folder is in its place");
  try {
    return looking(path, (connection) => {
      const version = schemaVersion(connection);
      const [row] = connection.prepare("PRAGMA integrity_check(1)").values();
      const said = String(row?.[0] ?? "nothing");
      if (said !== "ok") return facts("damaged", `its check says: ${said.replace(/\s+/g, " ").trim()}`, version);
      const gap = version === expected ? gapOf(connection) : null;
      if (gap !== null) return facts("damaged", gap, version);
      if (version === expected) return facts("sound", null, version);
      return facts("other", `its schema is version ${version}, that of this program is ${expected}`, version);
    });
  } catch (error) {
    const why = causeChain(error).at(-1) ?? "";
    if (isCorrupt(error)) return facts("damaged", why);
    return facts(isBusy(error) ? "busy" : "unreadable", why);
  }
}

function looking<T>(path: string, look: (connection: Connection) => T): T {
  const connection = connect(path, { synchronous: "NORMAL", readsOnly: true });
  try {
    return look(connection);
  } finally {
    connection.close();
  }
}

const WITHOUT_KEYWORDS = `SELECT count(*) AS n FROM chunks AS c
  WHERE NOT EXISTS (SELECT 1 FROM chunk_keywords_docsize AS d WHERE d.id = c.id)`;
const ORPHAN_KEYWORDS = `SELECT count(*) AS n FROM chunk_keywords_docsize AS d
  WHERE NOT EXISTS (SELECT 1 FROM chunks AS c WHERE c.id = d.id)`;
const WITHOUT_ORIGIN = `SELECT count(*) AS n FROM chunks AS c
  WHERE NOT EXISTS (SELECT 1 FROM chunk_origins AS o WHERE o.chunk_id = c.id)`;
const ORPHAN_ORIGINS = `SELECT count(*) AS n FROM chunk_origins AS o
  WHERE NOT EXISTS (SELECT 1 FROM chunks AS c WHERE c.id = o.chunk_id)`;
