/**
 * The answer that Claude Code gave its shape and that Codex and Gemini CLI took over: the smallest object that their
 * closed schemas allow.
 *
 * @module
 */
import type { HookClient } from "./hook_input.ts";

/**
 * Returns what answers events with a text for the model.
 *
 * @param events the client's names of those in whose answer such a text reaches the model; others are answered by nothing
 */
export function contextAnswer(events: readonly string[]): HookClient["answer"] {
  return ({ clientEvent }, additionalContext) =>
    events.includes(clientEvent) ? { hookSpecificOutput: { hookEventName: clientEvent, additionalContext } } : null;
}
