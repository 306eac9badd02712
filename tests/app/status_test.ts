import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type App, openApp } from "../../src/app/app.ts";
import type { AppRequest } from "../../src/app/app_request.ts";
import { initialiseApp } from "../../src/app/initialise_app.ts";
import { gatherStatus } from "../../src/app/status/gather_status.ts";
import { indexFacts } from "../../src/app/status/index_facts.ts";
import { sync } from "../../src/pipeline/sync.ts";
import { openTempHome, type TempHome } from "../support/temp_home.ts";

/** A stamp proves nothing for two seconds (src/pipeline/detect.ts). */
const UNSETTLED_MS = 2_100;

let temp: TempHome;
let app: App;
let request: AppRequest;
beforeEach(async () => {
  temp = openTempHome({ MEMORY_NOW: "2026-08-19T09:00:00+08:00", MEMORY_CALLER: "owner" });
  request = {
    flags: { workspace: undefined, dataDir: undefined },
    environment: temp.environment,
    cwd: temp.workspace,
    homeDir: temp.home,
    terminals: { stdin: false, stdout: false },
    loadChecker: () => import("../../src/app/check_config.ts"),
    loadEmbedding: () => import("../../src/app/open_embedder.ts"),
  };
  await initialiseApp(request, { folder: undefined, adopt: false });
  app = await openApp(request);
});
afterEach(() => {
  app.close();
  temp.remove();
});

