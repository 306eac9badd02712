/**
 * The hooks of Cursor: what it sends and what it takes, after its documentation of August 2026. A text reaches the model at
 * the start of a session only; what else it should know it asks for by itself, through MCP or the shell.
 *
 * @module
 */
import { type ClientEvents, eventOf, type HookValue, sessionOf, textOf, toolOf } from "./client_fields.ts";
import type { HookClient, HookTool } from "./hook_input.ts";

const EVENTS: ClientEvents = {
  sessionStart: "start",
  beforeSubmitPrompt: "prompt",
  postToolUse: "tool",
  postToolUseFailure: "tool",
  afterShellExecution: "tool",
  afterMCPExecution: "tool",
  afterAgentResponse: "reply",
  stop: "reply",
  preCompact: "precompact",
  sessionEnd: "end",
  beforeShellExecution: null,
  beforeMCPExecution: null,
  beforeReadFile: null,
  beforeTabFileRead: null,
  preToolUse: null,
  afterFileEdit: null,
  afterTabFileEdit: null,
  afterAgentThought: null,
  subagentStart: null,
  subagentStop: null,
};

/**
 * Cursor. It reads `AGENTS.md` in the root of the project. It names a transcript whose format nobody described: what was said
 * is taken from its hooks.
 */
export const CURSOR: HookClient = {
  name: "cursor",
  readsInstructions: "folder",
  startsAfterCompaction: false,
  read(value, asked) {
    const named = eventOf(value, EVENTS, asked);
    if (typeof named === "string") return named;
    const session = sessionOf(value, "conversation_id", "session_id");
    if (session === null) return "no session";
    const { event, clientEvent } = named;
    return {
      client: "cursor",
      ...named,
      session,
      folder: textOf(value, "cwd") ?? firstRoot(value),
      transcript: null,
      isSubagent: false,
      isContinued: false,
      prompt: event === "prompt" ? textOf(value, "prompt") ?? "" : null,
      promptId: event === "prompt" ? textOf(value, "generation_id") : null,
      tool: event === "tool" ? cursorTool(clientEvent, value) : null,
      reply: clientEvent === "afterAgentResponse" ? textOf(value, "text") : null,
      endsTurn: clientEvent === "stop",
    };
  },
  answer: ({ clientEvent }, context) => clientEvent === "sessionStart" ? { additional_context: context } : null,
};

function firstRoot(value: HookValue): string | null {
  const roots = value["workspace_roots"];
  return Array.isArray(roots) ? textOf({ root: roots[0] }, "root") : null;
}

/** The older events tell of one kind of tool each, under fields of their own. */
function cursorTool(clientEvent: string, value: HookValue): HookTool {
  if (clientEvent === "afterShellExecution") {
    return { name: "Shell", input: { command: value["command"] }, output: value["output"] };
  }
  if (clientEvent === "afterMCPExecution") {
    const name = textOf(value, "tool_name") ?? "";
    return { name: `MCP:${name}`, input: { input: value["tool_input"] }, output: value["result_json"] };
  }
  const { name, input, output } = toolOf(value);
  return { name, input, output: [value["tool_output"], value["error_message"], output] };
}
