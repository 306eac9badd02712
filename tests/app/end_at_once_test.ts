/** Ends processes of their own: what is left to the system, and what the runtime does at its end. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../src/store/connect.ts";
import { cFunction } from "../../src/base/c_function.ts";
import { runScript } from "../support/run_script.ts";
import { skips } from "../support/skips.ts";

let folder = "";
let path = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "memory-end-"));
  path = join(folder, "x.sqlite");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const hasExit = cFunction({ linux: "_exit", darwin: "_exit" }, { args: ["i32"], returns: "void" }) !== null;
const noExit = skips(!hasExit, "of this C library no function can be called: databases are closed");

/** Writes rows in a process of its own, and ends it. Returns its exit code, what it printed, and the files that are there. */
function written(end: string, rows = 1): [number, string, string[]] {
  const { code, stdout, stderr } = runScript(`
    import { endAtOnce } from "src/app/end_at_once.ts";
    import { connect, enterWal } from "src/store/connect.ts";
    const connection = connect(${JSON.stringify(path)}, { synchronous: "NORMAL" });
    enterWal(connection);
    connection.run("CREATE TABLE IF NOT EXISTS t (a TEXT NOT NULL) STRICT");
    connection.transaction(() => {
      for (let at = 0; at < ${rows}; at++) connection.prepare("INSERT INTO t VALUES (?)").run("x".repeat(4_000));
    });
    await Bun.write(Bun.stdout, "done");
    ${end}
  `);
  return [code, `${stdout}${stderr}`, readdirSync(folder).sort()];
}

function count(): unknown {
  const connection = connect(path, { synchronous: "NORMAL" });
  const [row] = connection.prepare("SELECT count(*) FROM t").values();
  connection.close();
  return row?.[0];
}

describe("a database that is left", () => {
  test.skipIf(noExit)("keeps its log, and who opens it next reads it and copies it in", () => {
    expect(written("connection.leave(); endAtOnce(3);")).toEqual([3, "done", [
      "x.sqlite",
      "x.sqlite-shm",
      "x.sqlite-wal",
    ]]);
    expect(count()).toBe(1);
    expect(readdirSync(folder)).toEqual(["x.sqlite"]);
  });

  test.skipIf(noExit)("again and again keeps what all of them wrote", () => {
    for (let round = 0; round < 3; round++) written("if (connection.leave()) endAtOnce(0);");
    expect(count()).toBe(3);
  });

  test("with a log that has grown is closed", () => {
    expect(written("if (connection.leave()) endAtOnce(0);", 400)).toEqual([0, "done", ["x.sqlite"]]);
    expect(count()).toBe(400);
  });

  test("is closed all the same where the usual end comes", () => {
    expect(written("connection.leave(); process.exit(0);")).toEqual([0, "done", ["x.sqlite"]]);
  });
});