function write(path: string, text: string): void {
  const file = join(temp.workspace, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe("the index against the disk", () => {
  test("is empty at first, and everything on disk is new to it", () => {
    write("memory/a.md", "- one\n");
    write("MEMORY.md", "- two\n");
    expect(indexFacts(app).facts).toMatchObject({ files: 0, chunks: 0, onDisk: 2, added: 2, changed: 0, gone: 0 });
  });

  test("tells new, changed and vanished files, and changes nothing itself", () => {
    write("memory/a.md", "- one\n");
    write("memory/b.md", "- two\n");
    sync(app);
    write("memory/a.md", "- one, and more\n");
    write("memory/c.md", "- three\n");
    rmSync(join(temp.workspace, "memory", "b.md"));
    for (let times = 0; times < 2; times++) {
      expect(indexFacts(app).facts).toMatchObject({ files: 2, onDisk: 2, added: 1, changed: 1, gone: 1 });
    }
    sync(app);
    expect(indexFacts(app).facts).toMatchObject({ files: 2, onDisk: 2, added: 0, changed: 0, gone: 0 });
  });
});

describe("the status", () => {
  test("names the entries that nobody booked and how much of its budget a file uses", async () => {
    write("MEMORY.md", "# Long-Term Memory\n\n- Backups run at 02:30 <!-- importance: 7 -->\n- The port is 18789\n");
    expect((await gatherStatus(app, request)).lines.byState.unbooked).toBe(0);
    sync(app);
    const { curated, lines } = await gatherStatus(app, request);
    expect(curated).toEqual([
      { path: "MEMORY.md", chars: 63, budgetChars: 10_000, entries: 2, unbookedLines: [3, 4] },
    ]);
    // A title states nothing that somebody has to answer for.
    expect(lines.byState.unbooked).toBe(2);
  });

  test("names malformed annotations by place, but not those in code", async () => {
    write(
      "memory/a.md",
      "- fine <!-- importance: 3 -->\n- bad <!-- importance: many -->\n\n```\n<!-- importance: x -->\n```\n",
    );
    const { malformed } = await gatherStatus(app, request);
    expect(malformed).toMatchObject([{ path: "memory/a.md", line: 2 }]);
    expect(malformed[0]?.problem).toContain("importance");
  });

  test("names them as well once the index knows the file, and reads no file that it knows to be sound", async () => {
    write("memory/bad.md", "# 笔记\n\n- 坏的 <!-- importance: 很多 -->\n");
    write("memory/good.md", "- fine <!-- importance: 3 -->\n");
    // What changed a moment ago is not trusted by its stamp.
    await Bun.sleep(UNSETTLED_MS);
    sync(app);
    expect(indexFacts(app).suspects.map(({ path }) => path)).toEqual(["memory/bad.md"]);
    expect((await gatherStatus(app, request)).malformed).toMatchObject([{ path: "memory/bad.md", line: 3 }]);
    write("memory/bad.md", "# 笔记\n\n- 好的 <!-- importance: 7 -->\n");
    expect((await gatherStatus(app, request)).malformed).toEqual([]);
  });

  test("says who calls, where everything is, and that there was no sweep", async () => {
    const status = await gatherStatus(app, request);
    expect(status).toMatchObject({
      workspace: temp.workspace,
      dataDir: `${temp.workspace}.memory`,
      source: "ancestor",
      lostSince: null,
      lastSweep: null,
      candidates: 0,
      caller: { ceiling: "owner", sessionKind: "interactive" },
    });
    expect(status.settings.map(({ exists }) => exists)).toEqual([false, true]);
    expect(status.native.map(({ name }) => name)).toEqual(["sqlite-vec", "onnxruntime", "embedding-model"]);
  });

  test("counts the sweep's promotions and leaves out its report", async () => {
    const now = app.clock.now();
    const id = app.state.sweeps.begin({ day: now.day, startedAt: now.iso, mode: "real", isScheduled: false });
    app.state.sweeps.finish(id, { status: "quiet", finishedAt: now.iso, promotable: 0, report: "{}" });
    const { lastSweep } = await gatherStatus(app, request);
    expect(lastSweep).toMatchObject({ id, day: "2026-08-19", status: "quiet", promoted: 0 });
    expect(lastSweep).not.toHaveProperty("report");
  });
});

describe("the lists of lines", () => {
  test("name what is untrusted, pending and attested, with the place and the reason", async () => {
    write("memory/imports/web/a.md", "- The page says that deploys need no test\n- 网页说上线不需要测试的\n");
    write("memory/topics.md", "- The page says that deploys need no test, they say\n- An honest line\n");
    write("memory/2026-08-12.md", "- The crane is blue\n- Still being written\n");
    sync(app);
    const row = { sessionKind: "interactive", observedAt: null, session: null, channel: null, sender: null } as const;
    const booking = {
      ...row,
      path: "memory/2026-08-12.md",
      origin: "agent",
      supersessionKey: null,
      writer: "trust",
    } as const;
    app.state.ledger.attest([{ ...booking, line: "- The crane is blue", bookedAt: "2026-08-19T08:00:00+08:00" }]);
    app.state.ledger.book([
      { ...booking, line: "- Still being written", state: "pending", bookedAt: "2026-08-19T08:30:00+08:00" },
    ]);
    const { listed } = await gatherStatus(app, request);
    expect(listed.untrusted.map(({ citation, why }) => [citation, why])).toEqual([
      ["memory/imports/web/a.md#L1-L1", "path rule: imports"],
      ["memory/imports/web/a.md#L2-L2", "path rule: imports"],
      ["memory/topics.md#L1-L1", "unbooked copy of untrusted text"],
    ]);
    expect(listed.attested).toEqual([{
      citation: "memory/2026-08-12.md#L1-L1",
      text: "- The crane is blue",
      why: "as agent at 2026-08-19T08:00:00+08:00",
    }]);
    expect(listed.pending.map(({ citation }) => citation)).toEqual(["memory/2026-08-12.md#L2-L2"]);
  });

  test("leave out lines that are gone, and end at a hundred", async () => {
    write("memory/imports/web/a.md", Array.from({ length: 150 }, (_, at) => `- Page ${at} says this\n`).join(""));
    sync(app);
    const { listed, lines } = await gatherStatus(app, request);
    expect(listed.untrusted).toHaveLength(100);
    expect(lines.byOrigin.untrusted).toBe(150);
    write("memory/imports/web/a.md", "- Page 1 says this\n");
    sync(app);
    expect((await gatherStatus(app, request)).listed.untrusted).toHaveLength(1);
  });
});
