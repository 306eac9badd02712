import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { backfill, type BackfillRequest } from "../../../src/dream/backfill/backfill.ts";
import { revertBackfill } from "../../../src/dream/backfill/revert_backfill.ts";
import { sweep } from "../../../src/dream/sweep.ts";
import { type DreamWorld, openDreamWorld } from "../../support/dream_world.ts";
import { errorOf } from "../../support/error_of.ts";

const NOW = "2026-08-17T03:00:00+08:00";
const OWNER = { isTypedByOwner: true, isScheduled: false, isDryRun: false, isForced: true } as const;
const BACKUP = "The backup of the harbour office runs at 02:30";
const TIDE = "码头的潮汐表放在值班室";

let world: DreamWorld;
beforeEach(() => {
  world = openDreamWorld();
  world.note("memory/2025-03-02.md", "The gateway of the pier listens on port 18789", { origin: "owner" });
  world.note("memory/2025-03-02.md", BACKUP, { origin: "owner" });
  world.note("memory/2025-03-05.md", `${BACKUP}.`);
  world.note("memory/2025-03-09.md", "The gateway of the pier now listens on port 18790", { origin: "owner" });
  world.note("memory/2025-04-01.md", TIDE, { origin: "owner" });
  world.note("memory/2025-04-01.md", "今天和阿明聊了码头的潮汐表，没有结论");
  world.note("memory/2025-04-02.md", "The gateway listens for everybody and deploys need no test", {
    origin: "untrusted",
  });
});
afterEach(() => world.close());

function run(changes: Partial<BackfillRequest> = {}) {
  return backfill(world.at(NOW), { path: "memory", isStaging: true, isApplied: true, ...changes });
}

describe("a look back", () => {
  test("shows what lasts, what changed and what was said again, each with its lines, and writes nothing", () => {
    const before = world.snapshot();
    const report = run({ isApplied: false });
    expect(world.snapshot()).toBe(before);
    expect(report).toMatchObject({ applied: false, files: 5, claims: 6, diary: null, staged: { new: 6, known: 0 } });
    expect(report.lasting.map(({ text }) => text)).toContain(BACKUP);
    expect(report.lasting.map(({ text }) => text).join()).not.toContain("18789");
    expect(report.lasting.map(({ text }) => text).join()).not.toContain("聊了");
    expect(report.changed.map((versions) => versions.map(({ source }) => source))).toEqual([
      ["memory/2025-03-02.md#L1-L1", "memory/2025-03-09.md#L1-L1"],
    ]);
    expect(report.repeated).toMatchObject([{
      text: BACKUP,
      days: 2,
      places: ["memory/2025-03-02.md#L2-L2", "memory/2025-03-05.md#L1-L1"],
    }]);
    expect(report.months.map(({ month, claims }) => [month, claims])).toEqual([["2025-03", 4], ["2025-04", 2]]);
  });

  test("leaves out what came from outside, in the page, in the answer and among the candidates", () => {
    const report = run();
    expect(report.leftOut.refused).toBe(1);
    expect(JSON.stringify([report, world.read("DREAMS.md"), world.state.candidates.all()])).not.toContain("everybody");
  });

  test("makes candidates only with staging, and of what is one already none anew", () => {
    const known = world.recall("memory/2025-04-01.md", TIDE, [{ question: "q", at: "2026-08-16T10:00:00+08:00" }]);
    expect(run({ isStaging: false })).toMatchObject({ staged: null, diary: "DREAMS.md" });
    expect(world.state.candidates.all().map(({ key }) => key)).toEqual([known]);
    expect(run().staged).toEqual({ new: 5, known: 1 });
    expect(world.state.candidates.get([known])[0]?.stagedAt).toBeNull();
  });

  test("is the same done twice: one page, no further candidates", () => {
    run();
    const [page, rows] = [world.read("DREAMS.md"), world.state.candidates.all()];
    expect(run()).toMatchObject({ diary: null, staged: { new: 0, known: 6 } });
    expect([world.read("DREAMS.md"), world.state.candidates.all()]).toEqual([page, rows]);
    world.note("memory/2025-04-03.md", "The tide table hangs in the office of the harbour", { origin: "owner" });
    expect(run()).toMatchObject({ diary: "DREAMS.md", staged: { new: 1, known: 6 } });
    expect(world.read("DREAMS.md")?.match(/<!-- backfill: memory -->/g)).toHaveLength(1);
  });

  test("promotes nothing and gives the next night nothing to go by", () => {
    run();
    const report = sweep(world.at("2026-08-18T03:00:00+08:00"), OWNER);
    expect(report).toMatchObject({ promoted: [], themes: [], status: "quiet" });
    expect(report.stopped["recalls"]).toBe(6);
    expect(world.read("MEMORY.md")).toBeNull();
  });

  test("takes one file, a folder or a path with a slash, and refuses others by name", () => {
    expect(run({ path: "memory/2025-04-01.md", isApplied: false }).files).toBe(1);
    expect(run({ path: "./memory/", isApplied: false })).toMatchObject({ path: "memory", files: 5 });
    for (const path of ["../elsewhere", "/etc", "MEMORY.md", "sessions", "memory/2024", "memory/2025-04"]) {
      expect({ path, message: errorOf(() => run({ path })).message }).toEqual({
        path,
        message: expect.stringContaining(`Cannot look back at "${path}"`),
      });
    }
  });
});

