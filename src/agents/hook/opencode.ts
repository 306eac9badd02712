/**
 * The hooks of OpenCode. It has plugins and no commands: the plugin that is installed for it passes on what happens in a
 * shape of ours (`docs/hooks.md`), and puts what is answered where the model sees it.
 *
 * @module
 */
import { type ClientEvents, eventOf, objectOf, sessionOf, textOf } from "./client_fields.ts";
import type { HookClient } from "./hook_input.ts";

const EVENTS: ClientEvents = {
  "session.created": "start",
  "chat.message": "prompt",
  "tool.execute.after": "tool",
  "session.idle": "reply",
  "session.compacting": "precompact",
  "session.compacted": null,
  "session.deleted": "end",
};

/** Events whose answer the plugin can put before the model. */
const TAKES_CONTEXT: ReadonlySet<string> = new Set(["session.created", "chat.message", "session.compacting"]);

/** OpenCode. It reads `AGENTS.md` in its folder and above it, up to the root of the repository. No file of it is read for what was said. */
export const OPENCODE: HookClient = {
  name: "opencode",
  readsInstructions: "upwards",
  startsAfterCompaction: false,
  read(value, asked) {
    const named = eventOf(value, EVENTS, asked);
    if (typeof named === "string") return named;
    const session = sessionOf(value, "session_id");
    if (session === null) return "no session";
    const { event } = named;
    return {
      client: "opencode",
      ...named,
      session,
      folder: textOf(value, "cwd"),
      transcript: null,
      isSubagent: textOf(value, "parent_id") !== null,
      isContinued: false,
      prompt: event === "prompt" ? textOf(value, "prompt") ?? "" : null,
      promptId: event === "prompt" ? textOf(value, "message_id") : null,
      tool: event === "tool"
        ? {
          name: textOf(value, "tool_name") ?? "",
          input: objectOf(value, "tool_input"),
          output: value["tool_output"],
        }
        : null,
      reply: event === "reply" ? textOf(value, "text") : null,
      endsTurn: event === "reply",
    };
  },
  answer: ({ clientEvent }, context) => TAKES_CONTEXT.has(clientEvent) ? { context } : null,
};
