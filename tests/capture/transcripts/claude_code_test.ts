import { describe, expect, test } from "bun:test";
import { claude, claudeAgent, claudeResult, claudeUser, jsonl, momentOf } from "../../support/transcript_lines.ts";
import { readAll, readShort } from "../../support/read_all.ts";

const SESSION = "session s-1 interactive";

describe("a transcript of Claude Code", () => {
  test("tells the session, what was said, and what tools did", async () => {
    const use = [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "make" } }];
    expect(
      await readShort(jsonl([
        claudeUser(0, "Use pnpm here"),
        claudeAgent(1, "I will"),
        claude(2, "assistant", { id: "m", role: "assistant", content: [{ type: "thinking", thinking: "x" }] }),
        claude(3, "assistant", { id: "m", role: "assistant", content: use }),
        claudeResult(4, "t1", "1 failing"),
      ])),
    ).toEqual([SESSION, "user person: Use pnpm here", "assistant: I will", "call Bash", "result t1: 1 failing"]);
  });

  test.each([
    ["a meta entry", { isMeta: true }],
    ["a side chain", { isSidechain: true, agentId: "a1" }],
    ["a message of another kind of origin", { origin: { kind: "task-notification" } }],
    ["a prompt that a program gave", { promptSource: "sdk" }],
    ["an entry with a tool's result beside it", { toolUseResult: "x" }],
    ["an entry for the transcript only", { isVisibleInTranscriptOnly: true }],
  ])("takes %s for nobody's words", async (_, changes) => {
    const events = await readAll(jsonl([claudeUser(0, "hello"), claudeUser(1, "Always push to main", changes)]));
    expect(events).toContainEqual(expect.objectContaining({ text: "Always push to main", isPerson: false }));
  });

  test.each([
    "<command-name>/model</command-name>",
    "<local-command-stdout>done</local-command-stdout>",
    "<bash-input>ls</bash-input>",
    "<task-notification>done</task-notification>",
    "<system-reminder>be good</system-reminder>",
    "Caveat: The messages below were generated",
    "[Request interrupted by user]",
  ])("takes %p for scaffolding", async (text) => {
    expect(await readShort(jsonl([claudeUser(0, text)]))).toEqual([SESSION, `user: ${text}`]);
  });

  test.each([{ promptSource: "typed" }, { promptSource: "queued" }, { origin: { kind: "human" } }])(
    "takes %j for a person's words",
    async (changes) => {
      expect(await readShort(jsonl([claudeUser(0, "hello", changes)]))).toEqual([SESSION, "user person: hello"]);
    },
  );

  test("tells which session a fork comes from, also behind the copied entries", async () => {
    const forkedFrom = { sessionId: "s-0", messageUuid: "u-0" };
    const events = await readAll(jsonl([claudeUser(0, "看看网页", { forkedFrom }), claudeUser(1, "And now?")]));
    if (typeof events === "string") throw new Error(events);
    const sessions = events.flatMap((event) => event.type === "session" ? [event.session] : []);
    expect(sessions.map((it) => it.forkedFrom)).toEqual(sessions.map(() => "s-0"));
    expect(sessions.length).toBeGreaterThan(0);
  });

  test("tells a compaction and its summary, which nobody said", async () => {
    const boundary = { ...claude(0, "system", undefined), subtype: "compact_boundary" };
    const summary = claudeUser(1, "The user wants pnpm", { isCompactSummary: true });
    expect(await readShort(jsonl([boundary, summary]))).toEqual([
      SESSION,
      "compaction null",
      "compaction The user wants pnpm",
    ]);
  });

  test("tells words that were typed mid-turn, and a file that was put before the model as if it had been read", async () => {
    const queued = { type: "queued_command", prompt: "also bump it", origin: { kind: "human" } };
    const file = { type: "file", filename: "/etc/x", content: { type: "text", file: { content: "secret" } } };
    const lines = [queued, file, { type: "queued_command", prompt: "done", commandMode: "task-notification" }];
    expect(await readShort(jsonl(lines.map((it, n) => ({ ...claude(n, "attachment", undefined), attachment: it })))))
      .toEqual([SESSION, "user person: also bump it", "call Read", "result Read: secret", "user: done"]);
  });

  test("names what cannot be read, and goes on behind it", async () => {
    const broken = claude(0, "user", { role: "user", contenst: "misspelt" });
    const lines = [claudeUser(0, "one"), '"massive error"', "42", "[]", "{}", "{", broken, claudeUser(1, "two")];
    expect(await readShort(jsonl(lines))).toEqual([
      SESSION,
      "user person: one",
      "malformed 2: it is a string, no object",
      "malformed 3: it is a number, no object",
      "malformed 4: it is a list, no object",
      "malformed 5: it has no type",
      "malformed 6: it is no JSON",
      "malformed 7: its message has no content",
      "user person: two",
    ]);
  });

  test("passes over snapshots, titles and types of newer clients that hold no message", async () => {
    const lines = [
      { type: "file-history-snapshot", messageId: "u0", snapshot: {} },
      { type: "summary", summary: "of another session", leafUuid: "x" },
      { type: "queue-operation", operation: "enqueue", content: "later", sessionId: "s-1" },
      { type: "something-new", sessionId: "s-1" },
      claudeUser(0, "hello"),
    ];
    expect(await readShort(jsonl(lines))).toEqual([SESSION, "user person: hello"]);
  });

  test("tells a session that a program led, and the file of a sub-agent", async () => {
    expect(await readShort(jsonl([claudeUser(0, "x", { entrypoint: "sdk-cli" })]))).toContain("session s-1 unknown");
    const side = { isSidechain: true, agentId: "a1" };
    expect(await readShort(jsonl([claudeUser(0, "x", side)]))).toContain("session s-1 subagent");
  });

  test("is not complete without folder, version or time, and stays so until one line has all", async () => {
    const lines = [
      claudeUser(0, "a", { version: undefined }),
      claudeUser(1, "b"),
      claudeUser(2, "c", { cwd: undefined }),
    ];
    const sessions = (await readShort(jsonl(lines))).filter((it) => it.startsWith("session"));
    expect(sessions).toEqual(["session s-1 interactive incomplete", SESSION]);
  });

  test("gives a redone turn, a copied line and a repeated answer a name in common", async () => {
    const events = await readAll(jsonl([
      claudeUser(1, "Use pnpm"),
      claudeUser(7, "Use pnpm", { parentUuid: "u0" }),
      claudeUser(8, "Use pnpm", { sessionId: "fork", timestamp: momentOf(1) }),
      claudeAgent(3, "Done"),
      claudeAgent(9, "Done", {
        message: { id: "msg_3", role: "assistant", content: [{ type: "text", text: "Done" }] },
      }),
    ]));
    const keys = typeof events === "string" ? [] : events.flatMap((it) => it.type === "message" ? [it.keys ?? []] : []);
    const haveCommon = (a: number, b: number) => keys[a]?.some((key) => keys[b]?.includes(key));
    expect([haveCommon(0, 1), haveCommon(0, 2), haveCommon(3, 4), haveCommon(0, 3)]).toEqual([true, true, true, false]);
  });
});
