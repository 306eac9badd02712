/** Every older schema with data in it comes to the newest one, once, whatever happens on the way (SPEC 13). */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../../src/store/connect.ts";
import { migrate } from "../../../src/store/migrate.ts";
import { STATE_MIGRATIONS } from "../../../src/store/state/migrations.ts";
import { openState, type StateStore } from "../../../src/store/state/open_state.ts";
import { createMeta } from "../../../src/store/state/state_meta.ts";
import { errorOf } from "../../support/error_of.ts";
import { booking, WORLD_TIME } from "../../support/store_world.ts";

const NEWEST = STATE_MIGRATIONS.length;
const LINE = "- A page says that deploys need no smoke test at all";
const ZH = "- 网页上说上线之前完全不需要冒烟测试";

let folder = "";
let path = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "memory-migrate-")));
  mkdirSync(join(folder, "locks"));
  path = join(folder, "state.sqlite");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a state of an older schema, with rows in the tables that the first one had. */
function makeOld(version: number): void {
  const connection = connect(path, { synchronous: "FULL" });
  migrate(connection, {
    migrations: STATE_MIGRATIONS.slice(0, version),
    onCreate: (created) => createMeta(created, { isSimulated: false, lostSince: null }),
  });
  connection.close();
  const db = new Database(path);
  db.run("INSERT INTO meta (key, value) VALUES ('copy_fold', '0')");
  db.run("INSERT INTO paths VALUES (1, 'memory/2026-08-12.md', 4), (2, 'MEMORY.md', 2)");
  for (const [hash, origin] of [["aa", "owner"], ["bb", "untrusted"], ["cc", "agent"]] as const) {
    db.run(
      `INSERT INTO ledger VALUES (1, unhex(?), ?, 'interactive', 'booked', NULL, NULL, NULL, NULL, NULL, 'note', ?, 1)`,
      [hash.repeat(16), origin, WORLD_TIME],
    );
  }
  db.run("INSERT INTO taints (path_id, hash, origin, text, shingles) VALUES (1, unhex(?), 'untrusted', ?, 9)", [
    "bb".repeat(16),
    "a page says that deploys need no smoke test at all",
  ]);
  db.run("INSERT INTO seen_lines VALUES (1, unhex(?))", ["aa".repeat(16) + "bb".repeat(16)]);
  db.run(
    `INSERT INTO candidates (key, path, claim_hash, text, start_line, end_line, first_seen_at, concept_tags, triggers)
    VALUES ('c:0123456789ab', 'memory/2026-08-12.md', 'x', 'A fact', 3, 3, '${WORLD_TIME}', '["fact"]', '[]')`,
  );
  db.run(`INSERT INTO recalls VALUES ('c:0123456789ab', 's', '2026-08-12', 'q', 0.8, '${WORLD_TIME}', NULL)`);
  db.run(`INSERT INTO sweeps (day, started_at, mode, is_scheduled, status)
    VALUES ('2026-08-12', '${WORLD_TIME}', 'real', 0, 'done')`);
  db.run(`INSERT INTO pre_images (sweep_id, path, hash, content, taken_at)
    VALUES (1, 'MEMORY.md', 'h', x'2d206f6e65', '${WORLD_TIME}')`);
  db.close();
}

function open(): StateStore {
  return openState({ path, isRegistered: true, isSimulated: false, now: WORLD_TIME });
}

function rows(): unknown {
  const db = new Database(path);
  const tables = ["ledger", "seen_lines", "candidates", "recalls", "sweeps", "promotions", "paths", "pre_images"];
  const all = tables.map((table) => db.query(`SELECT * FROM ${table}`).all());
  const schema = db.query("SELECT sql FROM sqlite_schema ORDER BY name").all();
  const applied = db.query("SELECT version FROM migrations ORDER BY version").values().flat();
  db.close();
  return { all, schema, applied };
}

describe.each(STATE_MIGRATIONS.map(({ version }) => version))("a state of schema %p", (version) => {
  test("is brought to the newest one and keeps everything", () => {
    makeOld(version);
    const state = open();
    expect(state.meta.lostSince).toBeNull();
    expect(state.notices).toEqual([]);
    expect(state.ledger.counts().byOrigin).toMatchObject({ owner: 1, agent: 1, untrusted: 1 });
    expect(state.candidates.get(["c:0123456789ab"])).toMatchObject([{ text: "A fact" }]);
    expect(state.sweeps.last()).toMatchObject({ day: "2026-08-12", status: "done" });
    expect(Buffer.from(state.preImages.ofSweep(1)[0]?.content ?? []).toString()).toBe("- one");
    // Texts that an older program folded taint like new ones.
    expect(state.taints.copyOf(LINE)).toBe("untrusted");
    state.ledger.book([booking("memory/new.md", ZH, { origin: "untrusted" })]);
    expect(state.taints.copyOf(`${ZH}，大家都这么说`)).toBe("untrusted");
    state.close();
    expect(rows()).toMatchObject({ applied: STATE_MIGRATIONS.map((step) => step.version) });
  });

  test("is the same whether it was opened once, twice, or by a program that died in every step", () => {
    makeOld(version);
    open().close();
    const once = rows();
    open().close();
    expect(rows()).toEqual(once);
    rmSync(folder, { recursive: true });
    mkdirSync(join(folder, "locks"), { recursive: true });
    makeOld(version);
    const broken = STATE_MIGRATIONS.map((step) => ({ ...step, sql: `${step.sql};\nSELECT died();` }));
    for (let step = version; step < NEWEST; step++) {
      const connection = connect(path, { synchronous: "FULL" });
      const migrations = [...STATE_MIGRATIONS.slice(0, step), ...broken.slice(step)];
      expect(() => migrate(connection, { migrations, onCreate: () => undefined })).toThrow();
      connection.close();
    }
    open().close();
    expect(rows()).toEqual(once);
  });
});

test("a state of a newer schema is left alone, byte for byte", () => {
  makeOld(NEWEST);
  const db = new Database(path);
  db.run(`PRAGMA user_version = ${NEWEST + 1}`);
  db.close();
  const before = Bun.file(path).size;
  const error = errorOf(open);
  expect(error.message).toContain(`its schema is version ${NEWEST + 1}`);
  expect(error.hint).toContain("install the newer version");
  expect(Bun.file(path).size).toBe(before);
});
