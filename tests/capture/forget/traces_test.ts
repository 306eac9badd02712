import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { tracesOf } from "../../../src/capture/forget/traces.ts";
import { openStoreWorld } from "../../support/store_world.ts";

test("looking through an open database leaves it locked: another process that closes it deletes no log", () => {
  const world = openStoreWorld();
  try {
    const { layout, state } = world;
    state.tombstones.add(["the kettle is red"], "2026-08-19T10:00:00+08:00");
    world.write("memory/a.md", "- the zanzibar kettle\n");
    expect(tracesOf(layout, ["zanzibar"])).toEqual([`${layout.root}/memory/a.md`]);
    const script = `const { Database } = require("bun:sqlite"); const db = new Database(process.argv.at(-1));
      db.query("SELECT count(*) FROM tombstones").get(); db.close();`;
    const { exitCode } = Bun.spawnSync([process.execPath, "-e", script, layout.statePath]);
    expect(exitCode).toBe(0);
    expect(existsSync(`${layout.statePath}-wal`)).toBe(true);
  } finally {
    world.remove();
  }
});
