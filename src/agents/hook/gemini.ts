/**
 * The hooks of Gemini CLI: what it sends and what it takes, after its documentation of August 2026.
 *
 * @module
 */
import { contextAnswer } from "./context_answer.ts";
import { withoutToolFrame } from "../../capture/transcripts/gemini_frame.ts";
import { type ClientEvents, eventOf, type HookValue, objectOf, sessionOf, textOf, toolOf } from "./client_fields.ts";
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
  hasCompactedIn: (lines) => COMPACTED.test(lines),
  read(value, asked) {
    const named = eventOf(value, EVENTS, asked);
    if (typeof named === "string") return named;
    // Before every call of the model it looks whether to compress, and tells of that before it knows.
    if (named.event === "precompact" && value["trigger"] === "auto") return "nothing to do";
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
      prompt: event === "prompt" ? promptOf(value) ?? "" : event === "reply" ? promptOf(value) : null,
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

/** The messages that take the place of all others: a summary in the name of the user, and the thanks for it. */
const COMPACTED = /^\{"\$set":\{"messages":\[.*(?:<state_snapshot>|"Got it\. Thanks for the additional context!")/m;

/** Without a window the client puts before the first prompt what the start was answered with, its angle brackets escaped. */
function promptOf(value: HookValue): string | null {
  return textOf(value, "prompt")?.replace(/^<hook_context>[^]*?<\/hook_context>\s*/, "") ?? null;
}

/** What the model is given, what the person is shown and what went wrong may differ: all of it was brought in. */
function outputOf(response: unknown): unknown {
  if (typeof response !== "object" || response === null) return response;
  const { llmContent, returnDisplay, error, ...others } = objectOf({ response }, "response");
  const given = Array.isArray(llmContent) ? llmContent.map(withoutFrame) : withoutFrame(llmContent);
  return [given, returnDisplay, error, ...Object.keys(others).length === 0 ? [] : [others]];
}

function withoutFrame(part: unknown): unknown {
  if (typeof part === "string") return withoutToolFrame(part);
  if (typeof part !== "object" || part === null || !("text" in part) || typeof part.text !== "string") return part;
  return { ...part, text: withoutToolFrame(part.text) };
}
