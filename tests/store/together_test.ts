import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openIndex } from "../../src/store/index/open_index.ts";
import { takeLock } from "../../src/store/lock.ts";
import { openState } from "../../src/store/state/open_state.ts";
import { layoutOf, type WorkspaceLayout } from "../../src/workspace/layout.ts";

const WORKER = join(import.meta.dir, "..", "support", "sync_worker.ts");
const DIARY = "memory/2026-08-19.md";

/** SPEC 13. */
const PROCESSES = 40;

/** Enough for the slowest machine; nothing here is about time. */
const TIMEOUT_MS = 120_000;

/** Longer than it takes to make an index; on a slow machine the test sees less, and does not fail. */
const SOME_MS = 500;

let home = "";
let layout: WorkspaceLayout;

interface Answer {
  readonly hits: number;
  readonly isBehind: boolean;
  readonly failed: number;
  readonly key: string;
}

/** Starts the workers at once and returns what they print; each must end well. */
async function runTogether(): Promise<Answer[]> {
  const children = Array.from(
    { length: PROCESSES },
    (_, at) => Bun.spawn([process.execPath, WORKER, layout.root, String(at)], { stdout: "pipe", stderr: "pipe" }),
  );
  return await Promise.all(children.map(async (child) => {
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    expect(err).toBe("");
    expect(await child.exited).toBe(0);
    return JSON.parse(out) as Answer;
  }));
}

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "memory-together-")));
  layout = layoutOf(join(home, "notes"), join(home, "notes.memory"));
  mkdirSync(layout.memoryDir, { recursive: true });
  mkdirSync(layout.dataDir);
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

describe("forty processes at once", () => {
  test("on an empty home all work, agree on one state, and lose nothing", async () => {
    const answers = await runTogether();
    expect(new Set(answers.map(({ key }) => key)).size).toBe(1);
    expect(answers.every(({ hits, isBehind, failed }) => hits > 0 && !isBehind && failed === 0)).toBe(true);
    expect(readFileSync(join(layout.root, DIARY), "utf8").trim().split("\n")).toHaveLength(PROCESSES);
    const state = openState({
      path: layout.statePath,
      isRegistered: true,
      isSimulated: false,
      now: "2026-08-19T03:00:00Z",
    });
    expect(state.ledger.counts()).toMatchObject({ byState: { booked: PROCESSES }, byOrigin: { owner: PROCESSES } });
    expect(state.meta.lostSince).toBeNull();
    state.close();
    for (const path of [layout.statePath, layout.indexPath]) {
      const db = new Database(path);
      expect(db.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
      db.close();
    }
  }, TIMEOUT_MS);

  test("over a damaged index build one that is whole", async () => {
    writeFileSync(join(layout.root, DIARY), "- The gateway listens on port 18790\n");
    writeFileSync(layout.indexPath, "not a database ".repeat(1_000));
    const answers = await runTogether();
    expect(answers.every(({ hits, isBehind }) => hits > 0 && !isBehind)).toBe(true);
    const index = openIndex(layout.indexPath);
    expect(index.sources.count()).toBe(1);
    expect(index.keywords.match('"18790"', { limit: 9 })).toHaveLength(1);
    index.close();
  }, TIMEOUT_MS);

  test("an index that is being replaced is made by nobody else meanwhile", async () => {
    writeFileSync(join(layout.root, DIARY), "- The gateway listens on port 18790\n");
    // Who replaces one holds this while its files are deleted one by one.
    const release = takeLock({ locksDir: layout.locksDir, name: "index-recovery", waitMs: 0 });
    const child = Bun.spawn([process.execPath, WORKER, layout.root, "0"], { stdout: "pipe", stderr: "inherit" });
    // The worker opens the state before the index.
    while (!existsSync(layout.statePath)) await Bun.sleep(5);
    const ended = await Promise.race([child.exited, Bun.sleep(SOME_MS)]);
    expect([ended, existsSync(layout.indexPath)]).toEqual([undefined, false]);
    release();
    expect(JSON.parse(await new Response(child.stdout).text())).toMatchObject({ isBehind: false, failed: 0 });
  }, TIMEOUT_MS);
});
