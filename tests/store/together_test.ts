import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openIndex } from "../../src/store/index/open_index.ts";
import { openState } from "../../src/store/state/open_state.ts";
import { layoutOf, type WorkspaceLayout } from "../../src/workspace/layout.ts";

const WORKER = join(import.meta.dir, "..", "support", "sync_worker.ts");
const DIARY = "memory/2026-08-19.md";

/** SPEC 13. */
const PROCESSES = 40;

/** Enough for the slowest machine; nothing here is about time. */
const TIMEOUT_MS = 120_000;

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
});
