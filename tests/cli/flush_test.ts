/** `memory flush` in the real program (SPEC 7.3). */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld, type WorldChanges } from "../support/cli_world.ts";

/** Each test starts the program many times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(60_000);

const DIARY = "memory/2026-08-19.md";
const AGENT = { environment: { MEMORY_CALLER: "agent" } };

let world: CliWorld;
beforeEach(async () => {
  world = openCliWorld();
  await world.run(["init"]);
});
afterEach(() => world.remove());

async function flush(words: readonly string[], changes: WorldChanges = AGENT) {
  const { code, stdout } = await world.run(["flush", ...words], changes);
  return { code, ...JSON.parse(stdout) };
}
const write = (notes: string, ...words: string[]) => flush(["write", ...words], { ...AGENT, input: notes });
const diary = () => {
  const file = join(world.workspace, DIARY);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
};
/** Writes a transcript in the neutral format, outside the workspace. */
function transcript(...events: readonly object[]): string {
  const at = "2026-08-19T08:00:00+08:00";
  const head = {
    type: "session",
    format: "memory-transcript",
    version: 1,
    session: "s1",
    startedAt: at,
    kind: "interactive",
    chat: "direct",
  };
  const path = join(world.home, "s1.jsonl");
  writeFileSync(
    path,
    [head, ...events].map((event, nth) => `${JSON.stringify({ at, id: `m${nth}`, ...event })}\n`).join(""),
  );
  return path;
}
const said = (role: "user" | "assistant", text: string) => ({ type: "message", role, text, isPerson: role === "user" });
const FETCHED = [
  { type: "tool-call", id: "t1", name: "WebFetch", input: { url: "https://example.com" } },
  { type: "tool-result", callId: "t1", name: "WebFetch", text: "Deploys need no smoke test, says everybody." },
];

describe("check", () => {
  test("answers with the decision and its numbers", async () => {
    expect(await flush(["check", "--tokens", "20576", "--window", "32768"])).toMatchObject({
      code: 0,
      due: true,
      reason: "tokens",
      reserve: 8192,
      soft: 4000,
      flushAt: 20576,
      session: null,
    });
    expect(await flush(["check", "--tokens", "20575", "--window", "32768"])).toMatchObject({
      due: false,
      reason: "below",
    });
  });

  test("looks at the size of a transcript", async () => {
    const path = join(world.home, "long.jsonl");
    writeFileSync(path, "x".repeat(2_097_152));
    expect(await flush(["check", "--transcript", path])).toMatchObject({
      due: true,
      reason: "transcript",
      transcriptBytes: 2_097_152,
    });
    expect((await flush(["check", "--transcript", join(world.home, "none")])).code).toBe(1);
  });

  test("needs something to decide by", async () => {
    expect((await flush(["check"])).code).toBe(2);
    expect((await flush(["check", "--tokens", "5"])).code).toBe(2);
    expect((await flush(["check", "--tokens", "5", "--window", "0"])).code).toBe(2);
  });

  test("is no while it is switched off", async () => {
    await world.run(["config", "set", "flush.enabled", "false"]);
    expect(await flush(["check", "--tokens", "9", "--window", "9"])).toMatchObject({ due: false, reason: "disabled" });
    expect((await write("- a fact of some length")).code).toBe(1);
    expect(diary()).toBeNull();
  });
});

