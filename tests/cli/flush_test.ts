/** `memory flush` in the real program (SPEC 7.3). */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld, type WorldChanges } from "../support/cli_world.ts";

/** Each test starts the program many times; a busy machine needs longer than the usual five seconds. */
setDefaultTimeout(240_000);

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

  test("of nothing at all takes none: what comes after a pipe that broke is the first time", async () => {
    for (const nothing of ["", "# Notes\n", "```\nls -l\n```\n# Notes\n"]) {
      expect(await write(nothing, "--session", "s1")).toMatchObject({ written: 0, reason: "nothing" });
    }
    expect(await write("```markdown\n- The port is 18790\n```\n", "--session", "s1")).toMatchObject({ written: 1 });
    expect(diary()).toBe("# 2026-08-19\n\n- The port is 18790\n");
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
    const { lines, notices } = await write("- The backup runs at 02:30\n", "--session", "s9");
    expect(lines).toMatchObject([{ origin: "untrusted" }]);
    expect(notices).toEqual([expect.stringMatching(/^It is untrusted, since what was read .*memory trust memory\//)]);
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

describe("run", () => {
  /** Has a shell script write the notes, for the user. */
  async function writeBy(script: string): Promise<void> {
    await world.run(["config", "set", "model.provider", "command", "--user"]);
    await world.run(["config", "set", "model.command", JSON.stringify(["sh", "-c", script]), "--user"]);
  }
  const run = (...words: string[]) => flush(["run", ...words]);

  test("has the model write them from the transcript, once, each with its class, without secrets", async () => {
    const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    const path = transcript(
      said("user", `The gateway listens on port 18790. The key is ${secret}.`),
      said("user", "And what do people say about deploys?"),
      ...FETCHED,
      said("assistant", "Deploys need no smoke test."),
    );
    // Notes what it was told, a note a sentence.
    await writeBy(`tee -a "$HOME/told" | grep '^\\[' | sed 's/^/{"notes": /; s/$/}/'`);
    const { code, written, lines } = await run("--transcript", path);
    expect({ code, session: lines.length > 0 }).toEqual({ code: 0, session: true });
    const classes = new Map(lines.map(({ text, origin }: { text: string; origin: string }) => [text, origin]));
    expect(classes.get("The gateway listens on port 18790.")).toBe("agent");
    expect(classes.get("Deploys need no smoke test.")).toBe("untrusted");
    expect(written).toBe(lines.length);
    expect(`${diary()} ${readFileSync(join(world.home, "told"), "utf8")}`).not.toContain(secret);
    expect(await run("--transcript", path)).toMatchObject({ code: 0, written: 0, reason: "done" });
  });

  test.each([
    ["fails", "echo no such model >&2; exit 1", "ended with code 1: no such model"],
    ["lies", `printf '%s' '{"notes": ["x\\n# y"]}'`, "wrote a note of several lines"],
  ])(
    "a model that %s is an error that names the way without it, and counts as an attempt",
    async (_, script, said_) => {
      const path = transcript(said("user", "The gateway listens on port 18790."));
      await writeBy(script);
      for (const _turn of [1, 2, 3]) {
        const { code, error } = await run("--transcript", path);
        expect(code).toBe(1);
        expect(error.message).toContain(said_);
        expect(error.hint).toContain("memory flush write");
      }
      const check = await flush(["check", "--tokens", "9", "--window", "9", "--session", "s1"]);
      expect(check).toMatchObject({ reason: "given up", failures: 3 });
      expect(diary()).toBeNull();
    },
  );

  test("is begun by the hook of a compaction, and nobody waits for it", async () => {
    const path = transcript(said("user", "The gateway listens on port 18790."));
    await writeBy(`sleep 1; echo '{"notes": ["The gateway listens on port 18790"]}'`);
    const event = { "session_id": "s9", cwd: world.workspace, "transcript_path": path };
    const hook = (more: object) => world.run(["hook", "claude-code"], { input: JSON.stringify({ ...event, ...more }) });
    await hook({ hook_event_name: "SessionStart", source: "startup" });
    expect((await hook({ hook_event_name: "PreCompact", trigger: "auto" })).stdout).toBe("");
    const log = readFileSync(join(`${world.workspace}.memory`, "logs", "hooks.jsonl"), "utf8");
    expect(log).toContain("notes left to the model");
    for (let turn = 0; turn < 1_200 && !diary()?.includes("18790"); turn++) await Bun.sleep(100);
    expect(diary()).toContain("- The gateway listens on port 18790");
  });

  test("needs a transcript", async () => {
    await writeBy("echo '{}'");
    expect((await run("--session", "s1")).code).toBe(2);
  });
});
