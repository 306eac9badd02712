import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Connection, enterWal } from "../../src/store/connect.ts";
import { errorOf } from "../support/error_of.ts";
import { openSmallDisk, type SmallDisk } from "../support/small_disk.ts";
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
    ["sh", "-c", `chmod 755 '${folder}' && chmod 444 '${connection.path}' && exec "$@"`, "sh", ...prefix],
  );
  expect(result).toEqual({ code: 0, stdout: "true 5", stderr: "" });
});

test("a database that was protected for a while can be written again", () => {
  const prefix = withoutPowers();
  if (prefix === null) return;
  enterWal(connection);
  connection.run("INSERT INTO t VALUES (5)");
  connection.close();
  // Its log and -shm file are made while it is protected, and stay so.
  const result = runScript(
    `import { connect } from "src/store/connect.ts";
     import { chmodSync, existsSync } from "node:fs";
     const path = ${JSON.stringify(connection.path)};
     chmodSync(path, 0o400);
     const read = connect(path, { synchronous: "NORMAL" });
     console.log(read.isReadonly, read.db.query("SELECT a FROM t").values().flat().join());
     read.close();
     chmodSync(path, 0o600);
     console.log(existsSync(path + "-shm"));
     const written = connect(path, { synchronous: "NORMAL" });
     written.run("INSERT INTO t VALUES (6)");
     console.log(written.isReadonly, written.db.query("SELECT a FROM t").values().flat().join());
     written.close();`,
    ["sh", "-c", `chown -R 65534:65534 ${folder} 2>/dev/null; exec "$@"`, "sh", ...prefix],
  );
  expect(result).toEqual({ code: 0, stdout: "true 5\ntrue\nfalse 5,6", stderr: "" });
});

describe("on a full disk", () => {
  let disk: SmallDisk | null;
  beforeEach(() => {
    disk = openSmallDisk(400);
  });
  afterEach(() => disk?.remove());

  /** Makes a database with one row on the disk and fills that up; with its last commit still in the log if asked for. */
  function filled(isInLog: boolean): string | null {
    if (disk === null) return null;
    enterWal(connection);
    connection.run("INSERT INTO t VALUES (5)");
    if (!isInLog) connection.close();
    const path = join(disk.path, "x.sqlite");
    copyFileSync(join(folder, "x.sqlite"), path);
    if (isInLog) copyFileSync(join(folder, "x.sqlite-wal"), `${path}-wal`);
    disk.fill();
    return path;
  }

  test.each([["in the file", false], ["in the log", true]])("what is %s can be read", (_, isInLog) => {
    const path = filled(isInLog);
    if (path === null) return;
    const full = connect(path, { synchronous: "FULL" });
    expect(full).toMatchObject({ isReadonly: true, isDiskFull: true });
    expect(full.db.query("SELECT a FROM t").values()).toEqual([[5]]);
    full.close();
  });

  test.each([["at its opening", false], ["only later", true]])(
    "that is noticed %s a write is refused with the reason and a hint",
    (_, isOpenElsewhere) => {
      const path = filled(false);
      if (path === null || disk === null) return;
      // Who has the file open already keeps the room that opening it takes.
      rmSync(join(disk.path, "filler"));
      const other = isOpenElsewhere ? connect(path, { synchronous: "FULL" }) : null;
      disk.fill();
      const full = connect(path, { synchronous: "FULL" });
      const error = errorOf(() => full.transaction(() => full.run("INSERT INTO t VALUES (6)")));
      expect(error).toMatchObject({ kind: "failed", message: `Cannot write "${path}": the disk is full` });
      expect(error.hint).toContain("free some space");
      expect(full.db.query("SELECT a FROM t").values()).toEqual([[5]]);
      full.close();
      other?.close();
    },
  );
});

test("a read-only medium shows what a killed process left in the log, and stays as it is", () => {
  const disk = openSmallDisk(400);
  if (disk === null) return;
  connection.run("PRAGMA journal_mode = WAL");
  connection.run("INSERT INTO t VALUES (1)");
  connection.run("PRAGMA wal_checkpoint(TRUNCATE)");
  connection.run("INSERT INTO t VALUES (2)");
  const path = join(disk.path, "x.sqlite");
  for (const suffix of ["", "-wal"]) copyFileSync(join(folder, `x.sqlite${suffix}`), path + suffix);
  disk.protect();
  try {
    const protectedFile = connect(path, { synchronous: "FULL" });
    expect(protectedFile.isReadonly).toBe(true);
    expect(protectedFile.db.query("SELECT a FROM t ORDER BY a").values().flat()).toEqual([1, 2]);
    expect(errorOf(() => protectedFile.transaction(() => protectedFile.run("DELETE FROM t"))).kind).toBe("failed");
    protectedFile.close();
    expect(readdirSync(disk.path).sort()).toEqual(["x.sqlite", "x.sqlite-wal"]);
  } finally {
    disk.remove();
  }
});

test("a folder in the place of a database is named as such", () => {
  const path = join(folder, "y.sqlite");
  mkdirSync(path);
  const error = errorOf(() => connect(path, { synchronous: "FULL" }));
  expect(error).toMatchObject({ message: `Cannot open "${path}": it is a folder`, hint: "move that folder away" });
});
