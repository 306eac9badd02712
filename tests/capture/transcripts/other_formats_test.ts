import { describe, expect, test } from "bun:test";
import { jsonl, momentOf } from "../../support/transcript_lines.ts";
import { readAll, readShort } from "../../support/read_all.ts";

const HEADER = { type: "session", version: 3, id: "oc-1", timestamp: momentOf(0), cwd: "/home/ann/work" };

function openClaw(n: number, message: Record<string, unknown>) {
  return { type: "message", id: `a${n}`, parentId: `a${n - 1}`, timestamp: momentOf(n), message };
}

function prompt(n: number, text: string, more: Record<string, unknown> = {}) {
  return openClaw(n, { role: "user", content: [{ type: "text", text }], ...more });
}

function envelope(facts: Record<string, unknown>, words: string): string {
  return `Conversation info (untrusted metadata):\n\`\`\`json\n${JSON.stringify(facts)}\n\`\`\`\n\n${words}`;
}

/** Returns kind, chat and sender of the turn of a prompt, and whether a person sent it. */
async function turnOf(text: string, more: Record<string, unknown> = {}) {
  const events = await readAll(jsonl([HEADER, prompt(1, text, more)]));
  if (typeof events === "string") return events;
  const session = events.findLast((event) => event.type === "session")?.session;
  const said = events.find((event) => event.type === "message");
  return [session?.kind, session?.chat, said?.isPerson, said?.sender ?? null];
}

describe("a session file of OpenClaw", () => {
  test("tells direct words, the agent's answer and its tools", async () => {
    const answer = [
      { type: "thinking", thinking: "x" },
      { type: "text", text: "Noted" },
      { type: "toolCall", id: "c1", name: "write", arguments: { path: "a" } },
    ];
    const result = { role: "toolResult", toolCallId: "c1", toolName: "write", content: [{ type: "text", text: "ok" }] };
    expect(
      await readShort(jsonl([
        HEADER,
        prompt(1, envelope({ sender_id: "7" }, "每周四部署")),
        openClaw(2, { role: "assistant", content: answer }),
        openClaw(3, result),
        openClaw(4, { role: "assistant", content: [], stopReason: "error" }),
        { type: "compaction", id: "a5", timestamp: momentOf(5), summary: "Deploys on Thursday" },
        { type: "custom", id: "a6", customType: "model-snapshot", data: {} },
      ])),
    ).toEqual([
      "session oc-1 unknown",
      "session oc-1 interactive",
      `user person: ${envelope({ sender_id: "7" }, "每周四部署")}`,
      "assistant: Noted",
      "call write",
      "result write: ok",
      "compaction Deploys on Thursday",
    ]);
  });

  test.each([
    ["plain words", "hello", ["interactive", "direct", true, null]],
    ["a sender", envelope({ sender_id: "7" }, "hello"), ["interactive", "direct", true, "7"]],
    ["a group", envelope({ is_group_chat: true, sender: "Guest" }, "hello"), ["interactive", "group", true, "Guest"]],
    ["a subject", envelope({ group_subject: "Team" }, "hello"), ["interactive", "group", true, null]],
    ["a block that cannot be read", "Conversation info (untrusted metadata):\n```json\n{\n```\nhi", [
      "interactive",
      "group",
      true,
      null,
    ]],
    ["a second block", envelope({ is_group_chat: true }, envelope({ is_group_chat: false }, "hi")), [
      "interactive",
      "group",
      true,
      null,
    ]],
    ["a notice before", "System: [2026-03-06] restarted\n[Tue 2026-03-10 21:41 GMT+8] hello", [
      "interactive",
      "direct",
      true,
      null,
    ]],
    ["a timer", "[cron:1234 nightly report] Write it", ["cron", "direct", false, null]],
    ["a sub-agent", "[Subagent Context] You are", ["subagent", "direct", false, null]],
    ["a heartbeat", "Read HEARTBEAT.md if it exists (workspace context).", ["heartbeat", "direct", false, null]],
    ["a flush", "Pre-compaction memory flush. Store", ["unknown", "direct", false, null]],
  ])("of a prompt with %s tells the turn", async (_, text, expected) => {
    expect(await turnOf(text)).toEqual(expected);
  });

  test("of a prompt that another session sent says so", async () => {
    const provenance = { kind: "inter_session", sourceSessionKey: "agent:main:main" };
    expect(await turnOf("Please confirm", { provenance })).toEqual(["unknown", "direct", false, null]);
  });
});

