/**
 * The hooks of Claude Code: what it sends and what it takes, after its published reference of August 2026. Unknown fields
 * are normal, and so are missing ones; older names of fields are read, too.
 *
 * @module
 */
import type { HookClient, HookEvent, HookInput, HookTool } from "./hook_input.ts";

/** Claude Code's events by its own names. `null`: known, and nothing to do. */
const EVENTS: Readonly<Record<string, HookEvent | null>> = {
  SessionStart: "start",
  UserPromptSubmit: "prompt",
  PostToolUse: "tool",
  PostToolUseFailure: "tool",
  Stop: "reply",
  StopFailure: "reply",
  PreCompact: "precompact",
  SessionEnd: "end",
  // A sub-agent's end is not the end of the turn.
  SubagentStart: null,
  SubagentStop: null,
  PostCompact: null,
  PreToolUse: null,
  Notification: null,
  Setup: null,
};

/** Events in whose answer `additionalContext` reaches the model. */
const TAKES_CONTEXT: ReadonlySet<string> = new Set(["SessionStart", "UserPromptSubmit"]);

/** No id of a session is longer; one that is comes from somebody else. */
const MOST_ID_CHARS = 200;

/** Claude Code. It reads `CLAUDE.md`, not `AGENTS.md`. */
export const CLAUDE_CODE: HookClient = {
  name: "claude-code",
  readsInstructions: false,
  read(value, asked) {
    const own = textOf(value, "hook_event_name");
    const clientEvent = own ?? (asked !== null && asked in EVENTS ? asked : defaultNameOf(asked));
    if (clientEvent === null || !Object.hasOwn(EVENTS, clientEvent)) return "unknown event";
    const event = EVENTS[clientEvent] ?? null;
    if (event === null) return "nothing to do";
    if (asked !== null && asked !== event && asked !== clientEvent) return "another event than the command says";
    const session = textOf(value, "session_id");
    if (session === null || session.length > MOST_ID_CHARS) return "no session";
    return inputOf(value, { event, clientEvent, session });
  },
  answer: ({ clientEvent }, context) =>
    TAKES_CONTEXT.has(clientEvent)
      ? { hookSpecificOutput: { hookEventName: clientEvent, additionalContext: context } }
      : null,
};

type Value = Readonly<Record<string, unknown>>;

function inputOf(value: Value, known: Pick<HookInput, "event" | "clientEvent" | "session">): HookInput {
  const { event } = known;
  const source = textOf(value, "source");
  return {
    client: CLAUDE_CODE.name,
    ...known,
    folder: textOf(value, "cwd"),
    transcript: textOf(value, "transcript_path"),
    isSubagent: textOf(value, "agent_id") !== null,
    isContinued: event === "start" && source === "compact",
    prompt: event === "prompt" ? textOf(value, "prompt") ?? textOf(value, "user_prompt") ?? "" : null,
    promptId: event === "prompt" ? textOf(value, "prompt_id") : null,
    tool: event === "tool" ? toolOf(value) : null,
  };
}

function toolOf(value: Value): HookTool {
  const input = value["tool_input"];
  return {
    name: textOf(value, "tool_name") ?? "",
    input: typeof input === "object" && input !== null && !Array.isArray(input) ? { ...input } : {},
    // A failed call has its text in `error`.
    output: [value["tool_response"] ?? value["tool_result"], value["error"]],
  };
}

/** Returns the client's name of an event that only the command line names. */
function defaultNameOf(asked: string | null): string | null {
  return Object.keys(EVENTS).find((name) => EVENTS[name] === asked && asked !== null) ?? null;
}

function textOf(value: Value, field: string): string | null {
  const text = value[field];
  return typeof text === "string" && text !== "" ? text : null;
}