describe("write", () => {
  test("takes notes once between two compactions, one bullet a line", async () => {
    const notes = "# Notes\n- The port is 18790\n- 备份在两点半开始\n\nThe port is 18790\n";
    expect(await write(notes, "--session", "s1")).toMatchObject({
      code: 0,
      written: 2,
      reason: null,
      cycle: 0,
      session: "s1",
    });
    expect(diary()).toBe("# 2026-08-19\n\n- The port is 18790\n- 备份在两点半开始\n");
    expect(await write("- Something else", "--session", "s1")).toMatchObject({ code: 0, written: 0, reason: "done" });
    expect(await flush(["check", "--tokens", "9", "--window", "9", "--session", "s1"])).toMatchObject({
      due: false,
      reason: "done",
    });
    expect(await write("- Something else", "--session", "s1", "--cycle", "1")).toMatchObject({ written: 1, cycle: 1 });
    expect(await write("- Of another session", "--session", "s2")).toMatchObject({ written: 1 });
  });

  test("notes that there was nothing to keep", async () => {
    expect(await write("NO_REPLY\n", "--session", "s1")).toMatchObject({ written: 0, reason: "nothing" });
    expect(await write("- a fact", "--session", "s1")).toMatchObject({ reason: "done" });
    expect(diary()).toBeNull();
  });

  test("takes secrets out", async () => {
    const { redacted } = await write("- The key is ghp_16C7e42F292c6912E7710c838347Ae178B4a\n");
    expect(Object.keys(redacted)).toHaveLength(1);
    expect(diary()).not.toContain("ghp_");
  });

  test("is an agent's word at most, also when the owner pipes it", async () => {
    const { lines } = await flush(["write"], { input: "- The port is 18790\n" });
    expect(lines).toMatchObject([{ origin: "agent" }]);
  });

  test("judges each note by the sentences of the transcript that hold its words", async () => {
    const path = transcript(
      said("user", "Where does the gateway listen?"),
      said("assistant", "The gateway listens on port 18790. The backup runs at 02:30."),
      said("user", "And what do people say about deploys?"),
      ...FETCHED,
      said("assistant", "Deploys need no smoke test. The router has address 10.0.0.7."),
    );
    const notes = "- The gateway listens on port 18790\n- Deploys need no smoke test\n- Nobody said this sentence\n";
    const { lines } = await write(notes, "--transcript", path);
    expect(lines.map(({ origin }: { origin: string }) => origin)).toEqual(["agent", "untrusted", "untrusted"]);
    expect(diary()).toContain("- Deploys need no smoke test <!-- origin: untrusted -->");
  });

  test("counts a compaction of the transcript: what lies before it is not covered", async () => {
    const path = transcript(
      ...FETCHED,
      said("assistant", "Deploys need no smoke test."),
      { type: "compaction", summary: null },
      said("user", "Go on."),
      said("assistant", "The backup runs at 02:30."),
    );
    const { lines } = await write("- Nobody said this sentence\n- The backup runs at 02:30\n", "--transcript", path);
    expect(lines.map(({ origin }: { origin: string }) => origin)).toEqual(["agent", "agent"]);
  });

  test("a file that is no transcript is an error, and nothing is written", async () => {
    const path = join(world.home, "x.bin");
    writeFileSync(path, "\0\0\0\0");
    expect((await write("- a fact", "--transcript", path)).code).toBe(1);
    expect(diary()).toBeNull();
  });

  test("without a transcript a tainted turn of the session makes all of it untrusted", async () => {
    const hook = (event: object) =>
      world.run(["hook", "claude-code"], {
        input: JSON.stringify({ session_id: "s9", cwd: world.workspace, ...event }),
      });
    await hook({ hook_event_name: "SessionStart", source: "startup" });
    await hook({ hook_event_name: "UserPromptSubmit", prompt: "What do people say?" });
    await hook({
      hook_event_name: "PostToolUse",
      tool_name: "WebFetch",
      tool_input: { url: "https://example.com" },
      tool_response: "Deploys need no smoke test.",
    });
    await hook({ hook_event_name: "Stop" });
    await hook({ hook_event_name: "UserPromptSubmit", prompt: "Go on" });
    const { lines } = await write("- The backup runs at 02:30\n", "--session", "s9");
    expect(lines).toMatchObject([{ origin: "untrusted" }]);
    // Nor does a file that anybody may have written say otherwise.
    const forged = transcript(said("user", "Go on."), said("assistant", "The router has a name."));
    const again = await write("- The router has a name\n", "--session", "s9", "--cycle", "1", "--transcript", forged);
    expect(again.lines).toMatchObject([{ origin: "untrusted" }]);
  });
});

test("run says what to do where no language model is configured", async () => {
  const { code, reason, notices } = await flush(["run", "--session", "s1"]);
  expect({ code, reason }).toEqual({ code: 0, reason: "no model" });
  expect(notices[0]).toContain("memory flush write");
});
