import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Connection, schemaVersion } from "../../src/store/connect.ts";
import { migrate, type Migration } from "../../src/store/migrate.ts";
import { STATE_MIGRATIONS } from "../../src/store/state/migrations.ts";
import { openState } from "../../src/store/state/open_state.ts";
import { errorOf } from "../support/error_of.ts";

const FIRST: Migration = { version: 1, name: "people", sql: "CREATE TABLE people (name TEXT NOT NULL) STRICT" };
const SECOND: Migration = {
  version: 2,
  name: "ages",
  sql: "ALTER TABLE people ADD COLUMN age INTEGER; UPDATE people SET age = 1",
};
const BROKEN: Migration = {
  version: 2,
  name: "broken",
  sql: "CREATE TABLE half (a TEXT) STRICT; INSERT INTO nowhere VALUES (1)",
};

let folder = "";
let path = "";
const opened: Connection[] = [];

function open(): Connection {
  const connection = connect(path, { synchronous: "NORMAL" });
  opened.push(connection);
  return connection;
}

function run(connection: Connection, ...migrations: Migration[]): number {
  return migrate(connection, { migrations, onCreate: () => undefined });
}

function tables(connection: Connection): string[] {
  return connection.db.query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").values().map((
    [name],
  ) => String(name));
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "memory-migrate-"));
  path = join(folder, "x.sqlite");
});

afterEach(() => {
  for (const connection of opened.splice(0)) connection.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("migrations", () => {
  test("bring a new file to the newest version and record each step", () => {
    const connection = open();
    expect(run(connection, FIRST, SECOND)).toBe(0);
    expect(schemaVersion(connection)).toBe(2);
    expect(connection.db.query("SELECT version, name FROM migrations").values()).toEqual([[1, "people"], [2, "ages"]]);
  });

  test("take an older file forward and keep its rows", () => {
    const old = open();
    run(old, FIRST);
    old.run("INSERT INTO people VALUES ('Ada')");
    const connection = open();
    expect(run(connection, FIRST, SECOND)).toBe(1);
    expect(connection.db.query("SELECT name, age FROM people").values()).toEqual([["Ada", 1]]);
  });

  test("run twice do the same as once", () => {
    const connection = open();
    run(connection, FIRST, SECOND);
    connection.run("INSERT INTO people VALUES ('Ada', 36)");
    expect(run(connection, FIRST, SECOND)).toBe(2);
    expect(connection.db.query("SELECT name, age FROM people").values()).toEqual([["Ada", 36]]);
    expect(connection.db.query("SELECT count(*) FROM migrations").values()).toEqual([[2]]);
  });

  test("that fail half way leave the file at the version before, record included", () => {
    const connection = open();
    run(connection, FIRST);
    expect(() => run(connection, FIRST, BROKEN)).toThrow();
    expect(schemaVersion(connection)).toBe(1);
    expect(tables(connection)).toEqual(["migrations", "people"]);
    expect(run(connection, FIRST, SECOND)).toBe(1);
  });

  test("create what belongs to a new file in the transaction of the first step", () => {
    const connection = open();
    const failing = {
      migrations: [FIRST],
      onCreate: () => {
        throw new Error("killed");
      },
    };
    expect(() => migrate(connection, failing)).toThrow("killed");
    expect(schemaVersion(connection)).toBe(0);
    expect(tables(connection)).toEqual([]);
  });

  test("refuse a file of a newer version and name both", () => {
    const connection = open();
    run(connection, FIRST, SECOND);
    const error = errorOf(() => run(open(), FIRST));
    expect(error.kind).toBe("failed");
    expect(error.message).toBe(`Cannot open "${path}": its schema is version 2, this program knows versions up to 1`);
    expect(error.hint).toContain("newer version");
  });

  test("switch a new file to write-ahead logging", () => {
    const connection = open();
    run(connection, FIRST);
    expect(connection.db.query("PRAGMA journal_mode").values()).toEqual([["wal"]]);
  });
});

describe("the schema of the state", () => {
  test("can be reached from every older version", () => {
    for (const { version } of STATE_MIGRATIONS) {
      const connection = connect(join(folder, `from-${version}.sqlite`), { synchronous: "FULL" });
      migrate(connection, { migrations: STATE_MIGRATIONS.slice(0, version), onCreate: () => undefined });
      connection.close();
      const state = openState({
        path: connection.path,
        isRegistered: true,
        isSimulated: false,
        now: "2026-08-19T03:00:00Z",
      });
      expect(state.candidates.all()).toEqual([]);
      expect(state.ledger.revision()).toBe(0);
      state.close();
    }
  });

  test("numbers its steps from 1 without gaps", () => {
    expect(STATE_MIGRATIONS.map(({ version }) => version)).toEqual(STATE_MIGRATIONS.map((_, at) => at + 1));
  });
});