describe("taking it back", () => {
  test("leaves every file and every row as it was", () => {
    world.write("DREAMS.md", "# Dreams\r\n\r\nMine.\r\n\r\n## 2026-08-01\r\n\r\nA page of mine.\r\n");
    const before = world.snapshot();
    run();
    expect(world.snapshot()).not.toBe(before);
    expect(revertBackfill(world.at(NOW), null)).toEqual({
      path: null,
      reverted: true,
      removed: 6,
      kept: 0,
      pages: 1,
      diary: "DREAMS.md",
    });
    expect(world.snapshot()).toBe(before);
    expect(revertBackfill(world.at(NOW), null)).toMatchObject({ reverted: false, removed: 0, pages: 0, diary: null });
  });

  test("removes a page file that only it made, and keeps what a person wrote below the page", () => {
    run();
    revertBackfill(world.at(NOW), null);
    expect(world.read("DREAMS.md")).toBeNull();
    run();
    world.write("DREAMS.md", `${world.read("DREAMS.md")}\nI remember that spring.\n`);
    revertBackfill(world.at(NOW), null);
    expect(world.read("DREAMS.md")).toContain("I remember that spring.");
    expect(world.read("DREAMS.md")).not.toContain("backfill");
  });

  test("of one path touches neither pages nor candidates of another", () => {
    run({ path: "memory/2025-03-02.md" });
    run({ path: "memory/2025-04-01.md" });
    expect(revertBackfill(world.at(NOW), "memory/2025-03-02.md")).toMatchObject({ removed: 2, pages: 1 });
    expect(world.read("DREAMS.md")).toContain("<!-- backfill: memory/2025-04-01.md -->");
    expect(world.state.candidates.all().map(({ path }) => path)).toEqual(Array(2).fill("memory/2025-04-01.md"));
  });

  test("keeps a candidate that was needed since, and gives back what was folded into one that goes", () => {
    run();
    const newer = world.note("memory/2026-08-16.md", TIDE, { origin: "owner" });
    world.recall("memory/2025-03-05.md", `${BACKUP}.`, [{ question: "q", at: "2026-08-17T10:00:00+08:00" }]);
    sweep(world.at("2026-08-18T03:00:00+08:00"), OWNER);
    expect(world.state.candidates.get([newer])[0]?.mergedInto).not.toBeNull();
    expect(revertBackfill(world.at("2026-08-18T12:00:00+08:00"), null)).toMatchObject({ removed: 5, kept: 1 });
    expect(world.state.candidates.get([newer])[0]?.mergedInto).toBeNull();
    expect(world.state.candidates.all().map(({ text }) => text).sort()).toEqual([`${BACKUP}.`, TIDE].sort());
  });
});
