import { describe, expect, test } from "bun:test";
import { codex, codexAgent, codexMeta, codexUser, jsonl, momentOf } from "../../support/transcript_lines.ts";
import { readAll, readShort } from "../../support/read_all.ts";

const SESSION = "session 0197-codex interactive";

describe("a rollout of Codex", () => {
  test("tells what was said once, though it is written twice, whichever record comes first", async () => {
    const lines = [
      codexMeta(),
      ...codexUser(1, "Deploy from the release branch"),
      ...codexAgent(2, "I will"),
      ...codexAgent(3, "I will").reverse(),
      ...codexUser(4, "好的").reverse(),
    ];
    expect(await readShort(jsonl(lines))).toEqual([
      SESSION,
      "user person: Deploy from the release branch",
      "assistant: I will",
      "assistant: I will",
      "user person: 好的",
    ]);
  });

  test("takes a prompt of which no event tells for nobody's", async () => {
    const [item = {}] = codexUser(1, "Injected by a program");
    expect(await readShort(jsonl([codexMeta(), item, ...codexAgent(2, "Yes")]))).toEqual([
      SESSION,
      "user: Injected by a program",
      "assistant: Yes",
    ]);
  });

  test("lets a prompt at the end of the file wait for its event", async () => {
    const [item = {}] = codexUser(1, "Not told yet");
    expect(await readShort(jsonl([codexMeta(), item]))).toEqual([SESSION]);
  });

  test.each([
    "<environment_context>\n<cwd>/x</cwd>\n</environment_context>",
    "# AGENTS.md instructions for /x",
    "<user_instructions>x</user_instructions>",
    "<turn_aborted>x</turn_aborted>",
    "<skill>x</skill>",
  ])("takes %p for scaffolding", async (text) => {
    const [item = {}] = codexUser(1, text);
    expect(await readShort(jsonl([codexMeta(), item]))).toEqual([SESSION, `user: ${text}`]);
  });

  test("tells calls and answers of every sort, and unwraps what is JSON within a text", async () => {
    const item = (payload: Record<string, unknown>) => codex(1, "response_item", payload);
    const events = await readAll(jsonl([
      codexMeta(),
      item({ type: "function_call", name: "shell", arguments: '{"command":["ls"]}', call_id: "c1" }),
      item({ type: "function_call_output", call_id: "c1", output: '{"output":"README.md","metadata":{}}' }),
      item({ type: "custom_tool_call", name: "apply_patch", input: "*** Begin Patch", call_id: "c2" }),
      item({ type: "function_call_output", call_id: "c3", output: [{ type: "input_text", text: "blocks" }] }),
      item({ type: "web_search_call", action: { type: "search", query: "x" } }),
      item({ type: "thing_of_tomorrow", content: "from somewhere" }),
    ]));
    expect(events).toMatchObject([
      { type: "session" },
      { type: "tool-call", id: "c1", name: "shell", input: { command: ["ls"] } },
      { type: "tool-result", callId: "c1", text: "README.md" },
      { type: "tool-call", id: "c2", name: "apply_patch", input: { input: "*** Begin Patch" } },
      { type: "tool-result", callId: "c3", text: "blocks" },
      { type: "tool-call", name: "web_search" },
      { type: "tool-result", name: "web_search", text: "" },
      { type: "tool-result", name: null, text: "from somewhere" },
    ]);
  });

  test("of completed items tells messages, searches and answers of servers", async () => {
    const done = (n: number, item: Record<string, unknown>) => codex(n, "event_msg", { type: "item_completed", item });
    const [raw = {}] = codexUser(1, "Use the staging key");
    expect(
      await readShort(jsonl([
        codexMeta({ history_mode: "paginated" }),
        raw,
        done(1, { type: "UserMessage", id: "a", content: [{ type: "text", text: "Use the staging key" }] }),
        done(2, { type: "AgentMessage", id: "b", content: [{ type: "Text", text: "Done" }] }),
        done(3, { type: "AgentMessage", id: "c", channel: "analysis", content: [{ type: "Text", text: "hidden" }] }),
        done(4, { type: "McpToolCall", id: "d", server: "web", tool: "get", result: "page" }),
        done(5, { type: "Reasoning", id: "e" }),
      ])),
    ).toEqual([SESSION, "user person: Use the staging key", "assistant: Done", "result mcp__web__get: page"]);
  });

  test("tells the answer of a server once, by the call that asked and without the time that it took", async () => {
    const result = { content: [{ type: "text", text: "a page" }], isError: false };
    const events = await readAll(jsonl([
      codexMeta(),
      codex(1, "response_item", {
        type: "function_call",
        name: "memory_get",
        namespace: "mcp__memory",
        arguments: '{"selector":"MEMORY.md"}',
        "call_id": "c1",
      }),
      codex(2, "event_msg", {
        type: "item_completed",
        item: { type: "McpToolCall", id: "c1", server: "memory", tool: "memory_get", status: "completed", result },
      }),
      codex(2, "response_item", {
        type: "function_call_output",
        "call_id": "c1",
        output: [
          { type: "input_text", text: "Wall time: 0.0189 seconds\nOutput:" },
          { type: "input_text", text: "a page" },
        ],
      }),
      codex(3, "response_item", {
        type: "function_call_output",
        "call_id": "c0",
        output: 'Wall time: 1.9 seconds\nOutput:\n{"text":"a page"}',
      }),
      codex(3, "event_msg", {
        type: "item_completed",
        item: { type: "McpToolCall", id: "c2", server: "web", tool: "get", status: "completed", result },
      }),
    ]));
    expect(events).toMatchObject([
      { type: "session" },
      { type: "tool-call", id: "c1", name: "mcp__memory__memory_get" },
      { type: "tool-result", callId: "c1", name: null, text: "a page" },
      { type: "tool-result", callId: "c0", name: null, text: '{"text":"a page"}' },
      { type: "tool-result", callId: "c2", name: "mcp__web__get", text: "a page" },
    ]);
  });

  test("of the first generation is not complete, and tells its folder from the context", async () => {
    const context = "<environment_context>\nCurrent working directory: /home/ann/app\n</environment_context>";
    const say = (role: string, text: string) => ({ type: "message", role, content: [{ type: "input_text", text }] });
    const events = await readAll(jsonl([
      { id: "old", timestamp: momentOf(0), instructions: null },
      { record_type: "state" },
      say("user", context),
      say("user", "Keep it small"),
      say("assistant", "Yes"),
    ]));
    expect(events).toMatchObject([
      { type: "session", session: { session: "old", folder: null, kind: "unknown", isComplete: false } },
      { type: "session", session: { folder: "/home/ann/app" } },
      { type: "message", isPerson: false },
      { type: "message", isPerson: true, text: "Keep it small", at: momentOf(0) },
      { type: "message", role: "assistant" },
    ]);
  });

  test.each([
    [{ source: "exec" }, "unknown"],
    [{ source: "vscode" }, "interactive"],
    [{ source: { subagent: "review" } }, "subagent"],
    [{ thread_source: "subagent" }, "subagent"],
    [{ source: undefined }, "interactive"],
    [{ source: undefined, originator: "codex_exec" }, "unknown"],
    [{ source: "mcp" }, "unknown"],
  ])("with %j is of kind %s", async (changes, kind) => {
    expect(await readShort(jsonl([codexMeta(changes)]))).toEqual([`session 0197-codex ${kind}`]);
  });

  test("leaves out the copy of another session at its beginning", async () => {
    const withOrdinal = (lines: readonly object[], from: number) =>
      lines.map((it, n) => ({ ...it, ordinal: from + n }));
    const lines = [
      ...withOrdinal([codexMeta({ subagent_history_start_ordinal: 3, source: { subagent: "x" } })], 0),
      ...withOrdinal(codexUser(1, "The parent's words"), 1),
      ...withOrdinal(codexUser(2, "Its own task"), 3),
    ];
    expect(await readShort(jsonl(lines))).toEqual(["session 0197-codex subagent", "user person: Its own task"]);
  });
});
