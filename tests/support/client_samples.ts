/**
 * What each client sends to a hook, as its reference shows it, and what it takes as an answer.
 *
 * @module
 */
import * as z from "zod/mini";
import { HOOK_CLIENTS } from "../../src/agents/hook/clients.ts";
import type { HookClient, HookEvent, HookInput } from "../../src/agents/hook/hook_input.ts";

/** One call. */
export interface ClientSample {
  /** As we name it. */
  readonly event: HookEvent;
  /** What stands on standard input. */
  readonly value: Readonly<Record<string, unknown>>;
}

/** One client. */
export interface SampledClient {
  /** As in `codex`. */
  readonly name: string;
  /** What is tested. */
  readonly client: HookClient;
  /** One call of each of its events that are ours. */
  readonly samples: readonly ClientSample[];
  /** Events whose answer is a text for the model, by the client's names. */
  readonly takesText: readonly string[];
  /** What it takes as an answer to an event, by the client's name of it. */
  readonly answer: (clientEvent: string) => z.ZodMiniType;
}

/** The session of every sample. */
export const SAMPLE_SESSION = "0b7c51d2-9a61-4b06-8f35-3a5a4d8f0c11";

/** What the five clients send, with a folder and a transcript of one's choice. */
export function sampledClients(cwd = "/work/app", transcript: string | null = null): SampledClient[] {
  return [claudeCode(cwd, transcript), codex(cwd, transcript), gemini(cwd, transcript), cursor(cwd), opencode(cwd)];
}

/** Returns what a client reads of a value; fails where it reads nothing. */
export function readSample(client: HookClient, value: ClientSample["value"], asked: string | null = null): HookInput {
  const input = client.read(value, asked);
  if (typeof input === "string") throw new Error(input);
  return input;
}

/** Returns why an answer on standard output is not one that the client takes for an event, or `null`. */
export function whyRefused({ answer }: SampledClient, clientEvent: string, stdout: string): string | null {
  if (stdout === "") return null;
  try {
    const parsed = z.safeParse(answer(clientEvent), JSON.parse(stdout));
    return parsed.success ? null : z.prettifyError(parsed.error);
  } catch {
    return "it is not one JSON document";
  }
}

function clientOf(name: string): HookClient {
  const client = HOOK_CLIENTS.get(name);
  if (client === undefined) throw new Error(`There is no client ${name}`);
  return client;
}

const NOTHING = z.never();

/** The fields that Claude Code, Codex and Gemini allow everywhere beside what is for the model. */
const COMMON_ANSWER = {
  continue: z.optional(z.boolean()),
  stopReason: z.optional(z.string()),
  suppressOutput: z.optional(z.boolean()),
  systemMessage: z.optional(z.string()),
};

function contextSchema(events: readonly string[]): SampledClient["answer"] {
  return (clientEvent) =>
    events.includes(clientEvent)
      ? z.strictObject({
        ...COMMON_ANSWER,
        hookSpecificOutput: z.strictObject({
          hookEventName: z.literal(clientEvent),
          additionalContext: z.string().check(z.minLength(1)),
        }),
      })
      : NOTHING;
}

function claudeCode(cwd: string, transcript: string | null): SampledClient {
  const common = {
    "session_id": SAMPLE_SESSION,
    "transcript_path": transcript ?? "",
    cwd,
    "permission_mode": "default",
  };
  const call = (event: HookEvent, name: string, more: object): ClientSample => ({
    event,
    value: { ...common, "hook_event_name": name, ...more },
  });
  const takesText = ["SessionStart", "UserPromptSubmit"];
  return {
    name: "claude-code",
    client: clientOf("claude-code"),
    takesText,
    answer: contextSchema(takesText),
    samples: [
      call("start", "SessionStart", { source: "startup", model: "some-model" }),
      call("prompt", "UserPromptSubmit", { prompt: "Which port does the gateway use?" }),
      call("tool", "PostToolUse", {
        "tool_name": "WebFetch",
        "tool_input": { url: "https://page.example" },
        "tool_response": "a page",
        "tool_use_id": "toolu_01",
      }),
      call("tool", "PostToolUseFailure", {
        "prompt_id": "p1",
        effort: { level: "medium" },
        "tool_name": "WebFetch",
        "tool_input": { url: "https://page.example", prompt: "what it says" },
        "tool_use_id": "toolu_02",
        error: "a page that cannot be reached",
        "is_interrupt": false,
        "duration_ms": 19,
      }),
      call("reply", "Stop", { "stop_hook_active": true, "last_assistant_message": "It is 18789." }),
      call("precompact", "PreCompact", { trigger: "auto", "custom_instructions": "" }),
      call("end", "SessionEnd", { reason: "other" }),
    ],
  };
}

