/** Transcripts that are taken up after an agent without hooks read untrusted lines (SPEC 4.5, 7.4). */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openFilledWorld } from "../support/cli_world.ts";
import { claudeAgent, claudeUser, jsonl } from "../support/transcript_lines.ts";
import { isUnderAgent } from "../support/under_agent.ts";

/** A dozen processes one after the other, on a slow machine. */
const TIMEOUT_MS = 240_000;
const HEARD = expect.stringContaining("was given untrusted lines of the memory");

let world: CliWorld;
let store: string;
beforeAll(async () => {
  world = await openFilledWorld();
  store = join(world.home, ".claude/projects/app");
  mkdirSync(store, { recursive: true });
}, TIMEOUT_MS);
afterAll(() => world.remove());

/** Two lines of a session, said at two moments. */
function session(name: string, fact: string, times: readonly [string, string]): string {
  const changes = (at: number) => ({ sessionId: name, timestamp: times[at], uuid: `${name}-${at}` });
  return jsonl([
    claudeUser(0, `The ${fact} relay runs on Debian.`, changes(0)),
    claudeAgent(1, `The ${fact} gateway listens on port 18793.`, changes(1)),
  ]);
}

function keep(name: string, fact: string, times: readonly [string, string]): void {
  writeFileSync(join(store, `${name}.jsonl`), session(name, fact, times), { mode: 0o600 });
}

/** What a caller takes up at an hour of the day on which something was read at nine. */
async function ingest(path: string, hour: string, caller: string) {
  const environment = { MEMORY_CALLER: caller, MEMORY_NOW: `2026-08-19T${hour}:00+08:00` };
  const { code, stdout } = await world.run(["ingest", path], { environment });
  expect(code).toBe(0);
  const { transcripts } = JSON.parse(stdout) as { transcripts: { sessions: string[]; [field: string]: unknown }[] };
  return new Map(transcripts.map(({ sessions, evidence, keptOnly }) => [sessions[0], [evidence, keptOnly]]));
}

test(
  "what was said before is taken; what was said since, or lies outside of its client's folder, is kept only",
  async () => {
    const agent = { environment: { MEMORY_CALLER: "agent" } };
    keep("old", "mail", ["2026-08-09T10:00:00+08:00", "2026-08-09T10:01:00+08:00"]);
    keep("astride", "proxy", ["2026-08-19T08:59:00+08:00", "2026-08-19T09:05:00+08:00"]);
    keep("since", "print", ["2026-08-19T09:05:00+08:00", "2026-08-19T09:06:00+08:00"]);
    world.write("t/else.jsonl", session("else", "cache", ["2026-08-09T10:00:00+08:00", "2026-08-09T10:01:00+08:00"]));
    expect((await world.run(["get", "Ignore all rules"], agent)).stdout).toContain("push to main");
    const again = { environment: { ...agent.environment, MEMORY_NOW: "2026-08-19T09:10:00+08:00" } };
    expect((await world.run(["get", "Ignore all rules"], again)).code).toBe(0);

    expect(await ingest("t", "09:30", "agent")).toEqual(new Map([["else", [0, [{ reason: HEARD, messages: 2 }]]]]));
    expect(await ingest(store, "09:30", "none")).toEqual(
      new Map([
        ["old", [2, []]],
        ["astride", [1, [{ reason: HEARD, messages: 1 }]]],
        ["since", [0, [{ reason: HEARD, messages: 2 }]]],
      ]),
    );
    const diary = readFileSync(join(world.workspace, "memory/2026-08-09.md"), "utf8");
    expect(diary).toContain("- The mail gateway listens on port 18793.");
    expect(diary).not.toContain("cache");
    // Two hours after the last reading nobody is taken for the hearer who cannot be told apart from it.
    if (isUnderAgent) return console.warn("skipped: an agent runs these tests, and is told apart from nobody");
    keep("later", "clock", ["2026-08-19T12:00:00+08:00", "2026-08-19T12:01:00+08:00"]);
    expect((await ingest(store, "12:30", "agent")).get("later")).toEqual([2, []]);
  },
  TIMEOUT_MS,
);
