/**
 * The hooks of Gemini CLI: what it sends and what it takes, after its documentation of August 2026.
 *
 * @module
 */
import { contextAnswer } from "./context_answer.ts";
import { type ClientEvents, eventOf, objectOf, sessionOf, textOf, toolOf } from "./client_fields.ts";
import type { HookClient } from "./hook_input.ts";

const EVENTS: ClientEvents = {
  SessionStart: "start",
  BeforeAgent: "prompt",
  AfterTool: "tool",
  AfterAgent: "reply",
  PreCompress: "precompact",
  SessionEnd: "end",
  BeforeTool: null,
  BeforeModel: null,
  AfterModel: null,
  BeforeToolSelection: null,
  Notification: null,
};

/** Gemini CLI. It reads `GEMINI.md`, not `AGENTS.md`, and tells of no start when a context was compressed. */
export const GEMINI: HookClient = {
  name: "gemini",
  readsInstructions: "never",
  startsAfterCompaction: false,
  read(value, asked) {
    const named = eventOf(value, EVENTS, asked);
    if (typeof named === "string") return named;
    const session = sessionOf(value, "session_id");
    if (session === null) return "no session";
    const { event } = named;
    return {
      client: "gemini",
      ...named,
      session,
      folder: textOf(value, "cwd"),
      transcript: textOf(value, "transcript_path"),
      isSubagent: false,
      isContinued: false,
      prompt: event === "prompt" ? textOf(value, "prompt") ?? "" : event === "reply" ? textOf(value, "prompt") : null,
      // It gives none: the same prompt within ten seconds is the same event.
      promptId: null,
      tool: event === "tool"
        ? { ...toolOf(value), output: outputOf(value["tool_response"] ?? value["tool_result"]) }
        : null,
      reply: event === "reply" ? textOf(value, "prompt_response") : null,
      endsTurn: event === "reply",
    };
  },
  answer: contextAnswer(["SessionStart", "BeforeAgent"]),
};

/** What the model is given, what the person is shown and what went wrong may differ: all of it was brought in. */
function outputOf(response: unknown): unknown {
  if (typeof response !== "object" || response === null) return response;
  const { llmContent, returnDisplay, error, ...others } = objectOf({ response }, "response");
  return [llmContent, returnDisplay, error, others];
}
