/** `memory ingest` as it is typed: what it says, refuses and leaves behind. */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openFilledWorld } from "../support/cli_world.ts";
import { startStream } from "../support/start_watch.ts";
import { claudeUser, jsonl } from "../support/transcript_lines.ts";

setDefaultTimeout(240_000);

const DIARY = "memory/2026-08-10.md";

let world: CliWorld;
beforeEach(async () => {
  world = await openFilledWorld();
  world.write(
    "t/s-1.jsonl",
    jsonl([claudeUser(0, "The mail relay runs on Debian."), claudeUser(1, "每周四下午部署。")]),
  );
});
afterEach(() => world.remove());

/** Returns a diary, or nothing. */
function diary(): string {
  const path = join(world.workspace, DIARY);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

describe("memory ingest", () => {
  test("writes the diary once, and the transcript is found on request only", async () => {
    expect((await world.run(["ingest", "t"])).code).toBe(0);
    const first = diary();
    expect(first).toContain("- The mail relay runs on Debian. <!-- source: @sessions/");
    expect((await world.run(["ingest", "t", "t/s-1.jsonl"])).code).toBe(0);
    expect(diary()).toBe(first);
    const found = async (source: string) => {
      const { stdout } = await world.run(["search", "relay Debian", "--keyword-only", "--source", source]);
      const { results } = JSON.parse(stdout) as { results: { path: string }[] };
      return results.map(({ path }) => path);
    };
    expect(await found("notes")).toEqual([DIARY]);
    expect(await found("sessions")).toEqual(["@sessions/claude-code/2026-08-10-s-1.md"]);
  });

  test("with --dry-run says the same and leaves nothing", async () => {
    const before = readdirSync(`${world.workspace}.memory`).sort();
    const { stdout } = await world.run(["ingest", "t", "--dry-run"]);
    expect(JSON.parse(stdout)).toMatchObject({ dryRun: true, transcripts: [{ change: "new", messages: 2 }] });
    expect(diary()).toBe("");
    expect(readdirSync(`${world.workspace}.memory`).sort()).toEqual(before);
    expect(JSON.parse((await world.run(["ingest", "t"])).stdout)).toMatchObject({ transcripts: [{ messages: 2 }] });
  });

  test("leaves transcripts that a night deletes for their age, whether or not more are taken up", async () => {
    await world.run(["ingest", "t"]);
    const sessions = join(`${world.workspace}.memory`, "sessions", "claude-code");
    const night = async (now: string, ...flags: string[]) => {
      const { code } = await world.run(["dream", ...flags], { environment: { MEMORY_NOW: now } });
      return { code, files: readdirSync(sessions).length };
    };
    expect(await night("2027-02-06T03:00:00+08:00")).toEqual({ code: 0, files: 1 });
    expect(await night("2027-02-07T03:00:00+08:00", "--dry-run")).toEqual({ code: 0, files: 1 });
    expect(await night("2027-02-07T03:00:00+08:00")).toEqual({ code: 0, files: 0 });
    expect(diary()).toContain("- The mail relay runs on Debian.");
  });

  test.each([
    [["ingest", "-"], 2, "Cannot ingest standard input"],
    [["ingest", "gone.jsonl"], 1, "there is no such file"],
    [["ingest", "t", "--ndjson"], 2, 'Cannot use "--ndjson" without "--watch"'],
    [["ingest", "t", "--watch", "--dry-run"], 2, 'Cannot use "--dry-run" together with "--watch"'],
    [["ingest", "t", "--from", "eliza"], 2, "eliza"],
    [["ingest"], 2, "TRANSCRIPT"],
  ])("refuses %j", async (words, code, message) => {
    const result = await world.run(words);
    expect([result.code, result.stderr.includes(message)]).toEqual([code, true]);
  });

  test("names what it cannot read, and ends as partial", async () => {
    world.write("t/odd.jsonl", jsonl([claudeUser(5, "The build needs Node 22.", { sessionId: "s-2" }), '"odd"', "{"]));
    const { code, stdout } = await world.run(["ingest", "t"]);
    expect(code).toBe(5);
    const { malformed } = JSON.parse(stdout) as { malformed: { line: number }[] };
    expect(malformed.map(({ line }) => line)).toEqual([2, 3]);
    expect(diary()).toContain("The build needs Node 22.");
  });

  test("with --watch takes up what is added", async () => {
    const watch = startStream(world, {
      words: ["ingest", "t", "--watch", "--ndjson"],
      environment: world.environment,
    });
    try {
      expect(await watch.event("batch")).toMatchObject({ transcripts: [{ messages: 2 }] });
      appendFileSync(join(world.workspace, "t/s-1.jsonl"), jsonl([claudeUser(9, "The build needs Node 22.")]));
      expect(await watch.event("batch")).toMatchObject({ transcripts: [{ change: "grown", messages: 1 }] });
      expect(await watch.stop("SIGTERM")).toMatchObject({ code: 0, last: { event: "stopped" } });
      expect(diary()).toContain("The build needs Node 22.");
    } finally {
      await watch.kill();
    }
  });
});