function codex(cwd: string, transcript: string | null): SampledClient {
  const common = {
    "session_id": SAMPLE_SESSION,
    "transcript_path": transcript,
    cwd,
    model: "some-model",
    "permission_mode": "default",
  };
  const call = (event: HookEvent, name: string, more: object): ClientSample => ({
    event,
    value: { ...common, "hook_event_name": name, ...more },
  });
  const takesText = ["SessionStart", "UserPromptSubmit"];
  return {
    name: "codex",
    client: clientOf("codex"),
    takesText,
    answer: contextSchema(takesText),
    samples: [
      call("start", "SessionStart", { source: "startup" }),
      call("prompt", "UserPromptSubmit", { "turn_id": "t1", prompt: "Which port does the gateway use?" }),
      call("tool", "PostToolUse", {
        "turn_id": "t1",
        "tool_name": "web_search",
        "tool_input": { query: "gateway" },
        "tool_response": "a page",
        "tool_use_id": "call_1",
      }),
      call("tool", "PostToolUse", {
        "turn_id": "t1",
        "tool_name": "Bash",
        "tool_input": { command: "curl -s https://page.example" },
        "tool_response": "a page\n",
        "tool_use_id": "call_2",
      }),
      call("reply", "Stop", { "turn_id": "t1", "stop_hook_active": true, "last_assistant_message": "It is 18789." }),
      call("precompact", "PreCompact", { "turn_id": "t1", trigger: "auto" }),
    ],
  };
}

function gemini(cwd: string, transcript: string | null): SampledClient {
  const common = {
    "session_id": SAMPLE_SESSION,
    "transcript_path": transcript ?? "",
    cwd,
    timestamp: "2026-08-19T01:00:00.000Z",
  };
  const call = (event: HookEvent, name: string, more: object): ClientSample => ({
    event,
    value: { ...common, "hook_event_name": name, ...more },
  });
  const prompt = "Which port does the gateway use?";
  const takesText = ["SessionStart", "BeforeAgent"];
  return {
    name: "gemini",
    client: clientOf("gemini"),
    takesText,
    answer: contextSchema(takesText),
    samples: [
      call("start", "SessionStart", { source: "startup" }),
      call("prompt", "BeforeAgent", { prompt }),
      call("tool", "AfterTool", {
        "tool_name": "web_fetch",
        "tool_input": { prompt: "https://page.example" },
        "tool_response": { llmContent: "a page", returnDisplay: "read", error: null },
      }),
      call("tool", "AfterTool", {
        "tool_name": "mcp_docs_read",
        "tool_input": { id: "7" },
        "tool_response": {
          llmContent: [{ text: "<untrusted_context>\na page\n</untrusted_context>" }],
          returnDisplay: "a page",
        },
        "mcp_context": { "server_name": "docs", "tool_name": "read", command: "/opt/docs", args: ["mcp"] },
      }),
      call("reply", "AfterAgent", { prompt, "prompt_response": "It is 18789.", "stop_hook_active": true }),
      call("precompact", "PreCompress", { trigger: "manual" }),
      call("end", "SessionEnd", { reason: "exit" }),
    ],
  };
}

function cursor(cwd: string): SampledClient {
  const common = {
    "conversation_id": SAMPLE_SESSION,
    "generation_id": "g1",
    model: "some-model",
    "cursor_version": "1.7.2",
    "workspace_roots": [cwd],
    "user_email": null,
    "transcript_path": null,
  };
  const call = (event: HookEvent, name: string, more: object): ClientSample => ({
    event,
    value: { ...common, "hook_event_name": name, ...more },
  });
  return {
    name: "cursor",
    client: clientOf("cursor"),
    takesText: ["sessionStart"],
    answer: (clientEvent) =>
      clientEvent === "sessionStart"
        ? z.strictObject({
          "additional_context": z.string().check(z.minLength(1)),
          env: z.optional(z.record(z.string(), z.string())),
          continue: z.optional(z.boolean()),
        })
        : NOTHING,
    samples: [
      call("start", "sessionStart", { "session_id": SAMPLE_SESSION }),
      call("prompt", "beforeSubmitPrompt", { prompt: "Which port does the gateway use?", attachments: [] }),
      call("tool", "postToolUse", {
        "tool_name": "MCP:fetch",
        "tool_input": { url: "https://page.example" },
        "tool_output": "a page",
      }),
      call("tool", "afterShellExecution", { command: "curl https://page.example", output: "a page", duration: 7 }),
      call("tool", "afterMCPExecution", {
        "tool_name": "fetch",
        "tool_input": '{"url":"https://page.example"}',
        "result_json": '{"text":"a page"}',
      }),
      call("reply", "afterAgentResponse", { text: "It is 18789." }),
      call("reply", "stop", { status: "completed", "loop_count": 0 }),
      call("precompact", "preCompact", { trigger: "auto", "context_tokens": 190_000 }),
      call("end", "sessionEnd", { "session_id": SAMPLE_SESSION, reason: "completed", "duration_ms": 9 }),
    ],
  };
}

function opencode(cwd: string): SampledClient {
  const common = { "session_id": SAMPLE_SESSION, cwd };
  const call = (event: HookEvent, name: string, more: object): ClientSample => ({
    event,
    value: { ...common, "hook_event_name": name, ...more },
  });
  const takesText = ["session.created", "chat.message", "session.compacting"];
  return {
    name: "opencode",
    client: clientOf("opencode"),
    takesText,
    answer: (clientEvent) =>
      takesText.includes(clientEvent) ? z.strictObject({ context: z.string().check(z.minLength(1)) }) : NOTHING,
    samples: [
      call("start", "session.created", {}),
      call("prompt", "chat.message", { "message_id": "msg_1", prompt: "Which port does the gateway use?" }),
      call("tool", "tool.execute.after", {
        "tool_name": "webfetch",
        "tool_input": { url: "https://page.example" },
        "tool_output": "a page",
      }),
      call("reply", "session.idle", { text: "It is 18789." }),
      call("precompact", "session.compacting", {}),
      call("end", "session.deleted", {}),
    ],
  };
}
