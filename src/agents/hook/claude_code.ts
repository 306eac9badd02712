/**
 * The hooks of Claude Code: what it sends and what it takes, after its published reference of August 2026. Unknown fields
 * are normal, and so are missing ones; older names of fields are read, too.
 *
 * @module
 */
import { contextAnswer } from "./context_answer.ts";
import { type ClientEvents, eventOf, sessionOf, textOf, toolOf } from "./client_fields.ts";
import type { HookClient } from "./hook_input.ts";

const EVENTS: ClientEvents = {
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

/** Claude Code. It reads `CLAUDE.md`, not `AGENTS.md`. */
export const CLAUDE_CODE: HookClient = {
  name: "claude-code",
  readsInstructions: "never",
  startsAfterCompaction: true,
  read(value, asked) {
    const named = eventOf(value, EVENTS, asked);
    if (typeof named === "string") return named;
    const session = sessionOf(value, "session_id");
    if (session === null) return "no session";
    const { event } = named;
    return {
      client: "claude-code",
      ...named,
      session,
      folder: textOf(value, "cwd"),
      transcript: textOf(value, "transcript_path"),
      isSubagent: textOf(value, "agent_id") !== null,
      isContinued: event === "start" && textOf(value, "source") === "compact",
      prompt: event === "prompt" ? textOf(value, "prompt", "user_prompt") ?? "" : null,
      promptId: event === "prompt" ? textOf(value, "prompt_id") : null,
      tool: event === "tool" ? toolOf(value) : null,
      reply: event === "reply" ? textOf(value, "last_assistant_message") : null,
      endsTurn: event === "reply",
    };
  },
  answer: contextAnswer(["SessionStart", "UserPromptSubmit"]),
};
