import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Connection, enterWal } from "../../src/store/connect.ts";
import { errorOf } from "../support/error_of.ts";
import { runScript, withoutPowers } from "../support/run_script.ts";

let folder = "";
let connection: Connection;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "memory-connect-"));
  connection = connect(join(folder, "x.sqlite"), { synchronous: "NORMAL" });
  connection.run("CREATE TABLE t (a INTEGER NOT NULL) STRICT");
});

afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true, force: true });
});

function rows(): unknown {
  return connection.db.query("SELECT a FROM t ORDER BY a").values().flat();
}

describe("a transaction", () => {
  test("keeps everything or nothing", () => {
    expect(() =>
      connection.transaction(() => {
        connection.run("INSERT INTO t VALUES (1)");
        throw new Error("stop");
      })
    ).toThrow("stop");
    expect(rows()).toEqual([]);
  });

  test("inside another one joins it", () => {
    expect(() =>
      connection.transaction(() => {
        connection.transaction(() => connection.run("INSERT INTO t VALUES (1)"));
        throw new Error("stop");
      })
    ).toThrow("stop");
    expect(rows()).toEqual([]);
    expect(connection.transaction(() => connection.transaction(() => 7))).toBe(7);
  });

  test("lets readers read what was there before", () => {
    enterWal(connection);
    connection.run("INSERT INTO t VALUES (1)");
    const reader = connect(connection.path, { synchronous: "NORMAL" });
    connection.transaction(() => {
      connection.run("INSERT INTO t VALUES (2)");
      expect(reader.db.query("SELECT count(*) FROM t").values()).toEqual([[1]]);
    });
    expect(reader.db.query("SELECT count(*) FROM t").values()).toEqual([[2]]);
    reader.close();
  });
});

describe("a statement", () => {
  test("is prepared once for each text", () => {
    expect(connection.prepare("SELECT 1")).toBe(connection.prepare("SELECT 1"));
  });
});

describe("a connection", () => {
  test("can be closed twice", () => {
    connection.close();
    connection.close();
  });

  test("to a folder that does not exist fails with the path and a hint", () => {
    const path = join(folder, "none", "x.sqlite");
    const error = errorOf(() => connect(path, { synchronous: "FULL" }));
    expect(error.message).toBe(`Cannot open "${path}": it cannot be opened or written here`);
    expect(error.hint).toContain("folder");
  });
});

test("a database in a folder that cannot be written is opened as it is", () => {
  const prefix = withoutPowers();
  if (prefix === null) return;
  enterWal(connection);
  connection.run("INSERT INTO t VALUES (5)");
  connection.close();
  const result = runScript(
    `import { connect } from "src/store/connect.ts";
     import { chmodSync } from "node:fs";
     const connection = connect(${JSON.stringify(connection.path)}, { synchronous: "NORMAL" });
     console.log(connection.isReadonly, connection.db.query("SELECT a FROM t").values().flat().join());`,
    ["sh", "-c", `chmod 755 ${folder} && chmod 444 ${connection.path} && exec "$@"`, "sh", ...prefix],
  );
  expect(result).toEqual({ code: 0, stdout: "true 5", stderr: "" });
});