describe("a chat of Gemini CLI", () => {
  const META = { sessionId: "g-1", projectHash: "ab", startTime: momentOf(0), lastUpdated: momentOf(9) };
  const MESSAGES = [
    { id: "1", timestamp: momentOf(1), type: "user", content: [{ text: "Use pnpm" }] },
    {
      id: "2",
      timestamp: momentOf(2),
      type: "gemini",
      content: "I will",
      toolCalls: [{
        id: "t1",
        name: "run_shell_command",
        args: { command: "ls" },
        status: "success",
        result: [{ functionResponse: { id: "t1", name: "x", response: { output: "README.md" } } }],
      }],
    },
    { id: "3", timestamp: momentOf(3), type: "info", content: "A notice" },
  ];
  const EXPECTED = [
    "session g-1 interactive",
    "user person: Use pnpm",
    "assistant: I will",
    "call run_shell_command",
    "result run_shell_command: README.md",
  ];

  test.each([0, 2])("of the first version is one object, indented by %d", async (indent) => {
    expect(await readShort(JSON.stringify({ ...META, messages: MESSAGES, summary: "x" }, null, indent))).toEqual(
      EXPECTED,
    );
  });

  test("of the second version is lines, in which a message comes again when something of it changes", async () => {
    const [user, answer] = MESSAGES;
    const begun = { ...answer, toolCalls: [{ id: "t1", name: "run_shell_command", args: {}, status: "executing" }] };
    const lines = [META, user, { $set: { lastUpdated: momentOf(2) } }, begun, answer, answer, { $rewindTo: "1" }];
    expect(await readShort(jsonl(lines))).toEqual(EXPECTED);
  });

  test("tells what a tool gave once, though it is sent to the model as a message of the user", async () => {
    const sent = (id: string, output: string) => {
      const response = { output: `<untrusted_context>\n${output}\n</untrusted_context>` };
      return { id: `m-${id}`, type: "user", content: [{ functionResponse: { id, name: "read_file", response } }] };
    };
    const [user, answer] = MESSAGES;
    expect(await readShort(jsonl([META, user, answer, sent("t1", "README.md"), sent("t2", "a page")]))).toEqual([
      ...EXPECTED,
      "result read_file: a page",
    ]);
  });

  test("tells files that were put behind a prompt as an answer of a tool", async () => {
    const content = [{ text: "Look at @a.txt" }, { text: "--- Content from referenced files ---" }, { text: "secret" }];
    expect(await readShort(jsonl([META, { id: "1", type: "user", content }]))).toEqual([
      "session g-1 interactive",
      "user person: Look at @a.txt\n",
      "result read_many_files: \nsecret",
    ]);
  });

  test("of a sub-agent says so", async () => {
    expect(await readShort(jsonl([{ ...META, kind: "subagent" }]))).toEqual(["session g-1 subagent"]);
  });
});

describe("the neutral format", () => {
  const FIRST = { type: "session", format: "memory-transcript", version: 1, session: "n-1", startedAt: momentOf(0) };

  test("tells what its lines say", async () => {
    expect(
      await readShort(jsonl([
        { ...FIRST, kind: "interactive", chat: "direct" },
        { type: "message", role: "user", id: "1", at: momentOf(1), text: "Use pnpm", isPerson: true },
        { type: "message", role: "assistant", id: "2", at: momentOf(2), text: "I will" },
        { type: "tool-call", id: "c", name: "shell", input: { command: "ls" } },
        { type: "tool-result", callId: "c", text: "README.md" },
        { type: "compaction", summary: "Short" },
        { type: "message", role: "nobody", text: "x" },
        { type: "message", role: "user" },
        { type: "shout" },
      ])),
    ).toEqual([
      "session n-1 interactive",
      "user person: Use pnpm",
      "assistant: I will",
      "call shell",
      "result c: README.md",
      "compaction Short",
      "malformed 7: its role is not known",
      "malformed 8: it has no text",
      "malformed 9: its type is not known",
    ]);
  });

  test.each([{}, { kind: "interactive" }, { kind: "interactive", chat: "direct", version: 2 }, { chat: "direct" }])(
    "with %j only is not complete",
    async (more) => {
      expect((await readShort(jsonl([{ ...FIRST, ...more }])))[0]).toEndWith(" incomplete");
    },
  );
});

describe("a file of another kind", () => {
  test.each([
    ["prose", "# Notes\n\nNothing here.\n"],
    ["a package", '{ "name": "app", "version": "1.0.0" }'],
    ["a history of prompts", jsonl([{ display: "hi", timestamp: 1, project: "/x", sessionId: "s" }])],
    ["bytes", new Uint8Array([0, 255, 10, 123, 34, 255, 10])],
    ["UTF-16", new Uint8Array(Buffer.from('{"type":"user"}', "utf16le"))],
  ])("such as %s is none", async (_, content) => {
    expect(await readAll(content)).toStartWith("it has no format that is known");
  });

  test("that is empty says so", async () => {
    expect(await readAll("")).toBe("it is empty");
  });
});

describe("of OpenClaw", () => {
  test("what an extension or another branch put before the model is told as context", async () => {
    const entries = [
      HEADER,
      prompt(1, "go on"),
      { type: "custom_message", id: "c1", parentId: "a1", timestamp: momentOf(2), content: "from an extension" },
      { type: "branch_summary", id: "c2", parentId: "c1", timestamp: momentOf(3), summary: "另一个分支" },
    ];
    const events = await readAll(jsonl(entries));
    const context = (Array.isArray(events) ? events : []).filter((event) => event.type === "message").slice(1);
    expect(context).toMatchObject([
      { role: "system", text: "from an extension", why: "context from elsewhere" },
      { role: "system", text: "另一个分支", why: "context from elsewhere" },
    ]);
  });
});
