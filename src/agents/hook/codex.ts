/**
 * The hooks of Codex: what it sends and what it takes, after its generated schemas of August 2026. The answers are closed:
 * one field too many and all of it is refused.
 *
 * @module
 */
import { contextAnswer } from "./context_answer.ts";
import { type ClientEvents, eventOf, sessionOf, textOf, toolOf } from "./client_fields.ts";
import type { HookClient } from "./hook_input.ts";

/** It tells of no end of a session: the next start, or the silence, is the end. */
const EVENTS: ClientEvents = {
  SessionStart: "start",
  UserPromptSubmit: "prompt",
  PostToolUse: "tool",
  Stop: "reply",
  StopFailure: "reply",
  Interrupt: "reply",
  PreCompact: "precompact",
  PostCompact: null,
  PreToolUse: null,
  PermissionRequest: null,
  // A sub-agent's end is not the end of the turn.
  SubagentStart: null,
  SubagentStop: null,
};

/** Codex. It reads `AGENTS.md` in its folder and above it, up to the root of the repository. */
export const CODEX: HookClient = {
  name: "codex",
  readsInstructions: "upwards",
  startsAfterCompaction: true,
  read(value, asked) {
    const named = eventOf(value, EVENTS, asked);
    if (typeof named === "string") return named;
    const session = sessionOf(value, "session_id");
    if (session === null) return "no session";
    const { event } = named;
    return {
      client: "codex",
      ...named,
      session,
      folder: textOf(value, "cwd"),
      transcript: textOf(value, "transcript_path"),
      isSubagent: textOf(value, "agent_id") !== null,
      isContinued: event === "start" && textOf(value, "source") === "compact",
      prompt: event === "prompt" ? textOf(value, "prompt") ?? "" : null,
      promptId: event === "prompt" ? textOf(value, "turn_id") : null,
      tool: event === "tool" ? toolOf(value) : null,
      reply: event === "reply" ? textOf(value, "last_assistant_message") : null,
      endsTurn: event === "reply",
    };
  },
  answer: contextAnswer(["SessionStart", "UserPromptSubmit"]),
};
