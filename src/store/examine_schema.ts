import { connect, type Connection, IN_MEMORY } from "./connect.ts";
import { openIndexFile } from "./index/index_file.ts";
import { migrate } from "./migrate.ts";
import { STATE_MIGRATIONS } from "./state/migrations.ts";

/** Returns what a state of this version lacks of its tables and columns, as a clause; `null` if nothing. */
export function stateGap(connection: Connection): string | null {
  const model = connect(IN_MEMORY, { synchronous: "NORMAL" });
  try {
    migrate(model, { migrations: STATE_MIGRATIONS, onCreate: () => undefined });
    return gapOf(connection, model);
  } finally {
    model.close();
  }
}

/** Does what {@linkcode stateGap} does, for an index. */
export function indexGap(connection: Connection): string | null {
  const model = openIndexFile(IN_MEMORY).connection;
  try {
    return gapOf(connection, model);
  } finally {
    model.close();
  }
}

function gapOf(connection: Connection, model: Connection): string | null {
  const own = columnsOf(connection);
  for (const [table, columns] of columnsOf(model)) {
    const there = own.get(table);
    if (there === undefined) return `its table "${table}" is gone`;
    const missing = columns.find((column) => !there.includes(column));
    if (missing !== undefined) return `its table "${table}" has no column "${missing}"`;
  }
  return null;
}

function columnsOf(connection: Connection): Map<string, string[]> {
  const rows = connection.prepare<{ name: string; columns: string | null }>(COLUMNS).all();
  return new Map(rows.map(({ name, columns }) => [name, columns?.split("\n") ?? []]));
}

/** What a virtual table holds is its own; it has to be there. */
const COLUMNS = `SELECT t.name, group_concat(c.name, char(10)) AS columns
FROM sqlite_schema t LEFT JOIN pragma_table_info(t.name) c ON t.sql NOT LIKE 'CREATE VIRTUAL%'
WHERE t.type = 'table' GROUP BY t.name`;
